import { type Page } from '@playwright/test'

import {
  MOVE,
  countResponses,
  cardNamed,
  dragOver,
  dragTo,
  namesIn,
  openBoard,
  pointIn,
} from '../board-page.ts'
import { IDEAS, expect, test } from '../fixtures.ts'

/** The board, once the service tells it of changes. */
async function openFollowed(page: Page, board_id: string) {
  const stream = page.waitForResponse(/\/v1\/events\/stream/)
  await openBoard(page, board_id)
  expect((await stream).status()).toBe(200)
  await expect.poll(() => namesIn(page, 'Ideas')).toEqual(IDEAS)
}

// Of events.stream; without it boards are asked now and then: polling.e2e.ts.
test.describe('with the event stream', { tag: '@additions' }, () => {
  test.beforeEach(async ({ page, signIn, board }) => {
    await signIn(page)
    await openFollowed(page, board.id)
  })

  test('a change by another client appears on an open board', async ({ page, board, api }) => {
    await api('POST /cards/:card_id/move', {
      card_id: board.card('Write the announcement'),
      list_id: board.list('Done'),
    })
    await expect.poll(() => namesIn(page, 'Ideas')).toEqual(['Choose a date', 'Ask the printers'])
    await api('POST /boards/:board_id/cards', {
      board_id: board.id,
      list_id: board.list('Ideas'),
      name: 'From elsewhere',
    })
    await expect(cardNamed(page, 'From elsewhere')).toBeVisible()
  })

  test('T58 events during a drag are applied after the drop', async ({ page, board, api }) => {
    await dragOver(page, cardNamed(page, 'Choose a date'), await pointIn(page, 'Ideas', 90))
    await api('POST /cards/:card_id/move', {
      card_id: board.card('Ask the printers'),
      list_id: board.list('Done'),
    })
    await page.waitForTimeout(2000)
    await expect(cardNamed(page, 'Ask the printers')).toBeVisible()
    expect(await namesIn(page, 'Ideas')).toContain('Ask the printers')
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect
      .poll(() => namesIn(page, 'Ideas'))
      .toEqual(['Write the announcement', 'Choose a date'])
  })

  test('the event of an own move refetches nothing', async ({ page }) => {
    const reads: string[] = []
    const answered = countResponses(page, MOVE)
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().includes('/v1/')) reads.push(request.url())
    })
    await dragTo(page, 'Choose a date', 'Done')
    await expect.poll(answered).toBe(1)
    await page.waitForTimeout(2500)
    expect(reads).toEqual([])
  })

  test('a hidden tab closes the event stream and catches up when visible', async ({
    page,
    board,
    api,
  }) => {
    const hide = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, hidden)
    const closed = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('/events/stream'),
    )
    await hide(true)
    await closed
    await api('POST /cards/:card_id/move', {
      card_id: board.card('Choose a date'),
      list_id: board.list('Done'),
    })
    await page.waitForTimeout(1000)
    expect(await namesIn(page, 'Ideas')).toEqual(IDEAS)
    await hide(false)
    await expect
      .poll(() => namesIn(page, 'Ideas'))
      .toEqual(['Write the announcement', 'Ask the printers'])
  })
})
