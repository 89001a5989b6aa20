import type { Page } from '@playwright/test'

import { namesIn, openBoard } from './board-page.ts'
import { answerHtml, refuse } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { isPlain } from './service.ts'

const BOARDS = /\/v1\/boards(\?|$)/

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page)
})

/** Holds the answers to these reads back until told. */
async function hold(page: Page, url: RegExp) {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(url, async (route) => {
    await held
    await route.continue().catch(() => undefined) // cancelled meanwhile
  })
  return letGo
}

/** Notes, frame by frame from the first, which states were drawn and for how long. */
async function watchStates(page: Page) {
  await page.addInitScript(() => {
    const seen: { state: string; at: number }[] = []
    Object.assign(window, { states: seen })
    const look = () => {
      const shapes = document.querySelector('[data-state=loading] > div')
      const shown = shapes && getComputedStyle(shapes).opacity !== '0'
      const region = document.querySelector('#content [data-state]')?.getAttribute('data-state')
      const state = shapes ? (shown ? 'skeleton' : 'nothing') : (region ?? 'nothing')
      if (seen.at(-1)?.state !== state) seen.push({ state, at: performance.now() })
      requestAnimationFrame(look)
    }
    look()
  })
  return () => page.evaluate(() => Reflect.get(window, 'states') as { state: string; at: number }[])
}

test('5.1 a skeleton that came stays long enough to be seen', async ({ page, board }) => {
  const states = await watchStates(page)
  const letGo = await hold(page, BOARDS)
  await page.goto('/boards')
  await expect(page.locator('[data-state=loading]')).toHaveAttribute('aria-busy', 'true')
  await expect.poll(async () => (await states()).at(-1)?.state).toBe('skeleton')
  letGo()
  await expect(page.getByRole('link', { name: board.board.name })).toBeVisible()
  const seen = await states()
  const at = seen.findIndex(({ state }) => state === 'skeleton')
  expect(seen[at - 1]?.state).toBe('nothing')
  // A frame less than 400 ms at most: what is counted is frames.
  expect((seen[at + 1]?.at ?? 0) - (seen[at]?.at ?? 0)).toBeGreaterThan(350)
})

test('5.1 a long wait says so, can be stopped and begun again', async ({ page, board }) => {
  await page.clock.install()
  const letGo = await hold(page, BOARDS)
  await page.goto('/boards')
  await expect(page.locator('[data-state=loading]')).toBeVisible()
  await page.clock.runFor(8100)
  await expect(page.getByText('Still loading')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Loading was stopped.')).toBeVisible()
  await expect(page.locator('[data-state=loading]')).toHaveAttribute('aria-busy', 'false')
  letGo()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.clock.runFor(1000)
  await expect(page.getByRole('link', { name: board.board.name })).toBeVisible()
})

test('5.1 nothing there: one heading, one next step, in its own place', async ({ page }) => {
  await page.goto('/boards')
  const empty = page.locator('[data-state=empty]')
  await expect(empty).toContainText('No boards yet.')
  if (isPlain()) await expect(empty).toContainText('Boards are made in the service.')
  await expect(page.getByRole('button', { name: 'New board' })).toHaveCount(isPlain() ? 0 : 1)
})

test('5.1 nothing found: the filter is named, announced and cleared', async ({ page, board }) => {
  await page.goto('/boards?q=zebra')
  await expect(page.locator('[data-state=filtered-empty]')).toContainText(
    'No boards match “zebra”.',
  )
  await expect(page.getByTestId('live-polite').first()).toContainText('No boards match')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByRole('link', { name: board.board.name })).toBeVisible()
})

test('5.1 5.2 a failure says what failed, with the request id to copy, and can be tried again', async ({
  page,
  board,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const fault = await refuse(page, 'GET', /\/v1\/boards$/, 500, 'internal_error')
  await page.goto('/boards')
  const failed = page.locator('[data-state=error]')
  await expect(failed).toContainText('Boards could not be loaded.', { timeout: 20_000 })
  await expect(failed).toContainText('Nothing was changed.')
  expect(fault.seen()).toBe(3)
  await expect(page.getByTestId('live-assertive').first()).toContainText('could not be loaded')
  await failed.getByText('Details', { exact: true }).click()
  await expect(failed).toContainText('req_fault')
  await failed.getByRole('button', { name: 'Copy details' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('Request: req_fault')
  expect(copied).not.toContain('wsk_')
  await fault.end()
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: board.board.name })).toBeVisible()
})

test('5.1 a failure is told also when no more code comes', async ({ page, board, complaints }) => {
  // Not what the first paint needs: all that is fetched after it.
  await page.route(/assets\/(connection-lines|shell-parts|problem|toast-list)/, (route) =>
    route.abort('connectionfailed'),
  )
  const fault = await refuse(page, 'GET', BOARDS, 500, 'internal_error')
  await page.goto('/boards')
  const failed = page.locator('[data-state=error]')
  await expect(failed).toContainText('Boards could not be loaded.', { timeout: 20_000 })
  await fault.end()

  await openBoard(page, board.id)
  await refuse(page, 'PATCH', /\/v1\/cards\//, 400, 'validation_error')
  await page.getByTestId('card').first().focus()
  await page.keyboard.press('e')
  await expect(page.getByTestId('toast')).toContainText('Not saved')
  await expect(page.getByTestId('card').first()).toBeVisible()
  complaints.length = 0 // the code that did not come
})

test('5.2 a board that is gone says so, with one way on and no way to try again', async ({
  page,
}) => {
  await page.goto('/boards/brd_nobody')
  await expect(page.locator('[data-state=error]')).toContainText('This board is not here.')
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to boards' }).click()
  await expect(page).toHaveURL(/\/boards$/)
})

test('5.2 an answer that is a page of something in between is a failure, never shown', async ({
  page,
}) => {
  await answerHtml(page, 'GET', BOARDS)
  await page.goto('/boards')
  await expect(page.locator('[data-state=error]')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('Welcome to the hotel')).toHaveCount(0)
})

test('5.1 a refresh shows a moving line and leaves what is there, also when it fails', async ({
  page,
  board,
}) => {
  await openBoard(page, board.id)
  const before = await namesIn(page, 'Ideas')
  const letGo = await hold(page, /\/v1\/boards/)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByTestId('refreshing')).toBeVisible()
  expect(await namesIn(page, 'Ideas')).toEqual(before)
  letGo()
  await expect(page.getByTestId('refreshing')).toHaveCount(0)

  await page.unrouteAll()
  const fault = await refuse(page, 'GET', /\/v1\/boards/, 500, 'internal_error')
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect.poll(fault.seen, { timeout: 20_000 }).toBeGreaterThan(5)
  await page.waitForTimeout(500)
  expect(await namesIn(page, 'Ideas')).toEqual(before)
})
