import type { Page } from '@playwright/test'

import { createApiClient } from '#client/api-client.ts'
import { MOVE, cardIn, cardNamed, dragTo, namesIn } from '../board-page.ts'
import { dropResponses, holdRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'
import { advanceUntil, openWithDeferredCode } from '../routes.ts'
import type { SeparateService } from '../separate-service.ts'

const IDEAS = ['Write the announcement', 'Choose a date', 'Ask the printers']

/** A board in a service that the test may kill, opened in the page. */
async function openSeparateBoard(page: Page, { url, workspace }: SeparateService) {
  const api = createApiClient({ base_url: `${url}/v1`, key: workspace.key })
  const lists = [{ name: 'Ideas' }, { name: 'Doing' }]
  const board = await api('POST /boards', { name: 'Launch', lists })
  const [ideas, doing] = board.lists
  if (!ideas || !doing) throw new Error('The board has no lists.')
  for (const name of IDEAS)
    await api('POST /boards/:board_id/cards', { board_id: board.id, list_id: ideas.id, name })
  await page.clock.install()
  const dragSensors = page.waitForResponse(/assets\/board-dnd/)
  await openWithDeferredCode(page, `${url}/boards/${board.id}`)
  // Their code is loaded when the pointer reaches a card, so before the server is killed.
  await cardNamed(page, 'Choose a date').hover()
  await (await dragSensors).finished()
  const namesOf = async (list_id: string) => {
    const { data } = await api('GET /boards/:board_id/cards', { board_id: board.id, list_id })
    return data.map(({ name }) => name)
  }
  return {
    ideas: () => namesOf(ideas.id),
    doing: () => namesOf(doing.id),
    moveEvents: async () => (await api('GET /events', { kinds: 'card.moved' })).data.length,
  }
}

const banner = (page: Page) =>
  page.getByText(/Can’t reach the server\./).filter({ hasText: 'Retry now' })

/** Waits until the move has been sent so often that the page used to give up. */
async function expectRepeatedAttempts(page: Page) {
  let attempts = 0
  page.on('requestfailed', (request) => void (MOVE.test(request.url()) && attempts++))
  await expect(async () => {
    await page.clock.fastForward(20_000)
    await expect.poll(() => attempts, { timeout: 300 }).toBeGreaterThan(6)
  }).toPass({ timeout: 20_000 })
}

// On a service with all endpoints in both profiles.
test.describe('the server is killed', () => {
  test.beforeEach(async ({ page, signIn, separateService }) => {
    const { url, workspace } = separateService
    await signIn(page, { url, key: workspace.key })
  })

  test('moves during a server crash stay pending and are saved once', async ({
    page,
    separateService,
  }) => {
    test.slow()
    const board = await openSeparateBoard(page, separateService)
    const held = await holdRequests(page, 'POST', MOVE)
    await dragTo(page, 'Choose a date', 'Doing')
    await expect.poll(held.count).toBe(1)
    await separateService.stop('SIGKILL')
    held.release()
    await dragTo(page, 'Write the announcement', 'Doing')

    // The page stays, marks what is not saved, and says what happened in one place.
    for (const name of ['Choose a date', 'Write the announcement'])
      await expect(cardIn(page, 'Doing', name)).toContainText('Saving…')
    await expect(cardIn(page, 'Ideas', 'Ask the printers')).not.toContainText('Saving…')
    await expect(banner(page)).toContainText(
      /^Can’t reach the server\. 2 changes are waiting to be saved\. Retrying in \d s\./,
    )
    await expect(page.getByTestId('live-polite').first()).toContainText('Can’t reach the server.')
    for (const toast of await page.getByTestId('toast').all())
      await expect(toast).toContainText('Saving…')
    await expectRepeatedAttempts(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Launch' })).toBeVisible()
    await expect(page.getByText('Not moved')).toHaveCount(0)

    await separateService.restart()
    await advanceUntil(page, () =>
      expect(page.getByText('Saving…')).toHaveCount(0, { timeout: 500 }),
    )
    await expect(banner(page)).toHaveCount(0)
    expect(await namesIn(page, 'Doing')).toEqual(['Write the announcement', 'Choose a date'])
    await expect.poll(board.doing).toEqual(['Write the announcement', 'Choose a date'])
    expect(await board.ideas()).toEqual(['Ask the printers'])
    await expect.poll(board.moveEvents).toBe(2)
  })

  test('a move saved right before a server crash is not applied twice', async ({
    page,
    separateService,
  }) => {
    test.slow()
    const board = await openSeparateBoard(page, separateService)
    const lost = await dropResponses(page, 'POST', MOVE)
    await dragTo(page, 'Choose a date', 'Doing')
    await expect.poll(board.doing).toEqual(['Choose a date'])
    await separateService.stop('SIGKILL')
    await lost.end()
    await expect(cardIn(page, 'Doing', 'Choose a date')).toContainText('Saving…')

    await separateService.restart()
    await advanceUntil(page, () =>
      expect(page.getByText('Saving…')).toHaveCount(0, { timeout: 500 }),
    )
    expect(await board.doing()).toEqual(['Choose a date'])
    await expect.poll(board.moveEvents).toBe(1)
  })

  test('undoing a pending move cancels it', async ({ page, separateService }) => {
    test.slow()
    const board = await openSeparateBoard(page, separateService)
    await separateService.stop('SIGKILL')
    await dragTo(page, 'Choose a date', 'Doing')
    await dragTo(page, 'Ask the printers', 'Doing')
    await expect(cardIn(page, 'Doing', 'Ask the printers')).toContainText('Saving…')
    await page.keyboard.press('Control+z')
    await expect
      .poll(() => namesIn(page, 'Ideas'))
      .toEqual(['Write the announcement', 'Ask the printers'])
    await expect(cardNamed(page, 'Ask the printers')).not.toContainText('Saving…')

    await separateService.restart()
    await advanceUntil(page, () =>
      expect(page.getByText('Saving…')).toHaveCount(0, { timeout: 500 }),
    )
    await expect.poll(board.doing).toEqual(['Choose a date'])
    await expect.poll(board.moveEvents).toBe(1)
  })
})
