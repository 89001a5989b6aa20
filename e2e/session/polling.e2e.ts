import type { Page } from '@playwright/test'

import { namesIn, nextFrame } from '../board-page.ts'
import { setHidden } from '../faults.ts'
import { IDEAS, expect, test } from '../fixtures.ts'
import { openWithDeferredCode } from '../routes.ts'

/** What the page asks for from now on. */
function readsOf(page: Page) {
  const reads: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET') reads.push(new URL(request.url()).pathname)
  })
  return reads
}

// The public API has nothing that tells of changes, so the visible tab asks.
test.describe('without the event stream', { tag: '@public' }, () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn(page)
    await page.clock.install()
  })

  test('a board polls every 15 s in the visible tab only', async ({ page, board, api }) => {
    const move = (name: string) =>
      api('POST /cards/:card_id/move', { card_id: board.card(name), list_id: board.list('Done') })
    await openWithDeferredCode(page, `/boards/${board.id}`)
    await expect.poll(() => namesIn(page, 'Ideas')).toEqual(IDEAS)
    await move('Write the announcement')
    await page.clock.fastForward(15_000)
    await expect.poll(() => namesIn(page, 'Ideas')).toEqual(['Choose a date', 'Ask the printers'])

    await setHidden(page, true)
    await move('Choose a date')
    const reads = readsOf(page)
    await page.clock.fastForward(120_000)
    await nextFrame(page)
    expect(reads).toEqual([])
    expect(await namesIn(page, 'Ideas')).toEqual(['Choose a date', 'Ask the printers'])
    await setHidden(page, false)
    await expect.poll(() => namesIn(page, 'Ideas')).toEqual(['Ask the printers'])
  })

  test('other pages poll every minute in the visible tab only', async ({ page, board, api }) => {
    const rename = (name: string) => api('PATCH /boards/:board_id', { board_id: board.id, name })
    const link = (name: string) => page.getByRole('main').getByRole('link', { name })
    await openWithDeferredCode(page, '/boards')
    await expect(link('Launch')).toBeVisible()
    await rename('Landing')
    await page.clock.fastForward(60_000)
    await expect(link('Landing')).toBeVisible()

    await setHidden(page, true)
    await rename('Orbit')
    const reads = readsOf(page)
    await page.clock.fastForward(120_000)
    await nextFrame(page)
    expect(reads).toEqual([])
    await setHidden(page, false)
    await expect(link('Orbit')).toBeVisible()
  })
})
