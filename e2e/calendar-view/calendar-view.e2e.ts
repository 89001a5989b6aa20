import type { Locator, Page } from '@playwright/test'

import { dragOver } from '../board-page.ts'
import { styleOf } from '../element-style.ts'
import { holdRequests, rejectRequests } from '../faults.ts'
import { SMALL_BOARD, expect, inHours, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const dayCell = (page: Page, day: string) => page.locator(`[role=gridcell][data-day="${day}"]`)
const cardLink = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
/** In the zone of the browser. */
const today = (page: Page) => page.evaluate(() => new Date().toLocaleDateString('sv-SE'))
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

async function dropOn(page: Page, card: Locator, target: Locator) {
  const box = await target.boundingBox()
  if (!box) throw new Error('The day is not on the page.')
  await dragOver(page, card, { x: box.x + box.width / 2, y: box.y + box.height - 12 })
  await expect(target).toHaveAttribute('data-over', 'true')
  await page.mouse.up()
}

// The clocks go back between the two days in New York and in London, and never change in Kathmandu.
const zones = [
  ['America/New_York', '2026-10-31', '2026-10-31T21:00:00', '2026-11-03', '2026-11-03T22:00:00'],
  ['Europe/London', '2026-10-24', '2026-10-24T16:00:00', '2026-10-27', '2026-10-27T17:00:00'],
  ['Asia/Kathmandu', '2026-10-24', '2026-10-24T11:15:00', '2026-10-27', '2026-10-27T11:15:00'],
] as const

test(
  'V1 a card dragged to a day keeps its time on the clock in three zones',
  { tag: '@both' },
  async ({ page, board, api }) => {
    const name = 'Choose a date'
    for (const [zone, from, due, day, moved] of zones) {
      await api('PATCH /cards/:card_id', { card_id: board.card(name), due_at: `${due}.000Z` })
      await page.goto('/more')
      await page.evaluate((timeZone) => {
        localStorage.setItem('workspace-admin:time_zone', timeZone)
        localStorage.setItem('workspace-admin:first_day', '6')
      }, zone)
      await page.goto(`/boards/${board.id}?view=calendar&week=${from}`)
      await expect(dayCell(page, from).getByText(name)).toBeVisible()
      const instant = async () => Date.parse((await board.stored(name)).due_at ?? '')

      await dropOn(page, cardLink(page, name), dayCell(page, day))
      // In the same frame, before the response.
      await expect(dayCell(page, day).getByText(name)).toBeVisible()
      await expect(page.getByTestId('live-assertive').first()).toHaveText(
        new RegExp(`^${name} is now due .*\\.$`),
      )
      // The toast is not announced on top of that.
      await expect(page.getByTestId('toast')).toContainText(name)
      expect(await page.getByTestId('live-polite').first().textContent()).toBe('')
      await expect.poll(instant, zone).toBe(Date.parse(`${moved}Z`))
      await expect(cardLink(page, name)).toBeFocused()
      await page.keyboard.press('Control+z')
      await expect(dayCell(page, from).getByText(name)).toBeVisible()
      await expect.poll(instant, zone).toBe(Date.parse(`${due}Z`))
    }
    // Dropped beside the days it has no date.
    const undated = page.getByRole('region', { name: /^No due date/ })
    await dropOn(page, cardLink(page, name), undated)
    await expect(undated.getByText(name)).toBeVisible()
    await expect.poll(async () => (await board.stored(name)).due_at).toBe(null)
  },
)

test('V2 the calendar works by keyboard, has its month in the URL, and adds cards', async ({
  page,
  board,
  api,
  buildBoard,
}) => {
  await test.step('the calendar works by keyboard alone, from a cold page', async () => {
    const due_at = '2025-11-18T12:00:00.000Z'
    const names = Array.from({ length: 6 }, (_, index) => `Task ${index + 1}`)
    for (const name of names)
      await api('POST /boards/:board_id/cards', {
        board_id: board.id,
        list_id: board.list('Ideas'),
        name,
        due_at,
      })
    await page.goto(`/boards/${board.id}?view=calendar&month=2025-11`)
    await expect(
      dayCell(page, '2025-11-18').getByRole('button', { name: /^2 more on/ }),
    ).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(dayCell(page, '2025-11-01')).toBeFocused()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight'])
      await page.keyboard.press(key)
    await expect(dayCell(page, '2025-11-18')).toBeFocused()
    await expect(dayCell(page, '2025-11-18')).toHaveAccessibleName(
      /November 18, 2025, 6 cards|18 November 2025, 6 cards/,
    )

    // The whole day.
    await page.keyboard.press('Enter')
    const day = page.getByRole('dialog')
    for (const name of names) await expect(day.getByText(name, { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dayCell(page, '2025-11-18')).toBeFocused()

    await page.keyboard.press('PageDown')
    await expect(page).toHaveURL(/month=2025-12/)
    await expect(dayCell(page, '2025-12-18')).toBeFocused()
    await page.keyboard.press('n')
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
    await page.keyboard.type('Send the cards')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('live-polite').first()).toHaveText(
      'Added Send the cards to Ideas',
    )
    await expect(dayCell(page, '2025-12-18').getByText('Send the cards')).toBeVisible()
    await expect(cardLink(page, 'Send the cards')).toBeFocused()

    await page.keyboard.press('d')
    // What is typed replaces the date that is there.
    await expect(page.getByRole('textbox', { name: 'Date' })).toBeFocused()
    await page.keyboard.type('2025-12-20')
    await page.keyboard.press('Enter')
    await expect(dayCell(page, '2025-12-20').getByText('Send the cards')).toBeVisible()
    await expect(cardLink(page, 'Send the cards')).toBeFocused()
    await page.keyboard.press('x')
    await expect(cardLink(page, 'Send the cards')).toHaveAttribute('data-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/cards\/crd_/)
  })

  await test.step('V2 the month is in the URL and Today leads back', async () => {
    const board = await buildBoard(SMALL_BOARD)
    await api('PATCH /cards/:card_id', {
      card_id: board.card('Choose a date'),
      due_at: '2025-11-18T12:00:00.000Z',
    })
    await page.goto(`/boards/${board.id}?view=calendar&month=2025-11`)
    await expect(heading(page, 'November 2025')).toBeVisible()
    await expect(dayCell(page, '2025-11-18').locator('[data-due=overdue]')).toHaveText(
      'Choose a date',
    )
    await page.getByRole('button', { name: 'Next month' }).click()
    await expect(page).toHaveURL(/month=2025-12/)
    await page.reload()
    await expect(heading(page, 'December 2025')).toBeVisible()
    await page.goBack()
    await expect(heading(page, 'November 2025')).toBeVisible()

    await page.getByText('Week', { exact: true }).click()
    await expect(page).toHaveURL(/week=2025-11-\d\d/)
    await page.getByText('Month', { exact: true }).click()
    await page.getByRole('button', { name: 'Today' }).click()
    await expect(page).not.toHaveURL(/month=|week=/)
    await expect(dayCell(page, await today(page))).toHaveAttribute('aria-current', 'date')
    await page.getByRole('link', { name: 'Board', exact: true }).click()
    await expect(page).not.toHaveURL(/view=/)
    await expect(page.getByTestId('board-list').first()).toBeVisible()
  })

  await test.step('a new card is shown while it is saved and keeps its text when it is rejected', async () => {
    await page.goto(`/boards/${board.id}?view=calendar&month=2025-12`)
    const day = dayCell(page, '2025-12-18')
    await day.dblclick({ position: { x: 60, y: 60 } })
    const fault = await rejectRequests(
      page,
      'POST',
      /\/boards\/[^/]+\/cards$/,
      422,
      'validation_error',
    )
    const held = await holdRequests(page, 'POST', /\/boards\/[^/]+\/cards$/)
    await page.getByRole('textbox', { name: 'Title' }).fill('Send the cards')
    await page.keyboard.press('Enter')
    await expect(day.locator('[aria-busy]')).toHaveText('Send the cards')
    await page.keyboard.press('Escape')
    held.release()
    await expect(page.getByTestId('toast')).toContainText('Couldn’t add Send the cards')
    await fault.end()
    await day.getByRole('button', { name: /^Send the cards wasn’t saved/ }).click()
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Send the cards')
    await page.keyboard.press('Enter')
    await expect(day.getByTestId('card')).toHaveText('Send the cards')
  })

  await test.step('a phone lists the days, and a button changes the due date', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await api('PATCH /cards/:card_id', {
      card_id: board.card('Choose a date'),
      due_at: `${await today(page)}T12:00:00.000Z`,
    })
    await page.goto(`/boards/${board.id}?view=calendar`)
    const current = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: /^Today, / }) })
    await expect(current.getByText('Choose a date')).toBeVisible()
    await page.getByRole('button', { name: 'Change due date of Choose a date' }).click()
    await page.getByRole('button', { name: 'None', exact: true }).click()
    await expect(
      page.getByRole('region', { name: /^No due date/ }).getByText('Choose a date'),
    ).toBeVisible()
    await expect(current.getByText('No cards due on this day.')).toBeVisible()
    await expect.poll(async () => (await board.stored('Choose a date')).due_at).toBe(null)
  })
})

