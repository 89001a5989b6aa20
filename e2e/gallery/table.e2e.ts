import { findThemeViolations } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import {
  announced,
  checked,
  focusedControl,
  openTable,
  rowNamed,
  rows,
  table,
} from '../gallery-table.ts'
import { developmentBuild, serveBuild } from '../other-build.ts'

test.describe('table', { tag: '@once' }, () => {
  test.beforeEach(async ({ page }) => serveBuild(page, await developmentBuild()))

  test('Tab enters at the first row and leaves after its three controls', async ({ page }) => {
    await openTable(page)
    const stops: string[] = []
    for (let presses = 0; presses < 11; presses++) {
      await page.keyboard.press('Tab')
      stops.push(await focusedControl(page))
    }
    const first = stops.indexOf('ctc_1 select')
    expect(stops.slice(first, first + 4)).toEqual([
      'ctc_1 select',
      'ctc_1 open',
      'ctc_1 menu',
      expect.stringMatching(/Previous|Next/),
    ])
  })

  test('arrow keys, J and K move the row cursor, Home and End go to the ends', async ({ page }) => {
    await openTable(page)
    await page.keyboard.press('j') // from nothing focused into the table
    expect(await focusedControl(page)).toBe('ctc_1 open')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('j')
    expect(await focusedControl(page)).toBe('ctc_3 open')
    await page.keyboard.press('k')
    await page.keyboard.press('Tab') // the menu of the active row, which ArrowDown would open
    await page.keyboard.press('j')
    expect(await focusedControl(page)).toBe('ctc_3 menu')
    await page.keyboard.press('End')
    expect(await focusedControl(page)).toBe('ctc_25 menu')
    await page.keyboard.press('j')
    expect(await focusedControl(page)).toBe('ctc_25 menu')
    await page.keyboard.press('Home')
    expect(await focusedControl(page)).toBe('ctc_1 menu')
  })

  test('Enter opens, F2 edits, X and Shift arrows select, Esc clears', async ({ page }) => {
    await openTable(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('toast').last()).toContainText('Opened tomos.2@penlan.example')
    await page.keyboard.press('F2')
    await expect(page.getByTestId('toast').last()).toContainText('Editing tomos.2@penlan.example')

    await page.keyboard.press('x')
    await expect(checked(page)).toHaveCount(1)
    await expect(announced(page)).toHaveText('1 selected')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(checked(page)).toHaveCount(3)
    await page.keyboard.press('Shift+ArrowUp') // a shorter range deselects
    await expect(checked(page)).toHaveCount(2)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ArrowDown') // another range, beside the first
    await expect(checked(page)).toHaveCount(4)
    await expect(announced(page)).toHaveText('4 selected')
    await page.keyboard.press('Escape')
    await expect(checked(page)).toHaveCount(0)
    await expect(announced(page)).toHaveText('Selection cleared')
  })

  test('a mouse selects rows with the checkbox, Shift and Ctrl, and opens them', async ({
    page,
  }) => {
    await openTable(page)
    const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
    await box('tomos.2@').check()
    await box('hollis.5@').click({ modifiers: ['Shift'] })
    await expect(checked(page)).toHaveCount(4)
    await rowNamed(page, 'saoirse.8@')
      .getByText('wholesale')
      .click({ modifiers: ['Control'] })
    await expect(checked(page)).toHaveCount(5)
    await rowNamed(page, 'iris.10@')
      .getByText('Bounced')
      .click({ modifiers: ['Shift'] })
    await expect(checked(page)).toHaveCount(7)
    await expect(page.getByTestId('toast')).toHaveCount(0)
    await rowNamed(page, 'kenji.9@').getByText('Bristol').click()
    await expect(page.getByTestId('toast')).toContainText('Opened kenji.9@')
    await expect(checked(page)).toHaveCount(7)
  })

  test('the menu of the active row opens from the keyboard and returns the focus', async ({
    page,
  }) => {
    await openTable(page)
    await page.keyboard.press('j')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect.poll(() => focusedControl(page)).toBe('ctc_1 menu')
  })

  test('the first column stays while the table scrolls sideways', async ({ page }) => {
    await page.setViewportSize({ width: 780, height: 900 })
    await openTable(page)
    const email = rows(page).first().getByRole('button', { name: 'iris.1@' }).first()
    const before = await email.boundingBox()
    await table(page)
      .locator('..')
      .evaluate((frame) => frame.scrollBy({ left: 80 }))
    await expect
      .poll(() =>
        table(page)
          .locator('..')
          .evaluate((frame) => frame.scrollLeft),
      )
      .toBeGreaterThan(0)
    expect((await email.boundingBox())?.x).toBe(before?.x)
  })

  test('rows are 41 px high, or 33 px with compact density, as are their skeletons', async ({
    page,
  }) => {
    for (const [density, height] of [
      ['comfortable', 41],
      ['compact', 33],
    ] as const) {
      await openTable(page, `&density=${density}`)
      expect((await rows(page).nth(1).boundingBox())?.height).toBe(height)
      const skeleton = page.getByRole('group', { name: 'Loading: Contacts' }).locator('tbody tr')
      expect((await skeleton.nth(1).boundingBox())?.height).toBe(height)
    }
  })

  test('a selected and active row passes axe in both themes', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openTable(page)
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByRole('button', { name: 'Columns' }).click()
    await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible()
    expect(await findThemeViolations(page)).toEqual([])
  })
})

test.describe('table on a phone', { tag: '@once' }, () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('rows are blocks of two lines that open and select by tap', async ({ page }) => {
    await serveBuild(page, await developmentBuild())
    await openTable(page)
    const row = rows(page).first()
    const email = await row.getByRole('button', { name: 'iris.1@' }).first().boundingBox()
    const status = await row.getByText('Subscribed').boundingBox()
    expect(status?.y).toBeGreaterThan((email?.y ?? 0) + 10)
    await expect(row.getByText('Cardiff')).toBeHidden()
    expect((await row.boundingBox())?.height).toBeLessThan(80)
    await expect(table(page).getByRole('cell').first()).toBeVisible()

    await row.getByText('Subscribed').tap()
    await expect(page.getByTestId('toast')).toContainText('Opened iris.1@')
    const box = await row.locator('label').boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    await row.locator('label').tap()
    await expect(checked(page)).toHaveCount(1)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    ).toBe(true)
  })
})
