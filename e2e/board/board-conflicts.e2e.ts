import type { Page } from '@playwright/test'

import {
  MOVE,
  countResponses,
  cardNamed,
  dragTo,
  recordMoves,
  namesIn,
  nextFrame,
  openBoard,
} from '../board-page.ts'
import { blockEventStream, holdRequests } from '../faults.ts'
import { IDEAS, expect, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn, board }) => {
  await signIn(page)
  await blockEventStream(page)
  await openBoard(page, board.id)
})

test(
  'T57 A19 two tabs moving the same card end with the same order',
  { tag: '@both' },
  async ({ page, board, context, signIn }) => {
    const other = await context.newPage()
    await signIn(other)
    await openBoard(other, board.id)

    const responses = [countResponses(page, MOVE), countResponses(other, MOVE)]
    const move = await holdRequests(page, 'POST', MOVE)
    await Promise.all([
      dragTo(page, 'Choose a date', 'Doing'),
      dragTo(other, 'Choose a date', 'Done'),
    ])
    await expect.poll(() => namesIn(page, 'Doing')).toContain('Choose a date')
    await expect.poll(() => namesIn(other, 'Done')).toContain('Choose a date')
    move.release()
    await expect.poll(() => responses.map((count) => count())).toEqual([1, 1])

    const order = (tab: Page) =>
      Promise.all(['Ideas', 'Doing', 'Done'].map((list) => namesIn(tab, list)))
    await page.bringToFront()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await other.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(async () => expect(await order(page)).toEqual(await order(other))).toPass()
    expect((await order(page)).flat().filter((name) => name === 'Choose a date')).toHaveLength(1)
  },
)

test('T57 a version conflict shows the position of the other move with a toast', async ({
  page,
  board,
  api,
}) => {
  await api('POST /cards/:card_id/move', {
    card_id: board.card('Choose a date'),
    list_id: board.list('Done'),
  })

  await dragTo(page, 'Choose a date', 'Doing')

  await expect(page.getByTestId('toast')).toContainText('Someone moved Choose a date to Done')
  expect(await namesIn(page, 'Done')).toContain('Choose a date')
  await page.getByRole('button', { name: 'Move anyway' }).click()
  await expect.poll(() => namesIn(page, 'Doing')).toContain('Choose a date')
  await expect
    .poll(async () => (await board.stored('Choose a date')).list_id)
    .toBe(board.list('Doing'))
})

test('T50 a move whose neighbor is gone falls back to the nearest position', async ({
  page,
  board,
  api,
}) => {
  const moves = recordMoves(page)
  await api('POST /cards/:card_id/move', {
    card_id: board.card('Draw the poster'),
    list_id: board.list('Done'),
  })

  await dragTo(page, 'Choose a date', 'Doing', 110)

  await expect.poll(() => namesIn(page, 'Doing')).toEqual(['Choose a date', 'Book the room'])
  await expect.poll(() => moves.length).toBe(2)
  await expect
    .poll(async () =>
      (
        await api('GET /boards/:board_id/cards', {
          board_id: board.id,
          list_id: board.list('Doing'),
        })
      ).data.map(({ name }) => name),
    )
    .toEqual(['Choose a date', 'Book the room'])
  await expect(cardNamed(page, 'Choose a date')).not.toContainText('Not moved')
})

test('T58 refetches during a drag wait until the drop', async ({ page, board, api }) => {
  const box = await cardNamed(page, 'Choose a date').boundingBox()
  await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 20)
  await page.mouse.down()
  await page.mouse.move((box?.x ?? 0) + 120, (box?.y ?? 0) + 40)
  await expect(page.locator('[data-bench-overlay]')).toHaveCount(1)

  await api('POST /cards/:card_id/move', {
    card_id: board.card('Write the announcement'),
    list_id: board.list('Done'),
  })
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await nextFrame(page)
  expect(await namesIn(page, 'Ideas')).toEqual(IDEAS)
  expect(requests.filter((url) => url.includes('/v1/boards/'))).toEqual([])

  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect.poll(() => namesIn(page, 'Ideas')).toEqual(['Choose a date', 'Ask the printers'])
})

test('a card that someone changed before it was opened is saved with one request', async ({
  page,
  board,
  api,
}) => {
  const card_id = board.card('Choose a date')
  await api('PATCH /cards/:card_id', { card_id, name: 'Choose a day' })
  await cardNamed(page, 'Choose a date').click()
  await expect(page.getByRole('dialog', { name: 'Choose a day' })).toBeVisible()
  await expect(page.locator(`[data-card-id="${card_id}"]`)).toContainText('Choose a day')
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'PATCH') statuses.push(response.status())
  })
  await page.keyboard.press('e')
  await expect.poll(() => statuses).toEqual([200])
  expect((await board.stored('Choose a date')).completed).toBe(true)
})