test('bars go from start to due, also right to left, and forced colors keep what marks a day', async ({
  page,
  board,
  api,
}) => {
  const card_id = board.card('Choose a date')
  const dates = { start_at: '2025-11-04T12:00:00.000Z', due_at: '2025-11-06T12:00:00.000Z' }
  await api('PATCH /cards/:card_id', { card_id, ...dates })
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => (document.documentElement.dir = 'rtl')),
  )
  await page.goto(`/boards/${board.id}?view=calendar&month=2025-11`)
  const bar = cardLink(page, 'Choose a date')
  const edges = async (of: Locator) => {
    const box = await of.boundingBox()
    return [box?.x ?? 0, (box?.x ?? 0) + (box?.width ?? 0)] as const
  }
  const expectFrom = async (first: string, last: string) => {
    const [left, right] = await edges(bar)
    expect(left).toBeCloseTo((await edges(dayCell(page, first)))[0], -1)
    expect(right).toBeCloseTo((await edges(dayCell(page, last)))[1], -1)
  }
  await expect(bar).toBeVisible()
  await expectFrom('2025-11-06', '2025-11-04')
  // Left is the next day, and the arrows of the month point that way.
  await page.keyboard.press('ArrowDown')
  await expect(dayCell(page, '2025-11-01')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(dayCell(page, '2025-11-02')).toBeFocused()
  const previous = await edges(page.getByRole('button', { name: 'Previous month' }))
  expect(previous[0]).toBeGreaterThan(
    (await edges(page.getByRole('button', { name: 'Next month' })))[0],
  )
  await page.evaluate(() => (document.documentElement.dir = 'ltr'))
  await expectFrom('2025-11-04', '2025-11-06')

  await page.emulateMedia({ forcedColors: 'active' })
  await api('PATCH /cards/:card_id', { card_id, start_at: null, due_at: inHours(-1) })
  await page.goto(`/boards/${board.id}?view=calendar`)
  const number = dayCell(page, await today(page)).locator('> span')
  const canvas = await styleOf(page.locator('body'), 'background-color')
  await expect(number).toBeVisible()
  expect(await styleOf(number, 'background-color')).not.toEqual(canvas)
  // Overdue has an icon, a selected card an outline.
  await expect(bar.locator('svg')).toHaveCount(1)
  await bar.focus()
  await page.keyboard.press('x')
  await expect(bar).toHaveAttribute('data-selected', 'true')
  await page.keyboard.press('Shift+Tab')
  expect(await styleOf(bar, 'outline-style', 'outline-width')).toEqual(['solid', '2px'])
})

test('a chosen time zone applies at once in every open tab', async ({
  page,
  context,
  signIn,
  board,
  api,
}) => {
  await api('PATCH /cards/:card_id', {
    card_id: board.card('Choose a date'),
    due_at: '2025-11-18T22:00:00.000Z',
  })
  const other = await context.newPage()
  await signIn(other)
  await other.goto(`/boards/${board.id}?view=calendar&month=2025-11`)
  await expect(dayCell(other, '2025-11-18').getByText('Choose a date')).toBeVisible()

  await page.goto('/')
  await page.getByRole('button', { name: /^Appearance/ }).click()
  await page.getByRole('menuitem', { name: 'Dates and times…' }).click()
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.fill('tokyo')
  await page.getByRole('option', { name: /Tokyo/ }).click()
  await expect(zone).toHaveValue('Tokyo')
  await expect(dayCell(other, '2025-11-19').getByText('Choose a date')).toBeVisible()
  await page.getByRole('radio', { name: 'Saturday' }).check()
  await expect(other.getByRole('columnheader').first()).toHaveAccessibleName('Saturday')
})
