import type { Page } from '@playwright/test'

import { findThemeViolations } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { developmentBuild, serveBuild } from '../other-build.ts'

const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const options = (page: Page) => page.getByRole('option')
const chips = (page: Page) =>
  page.getByRole('list', { name: 'Selected: Tags' }).getByRole('listitem')
const activeOption = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant')
    return id ? (document.getElementById(id)?.textContent ?? 'a missing element') : null
  })

/** The way to a field for a person without a mouse. */
async function tabTo(page: Page, name: string) {
  await expect(field(page, name)).toBeVisible()
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab')
    if (await field(page, name).evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab does not reach ${name}.`)
}

test.describe('combobox', { tag: '@once' }, () => {
  test.beforeEach(async ({ page }) => {
    await serveBuild(page, await developmentBuild())
    await page.goto('/_gallery?part=combobox')
  })

  test('arrow keys, typing and Enter choose one option', async ({ page }) => {
    const owner = field(page, 'Owner')
    await tabTo(page, 'Owner')
    await expect(owner).toHaveValue('Jamie Tran')
    await expect(owner).toHaveAttribute('aria-expanded', 'false')

    await page.keyboard.press('ArrowDown')
    await expect(owner).toHaveAttribute('aria-expanded', 'true')
    await expect(options(page)).toHaveCount(4)
    expect(await activeOption(page)).toContain('Jamie Tran')
    await page.keyboard.press('ArrowDown') // round to the first
    expect(await activeOption(page)).toContain('Asha')

    await page.keyboard.press('Escape')
    await expect(options(page)).toHaveCount(0)
    await expect(owner).toHaveValue('Jamie Tran')

    await page.keyboard.press('Control+a')
    await page.keyboard.type('whit')
    await expect(options(page)).toHaveCount(1)
    await expect(page.getByTestId('live-polite')).toHaveText('1 result')
    await page.keyboard.press('Enter')
    await expect(owner).toHaveValue('Dan Whitcombe')
    await expect(owner).toBeFocused()
    await expect(options(page)).toHaveCount(0)

    await page.keyboard.press('Control+a')
    await page.keyboard.type('zzz')
    await expect(page.getByText('No results for “zzz”').last()).toBeVisible()
    await page.keyboard.press('Tab') // nothing chosen: the value stays
    await expect(owner).toHaveValue('Dan Whitcombe')
    await expect(page.getByRole('button', { name: 'Clear Owner' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(owner).toHaveValue('')
    await expect(owner).toBeFocused()
  })

  test('a mouse chooses one option, and a press outside closes the list', async ({ page }) => {
    const owner = field(page, 'Owner')
    await owner.click()
    await options(page).filter({ hasText: 'Eira Morgan' }).click()
    await expect(owner).toHaveValue('Eira Morgan')
    await expect(options(page)).toHaveCount(0)

    await page.getByRole('button', { name: 'Show options for Owner' }).click()
    await expect(owner).toBeFocused()
    await expect(options(page).filter({ hasText: 'Eira Morgan' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await page.getByRole('button', { name: 'Show options for Owner' }).click()
    await expect(options(page)).toHaveCount(0)
    await owner.click()
    await expect(options(page)).toHaveCount(4)
    await page.getByRole('heading', { level: 1 }).click()
    await expect(options(page)).toHaveCount(0)
  })

  test('several options are chosen, created and removed with the keyboard', async ({ page }) => {
    await tabTo(page, 'Tags')
    await expect(chips(page)).toHaveText(['customer', 'lapsed'])
    await page.keyboard.type('whole')
    await page.keyboard.press('Enter')
    await expect(chips(page)).toHaveText(['customer', 'lapsed', 'wholesale'])
    await expect(page.getByTestId('live-polite')).toHaveText(/Added wholesale|results/)

    await page.keyboard.type('press list')
    await expect(options(page)).toHaveText(['Create “press list”'])
    await page.keyboard.press('Enter')
    await page.keyboard.type('refill,') // a comma ends a tag
    await expect(chips(page)).toHaveText([
      'customer',
      'lapsed',
      'wholesale',
      'press list',
      'refill',
    ])

    await page.keyboard.press('Backspace')
    await expect(chips(page)).toHaveCount(4)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('button', { name: 'Remove wholesale' })).toBeFocused()
    await page.keyboard.press('Delete')
    await expect(chips(page)).toHaveText(['customer', 'lapsed', 'press list'])
    await expect(page.getByRole('button', { name: 'Remove press list' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(field(page, 'Tags')).toBeFocused()
    // Backspace on the first chip leaves the focus on what follows.
    for (const _ of ['press list', 'lapsed', 'customer']) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Backspace')
    await expect(page.getByRole('button', { name: 'Remove lapsed' })).toBeFocused()
  })

  test('a search that failed is repeated from the list', async ({ page }) => {
    await tabTo(page, 'Vote on behalf of')
    await page.keyboard.type('asha')
    await expect(page.getByText('Couldn’t load the options.').last()).toBeVisible()
    expect(await activeOption(page)).toBe('Try again')
    await page.keyboard.press('Enter')
    await expect(options(page)).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(field(page, 'Vote on behalf of')).toHaveValue('Asha Bellweather')
  })

  test('Esc closes the list and keeps the dialog around it', async ({ page }) => {
    await page.getByRole('button', { name: 'Tags in a dialog' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit tags' })
    const tags = dialog.getByRole('combobox', { name: 'Tags' })
    await tags.click()
    await expect(dialog.getByRole('option')).toHaveCount(6)
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('option')).toHaveCount(0)
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  test('a long list is limited and says so', async ({ page }) => {
    await field(page, 'City').click()
    await expect(options(page)).toHaveCount(100)
    await expect(page.getByText('First 100 of 250. Type to narrow the list.').last()).toBeVisible()
    await page.keyboard.type('city 24')
    await expect(options(page)).toHaveCount(13)
  })

  test('open lists pass axe in both themes', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/_gallery?part=combobox')
    for (const name of ['Owner', 'Tags', 'Searching', 'Segment', 'Vote on behalf of']) {
      await field(page, name).click()
      await expect(field(page, name)).toHaveAttribute('aria-expanded', 'true')
      expect(await findThemeViolations(page)).toEqual([])
      await page.keyboard.press('Escape')
    }
  })
})

test.describe('combobox on a phone', { tag: '@once' }, () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('taps choose options whose rows are 44 px high', async ({ page }) => {
    await serveBuild(page, await developmentBuild())
    await page.goto('/_gallery?part=combobox')
    await field(page, 'Tags').tap()
    const refill = options(page).filter({ hasText: 'refill' })
    expect((await refill.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await refill.tap()
    await expect(chips(page)).toHaveText(['customer', 'lapsed', 'refill'])
    await page.getByRole('button', { name: 'Remove customer' }).tap()
    await expect(chips(page)).toHaveText(['lapsed', 'refill'])
  })
})
