import type { Page } from '@playwright/test'

import { cardNamed, listNamed, recordMoves, namesIn, openBoard } from '../board-page.ts'
import { SMALL_BOARD, expect, test } from '../fixtures.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

interface Finger {
  down: (x: number, y: number) => Promise<void>
  to: (x: number, y: number) => Promise<void>
  up: () => Promise<void>
}

/** One finger as browser input, so that scrolling and dragging compete as on a device. */
async function fingerOn(page: Page): Promise<Finger> {
  const devtools = await page.context().newCDPSession(page)
  const touch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    points: { x: number; y: number }[],
  ) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  let at = { x: 0, y: 0 }
  return {
    down: async (x, y) => {
      at = { x, y }
      await touch('touchStart', [at])
    },
    to: async (x, y) => {
      const from = at
      for (let step = 1; step <= 10; step++) {
        at = { x: from.x + ((x - from.x) * step) / 10, y: from.y + ((y - from.y) * step) / 10 }
        await touch('touchMove', [at])
        await page.waitForTimeout(16)
      }
    },
    up: async () => void (await touch('touchEnd', [])),
  }
}

test('K5 T62 a swipe on a card scrolls and moves nothing', async ({ page, signIn, buildBoard }) => {
  const names = Array.from({ length: 20 }, (_, at) => `Card ${at}`)
  const board = await buildBoard({ Ideas: names, Doing: [] })
  await signIn(page)
  await page.clock.install()
  await openBoard(page, board.id)
  const moves = recordMoves(page)
  const box = await cardNamed(page, 'Card 3').boundingBox()
  const finger = await fingerOn(page)

  // The clock is paused: on a busy machine the touch could last long enough to start a drag.
  await page.clock.pauseAt(Date.now() + 60_000)
  await finger.down(150, (box?.y ?? 0) + 20)
  await finger.to(150, (box?.y ?? 0) - 160)
  await page.clock.runFor(1000)
  await expect(page.locator('[data-bench-overlay]')).toHaveCount(0)
  await finger.up()

  const scroller = listNamed(page, 'Ideas').getByRole('list').locator('..')
  await expect.poll(() => scroller.evaluate((area) => area.scrollTop)).toBeGreaterThan(50)
  expect(moves).toEqual([])
  await expect(page.locator('[data-bench-overlay]')).toHaveCount(0)
})

test('a finger drags a card, and its sheets change it', async ({
  page,
  signIn,
  api,
  buildBoard,
}) => {
  await test.step('K5 a touch held and then dragged moves a card', async () => {
    const board = await buildBoard(SMALL_BOARD)
    await signIn(page)
    await openBoard(page, board.id)
    const box = await cardNamed(page, 'Write the announcement').boundingBox()
    const below = await cardNamed(page, 'Ask the printers').boundingBox()
    const finger = await fingerOn(page)

    await finger.down(150, (box?.y ?? 0) + 20)
    await expect(page.locator('[data-bench-overlay]')).toHaveCount(1)
    await finger.to(155, (below?.y ?? 0) + (below?.height ?? 0) - 4)
    await expect(page.locator('[data-bench-overlay]')).toHaveCount(1)
    await finger.up()

    await expect
      .poll(() => namesIn(page, 'Ideas'))
      .toEqual(['Choose a date', 'Ask the printers', 'Write the announcement'])
  })
  await test.step('the sheets of the card menu move, date, assign and select a card', async () => {
    const board = await buildBoard(SMALL_BOARD)
    const { id } = await api('POST /members', { name: 'Eira Morgan' })
    await api('PATCH /cards/:card_id', { card_id: board.card('Find a name'), members: [id] })
    await signIn(page)
    await openBoard(page, board.id)
    await page.getByRole('button', { name: 'Actions for Choose a date' }).tap()
    await page.getByRole('menuitem', { name: 'Move to…' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Move card' })
    await dialog.getByRole('option', { name: 'Doing' }).tap()
    await dialog.getByText('Top', { exact: true }).tap()
    await dialog.getByRole('button', { name: 'Move to Doing' }).tap()

    await expect
      .poll(() => namesIn(page, 'Doing'))
      .toEqual(['Choose a date', 'Draw the poster', 'Book the room'])

    const choose = async (item: string) => {
      await page.getByRole('button', { name: 'Actions for Choose a date' }).tap()
      await page.getByRole('menuitem', { name: item }).tap()
    }
    await choose('Due date…')
    const due = page.getByRole('dialog', { name: 'Due date' })
    await due.getByRole('button', { name: 'Tomorrow' }).tap()
    await expect(cardNamed(page, 'Choose a date')).toContainText('Tomorrow')
    await choose('Members…')
    const people = page.getByRole('dialog', { name: 'Members' })
    await people.getByRole('option', { name: 'Eira Morgan' }).tap()
    await expect(people.getByRole('option', { name: 'Eira Morgan' })).toBeChecked()
    await people.getByRole('button', { name: 'Close' }).tap()
    await expect.poll(() => board.stored('Choose a date')).toMatchObject({ members: [{ id }] })
    await choose('Select')
    const bar = page.getByRole('group', { name: 'Selection' })
    await expect(bar).toContainText('1 selected')
    // From now on a tap selects.
    await cardNamed(page, 'Book the room').tap()
    await expect(bar).toContainText('2 selected')
    await bar.getByRole('button', { name: 'Move', exact: true }).tap()
    const sheet = page.getByRole('dialog', { name: 'Move cards' })
    await sheet.getByRole('option', { name: 'Ideas' }).tap()
    await sheet.getByRole('button', { name: 'Move to Ideas' }).tap()
    await expect
      .poll(() => namesIn(page, 'Ideas'))
      .toEqual(['Write the announcement', 'Ask the printers', 'Choose a date', 'Book the room'])
  })
  await test.step('a list tab scrolls the board to its list', async () => {
    const board = await buildBoard(SMALL_BOARD)
    await signIn(page)
    await openBoard(page, board.id)
    const tabs = page.getByRole('navigation', { name: 'Lists' })
    await tabs.getByRole('button', { name: 'Doing' }).tap()
    await expect(listNamed(page, 'Doing')).toBeInViewport({ ratio: 0.9 })
    await expect(tabs.getByRole('button', { name: 'Doing' })).toHaveAttribute(
      'aria-current',
      'true',
    )
  })
})

test('K5 a swipe across a card goes to the next list and moves nothing', async ({
  page,
  signIn,
  board,
}) => {
  await signIn(page)
  await page.clock.install()
  await openBoard(page, board.id)
  const moves = recordMoves(page)
  const box = await cardNamed(page, 'Choose a date').boundingBox()
  const finger = await fingerOn(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await finger.down(330, (box?.y ?? 0) + 20)
  await finger.to(40, (box?.y ?? 0) + 20)
  await finger.up()
  await page.clock.resume()
  await expect(listNamed(page, 'Doing')).toBeInViewport({ ratio: 0.9 })
  await expect(page.locator('[data-bench-overlay]')).toHaveCount(0)
  expect(moves).toEqual([])
})
