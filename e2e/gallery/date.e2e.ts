import type { Page } from '@playwright/test'

import { findThemeViolations } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { developmentBuild, serveBuild } from '../other-build.ts'

const due = (page: Page) => page.getByRole('textbox', { name: 'Due' })
const calendar = (page: Page) => page.getByRole('dialog', { name: 'Choose date' })
const moment = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const focusedDay = (page: Page) =>
  // Versions of the locale data differ in the comma.
  page.evaluate(() => document.activeElement?.getAttribute('aria-label')?.replace(',', ''))

test.describe('date and time', { tag: '@once' }, () => {
  test.beforeEach(async ({ page }) => {
    await serveBuild(page, await developmentBuild())
    await page.goto('/_gallery?part=date')
    await expect(due(page)).toHaveValue('27 Nov 2025')
  })

  test('arrow keys, PageUp and PageDown, Home and End choose a day in the grid', async ({
    page,
  }) => {
    await page.keyboard.press('Tab')
    await expect(due(page)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(calendar(page).getByRole('heading', { name: 'November 2025' })).toBeVisible()
    await expect.poll(() => focusedDay(page)).toBe('Thursday 27 November 2025')
    await expect(page.getByRole('gridcell', { selected: true })).toHaveText('27')

    for (const [key, day] of [
      ['ArrowRight', 'Friday 28 November 2025'],
      ['ArrowDown', 'Friday 5 December 2025'],
      ['Home', 'Monday 1 December 2025'],
      ['End', 'Sunday 7 December 2025'],
      ['PageDown', 'Wednesday 7 January 2026'],
      ['Shift+PageUp', 'Tuesday 7 January 2025'],
      ['ArrowLeft', 'Monday 6 January 2025'],
      ['ArrowUp', 'Monday 30 December 2024'],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(() => focusedDay(page)).toBe(day)
    }
    await expect(page.getByRole('gridcell')).toHaveCount(42)
    await page.keyboard.press('Enter')
    await expect(due(page)).toHaveValue('30 Dec 2024')
    await expect(calendar(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Choose date' }).first()).toBeFocused()

    await page.keyboard.press('Enter')
    await expect(calendar(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(calendar(page)).toHaveCount(0)
    await expect(due(page)).toHaveValue('30 Dec 2024')
  })

  test('a mouse chooses a day of another month', async ({ page }) => {
    await page.getByRole('button', { name: 'Choose date' }).first().click()
    await page.getByRole('button', { name: 'Next month' }).click()
    await expect(page.getByRole('button', { name: 'Next month' })).toBeFocused()
    await expect(calendar(page).getByRole('heading', { name: 'December 2025' })).toBeVisible()
    await page.getByRole('gridcell', { name: /^Wednesday,? 24 December 2025/ }).click()
    await expect(due(page)).toHaveValue('24 Dec 2025')
  })

  test('a typed date is read when the field is left, and an error says what is accepted', async ({
    page,
  }) => {
    await page.keyboard.press('Tab')
    for (const [typed, value] of [
      ['3/4/2026', '3 Apr 2026'],
      ['tomorrow', '21 Nov 2025'],
      ['24 dec', '24 Dec 2025'],
    ] as const) {
      await page.keyboard.press('Control+a')
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
      await expect(due(page)).toHaveValue(value)
    }
    await page.keyboard.press('Control+a')
    await page.keyboard.type('31/02/2026')
    await page.keyboard.press('Tab')
    await expect(due(page)).toHaveValue('31/02/2026')
    await expect(due(page)).toHaveAccessibleDescription('Enter a date, such as 20 Nov 2025.')
    await due(page).fill('28/02/2026')
    await expect(due(page)).not.toHaveAttribute('aria-invalid')

    const start = page.getByRole('textbox', { name: 'Start' })
    await start.fill('19 nov 2025')
    await start.press('Tab')
    await expect(start).toHaveAccessibleDescription(/Choose 20 Nov 2025 or later\./)
  })

  test('a time is typed in several ways and stepped by quarters', async ({ page }) => {
    const time = page.getByRole('textbox', { name: 'At', exact: true })
    for (const [typed, value] of [
      ['1415', '14:15'],
      ['9.30 pm', '21:30'],
      ['7', '07:00'],
    ] as const) {
      await time.fill(typed)
      await time.press('Enter')
      await expect(time).toHaveValue(value)
    }
    await time.press('ArrowUp')
    await expect(time).toHaveValue('07:15')
    await time.press('ArrowDown')
    await time.press('ArrowDown')
    await expect(time).toHaveValue('06:45')
  })

  test('a moment is named in its zone, with its instant', async ({ page }) => {
    const publish = moment(page, 'Publish')
    const instant = publish.locator('time')
    await expect(publish.getByRole('status')).toHaveText(
      /^Goes out Tuesday,? 27 November 2046 at 09:30 in London\./,
    )
    await expect(instant).toHaveText('2046-11-27T09:30:00.000Z')
    // The browser is in Berlin; the zone of the choice counts.
    const zone = publish.getByRole('combobox', { name: 'Time zone' })
    await zone.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('new york')
    await page.keyboard.press('Enter')
    await expect(zone).toHaveValue('New York, GMT-5')
    await expect(publish.getByRole('status')).toContainText('at 09:30 in New York')
    await expect(instant).toHaveText('2046-11-27T14:30:00.000Z')
  })

  test('a time in the past, a skipped and a repeated time are called out', async ({ page }) => {
    const past = moment(page, 'In the past')
    await expect(past.getByRole('textbox', { name: 'Date' })).toHaveAccessibleDescription(
      'This time is in the past.',
    )
    await past.getByRole('textbox', { name: 'Date' }).fill('1 Jan 2046')
    await page.keyboard.press('Tab')
    await expect(past.getByRole('status')).toContainText('Goes out Monday')

    const skipped = moment(page, 'Skipped time')
    await expect(skipped.getByRole('status')).toContainText('01:30 doesn’t exist on Sunday')
    await expect(skipped.getByRole('textbox', { name: 'Time' })).toHaveAttribute(
      'aria-invalid',
      'true',
    )
    await skipped.getByRole('button', { name: 'Use 02:30' }).click()
    await expect(skipped.locator('time')).toHaveText('2046-03-25T01:30:00.000Z')

    const repeated = moment(page, 'Repeated time')
    await expect(repeated.getByRole('status')).toContainText('01:30 happens twice on Sunday')
    await expect(repeated.locator('time')).toHaveText('2046-10-28T00:30:00.000Z')
    await repeated.getByText('Second, GMT').click()
    await expect(repeated.locator('time')).toHaveText('2046-10-28T01:30:00.000Z')
    await repeated.getByRole('textbox', { name: 'Time' }).fill('02:00')
    await page.keyboard.press('Tab')
    await expect(repeated.getByRole('status')).not.toContainText('twice')
  })

  test('an open calendar passes axe, and its arrow keys follow the direction', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const [direction, next] of [
      ['rtl', 'Wednesday 26'],
      ['ltr', 'Friday 28'],
    ] as const) {
      await page.goto(`/_gallery?part=date&dir=${direction}`)
      await due(page).click()
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => focusedDay(page)).toBe('Thursday 27 November 2025')
      if (direction === 'ltr') expect(await findThemeViolations(page)).toEqual([])
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => focusedDay(page)).toContain(next)
    }
  })
})

test.describe('calendar on a phone', { tag: '@once' }, () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } })

  test('days are 41 px wide and 44 px high at 320 px', async ({ page }) => {
    await serveBuild(page, await developmentBuild())
    await page.goto('/_gallery?part=date')
    await page.getByRole('button', { name: 'Choose date' }).first().tap()
    const day = page.getByRole('gridcell', { name: /^Wednesday,? 26 November 2025/ })
    // A fraction of a pixel less while it opens.
    await expect.poll(async () => (await day.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    expect((await day.boundingBox())?.width).toBeGreaterThanOrEqual(41)
    const panel = await calendar(page).boundingBox()
    expect((panel?.x ?? 0) + (panel?.width ?? 999)).toBeLessThanOrEqual(320)
    await day.tap()
    await expect(due(page)).toHaveValue('26 Nov 2025')
  })
})
