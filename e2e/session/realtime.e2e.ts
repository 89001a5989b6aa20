import { type Page } from '@playwright/test'

import {
  MOVE,
  countResponses,
  cardNamed,
  dragOver,
  dragTo,
  namesIn,
  nextFrame,
  openBoard,
  pointIn,
} from '../board-page.ts'
import { setHidden } from '../faults.ts'
import { IDEAS, expect, test } from '../fixtures.ts'

/** The board, once the service tells it of changes. Its clock may be forwarded. */
async function openFollowed(page: Page, board_id: string) {
  await page.clock.install()
  await page.addInitScript(recordEvents)
  const stream = page.waitForResponse(/\/v1\/events\/stream/)
  await openBoard(page, board_id)
  expect((await stream).status()).toBe(200)
  await expect.poll(() => namesIn(page, 'Ideas')).toEqual(IDEAS)
}

// Runs in the page before its code, and keeps what the event stream brings.
function recordEvents() {
  const received: string[] = []
  Object.assign(window, { received })
  const send = window.fetch
  window.fetch = async (...request) => {
    const response = await send(...request)
    if (!response.url.includes('/events/stream') || !response.body) return response
    const [copy, body] = response.body.tee()
    const sink = new WritableStream<string>({ write: (text) => void received.push(text) })
    copy
      .pipeThrough(new TextDecoderStream())
      .pipeTo(sink)
      .catch(() => undefined) // the page closed the stream
    return new Response(body, response)
  }
}

/** Resolves once an event about this card has reached the page, and what it does later is done. */
async function passEvent(page: Page, card_id: string) {
  const received = () => page.evaluate(() => (Reflect.get(window, 'received') as string[]).join(''))
  await expect.poll(received).toContain(card_id)
  await page.clock.fastForward(5000)
  await nextFrame(page)
}

// Of events.stream; without it boards are asked now and then: polling.e2e.ts.
test.describe('with the event stream', () => {
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
    await passEvent(page, board.card('Ask the printers'))
    expect(await namesIn(page, 'Ideas')).toContain('Ask the printers')
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect
      .poll(() => namesIn(page, 'Ideas'))
      .toEqual(['Write the announcement', 'Choose a date'])
  })

  test('the event of an own move refetches nothing', async ({ page, board }) => {
    const reads: string[] = []
    const answered = countResponses(page, MOVE)
    page.on('request', (request) => {
      // Without the number of drafts in the sidebar, which loads once a page is in use.
      const isOfTasks = /\/v1\/(boards|cards)/.test(request.url())
      if (request.method() === 'GET' && isOfTasks) reads.push(request.url())
    })
    await dragTo(page, 'Choose a date', 'Done')
    await expect.poll(answered).toBe(1)
    await passEvent(page, board.card('Choose a date'))
    expect(reads).toEqual([])
  })

  test('a hidden tab closes the event stream and catches up when visible', async ({
    page,
    board,
    api,
  }) => {
    const closed = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('/events/stream'),
    )
    await setHidden(page, true)
    await closed
    await api('POST /cards/:card_id/move', {
      card_id: board.card('Choose a date'),
      list_id: board.list('Done'),
    })
    await page.clock.fastForward(120_000)
    await nextFrame(page)
    expect(await namesIn(page, 'Ideas')).toEqual(IDEAS)
    await setHidden(page, false)
    await expect
      .poll(() => namesIn(page, 'Ideas'))
      .toEqual(['Write the announcement', 'Ask the printers'])
  })
})
