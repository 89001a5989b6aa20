import { animationsEnd } from '../element-style.ts'
import { expect, test } from '../fixtures.ts'
import { openGallery, section, tabTo } from '../gallery-page.ts'
import { developmentBuild, serveBuild } from '../other-build.ts'

// The parts of the kit by themselves, without a service.
test.describe('choices', { tag: '@once' }, () => {
  test.beforeEach(async ({ page }) => serveBuild(page, await developmentBuild()))

  test('tabs are links that arrow keys pass', async ({ page }) => {
    await openGallery(page, 'controls')
    const tabs = page.getByRole('group', { name: 'Sample parts' })
    const first = tabs.getByRole('link', { name: 'Contacts' })
    await expect(first).toHaveAttribute('aria-current', 'page')
    await tabTo(page, first)
    await page.keyboard.press('ArrowRight')
    await expect(tabs.getByRole('link', { name: 'Segments 6' })).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowRight')
    await expect(first).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/tab=tags/)
  })

  test('a select is chosen from by keyboard and says what is wrong', async ({ page }) => {
    await openGallery(page, 'choices')
    const zone = page.getByLabel('Time zone')
    await tabTo(page, zone)
    await page.keyboard.type('Tok')
    await expect(zone).toHaveValue('Tokyo')
    await expect(page.getByLabel('Wrong zone')).toHaveAccessibleDescription('Choose a time zone.')
    await expect(page.getByLabel('Wrong zone')).toHaveAttribute('aria-invalid', 'true')
  })

  test('a radio list is one tab stop and arrow keys choose', async ({ page }) => {
    await openGallery(page, 'choices')
    const list = page.getByRole('radiogroup', { name: 'Publish, boxed' })
    const atTime = list.getByRole('radio', { name: 'At a set time' })
    const now = list.getByRole('radio', { name: 'Now' })
    await tabTo(page, atTime)
    await page.keyboard.press('ArrowUp')
    await expect(now).toBeChecked()
    await expect(now).toHaveAccessibleDescription('On the public page within a minute')
    await expect(list.getByLabel('Boxed day')).toHaveCount(0)
    await list.getByText('At a set time').click()
    await expect(list.getByLabel('Boxed day')).toBeVisible()
    await expect(list.getByRole('radio', { name: 'Never' })).toBeDisabled()
  })

  test('a filter of several values applies each press and clears', async ({ page }) => {
    await openGallery(page, 'choices')
    const chip = page.getByRole('button', { name: 'Status: subscribed, pending +1' })
    await tabTo(page, chip)
    await page.keyboard.press('Enter')
    const popover = page.getByRole('dialog', { name: 'Status' })
    await expect(popover.getByRole('checkbox', { name: 'Subscribed', exact: true })).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    await expect(popover).toHaveCount(0)
    const changed = page.getByRole('button', { name: 'Status: pending, bounced' })
    await expect(changed).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Clear filter: Status' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Status', exact: true })).toBeFocused()
  })

  test('a filter of one value searches a long list', async ({ page }) => {
    await openGallery(page, 'choices')
    await page.getByRole('button', { name: 'Tag', exact: true }).click()
    const popover = page.getByRole('dialog', { name: 'Tag' })
    await expect(popover.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type('TÄG 11')
    await expect(popover.getByRole('radio')).toHaveCount(1)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await expect(popover).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Tag: tag 11' })).toBeFocused()
  })

  test('a date filter shows its range and refuses an end before its start', async ({ page }) => {
    await openGallery(page, 'choices')
    const open = () => page.getByRole('button', { name: /^Added/ }).click()
    await open()
    const popover = page.getByRole('dialog', { name: 'Added' })
    await popover.getByRole('button', { name: 'This month' }).click()
    await expect(page.getByRole('button', { name: 'Added: This month' })).toBeFocused()
    await open()
    const fill = async (field: string, date: string) => {
      await popover.getByLabel(field).fill(date)
      await page.keyboard.press('Enter')
    }
    await fill('From', '28 Feb 2024')
    await fill('To', '2024-02-29')
    await expect(page.getByText('28 Feb 2024 – 29 Feb 2024')).toBeAttached()
    await fill('To', '2024-02-01')
    await expect(popover.getByLabel('To')).toHaveAccessibleDescription(
      'The end date is before the start date.',
    )
    await expect(page.getByText('28 Feb 2024 – 29 Feb 2024')).toBeAttached()
  })

  test('a filter is a sheet on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await openGallery(page, 'choices')
    await page.getByRole('button', { name: 'Tag', exact: true }).click()
    const popover = page.getByRole('dialog', { name: 'Tag' })
    await animationsEnd(popover)
    const box = await popover.boundingBox()
    expect(box?.width).toBeGreaterThanOrEqual(370) // without the scrollbar
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(800, 0)
    await popover.getByRole('button', { name: 'Close' }).click()
    await expect(popover).toHaveCount(0)
  })

  test('a tag input adds typed and pasted tags once', async ({ page }) => {
    await openGallery(page, 'choices')
    const input = page.getByRole('combobox', { name: 'Tags' })
    const tags = page.getByRole('list', { name: 'Selected: Tags' }).getByRole('listitem')
    await tabTo(page, input)
    await page.keyboard.type('Refill,  new   tag ,CUSTOMER,')
    await expect(tags).toHaveText(['customer', 'market 2025', 'refill', 'new tag'])
    await page.keyboard.type('a tag with more than twenty-four letters,')
    await expect(tags).toHaveCount(4)
    await expect(input).toHaveAccessibleDescription(/is too long/)
    await page.keyboard.press('Backspace')
    await expect(tags).toHaveCount(3)
  })

  test('an ID and code are copied and say so', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openGallery(page, 'data')
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    const copyId = page.getByRole('button', { name: 'Copy list ID' })
    await tabTo(page, copyId)
    await page.keyboard.press('Enter')
    await expect(section(page, 'Copyable ID and code').getByText('Copied')).toBeVisible()
    expect(await clipboard()).toBe('lst_7Qm2c')
    await expect(copyId).toBeFocused()
    await page.getByRole('button', { name: 'Copy Request' }).click()
    await expect(page.getByRole('button', { name: 'Copy Request' })).toHaveText('Copied')
    expect(await clipboard()).toMatch(/^POST \/in\n/)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('region', { name: 'Request' })).toBeFocused()
  })

  test('a stepper opens the steps that are open', async ({ page }) => {
    await openGallery(page, 'data')
    const steps = page.getByRole('list', { name: 'Import' })
    const check = steps.getByRole('button', { name: 'Step 3 of 5: Check, Needs attention' })
    await expect(steps.locator('[aria-current=step]')).toContainText('Match columns')
    await check.click()
    await expect(check).toHaveAttribute('aria-current', 'step')
    await expect(steps.getByRole('button', { name: 'Step 5 of 5: Run' })).toBeDisabled()
  })
})
