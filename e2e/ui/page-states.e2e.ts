import { countResponses, namesIn, openBoard } from '../board-page.ts'
import { failRequests, holdRequests, rejectRequests, respondHtml } from '../faults.ts'
import { IDEAS, expect, test } from '../fixtures.ts'
import { advanceUntil, openWithDeferredCode, waitForLoading } from '../routes.ts'
import { isPublicProfile } from '../service.ts'

const BOARDS = /\/v1\/boards(\?|$)/

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page)
})

test('5.1 a skeleton appears after 200 ms and stays for 400', async ({ page, board }) => {
  const skeleton = page.locator('[data-state=loading]')
  const link = page.getByRole('link', { name: board.board.name })
  const openStill = async () => {
    const reads = await holdRequests(page, 'GET', BOARDS)
    await page.goto('/boards')
    await expect(skeleton).toHaveAttribute('aria-busy', 'true')
    return reads
  }
  // Time passes only when the test says so.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const quick = await openStill()
  await expect(skeleton.locator('> div').first()).toHaveCSS('animation-delay', '0.2s')
  await page.clock.runFor(190)
  quick.release()
  await expect(link).toBeVisible()

  const slow = await openStill()
  await page.clock.runFor(200)
  const answered = countResponses(page, BOARDS)
  slow.release()
  await expect.poll(answered).toBeGreaterThan(0)
  await page.clock.runFor(390)
  await page.waitForTimeout(300) // for what must not come
  await expect(skeleton).toBeVisible()
  await expect(link).toHaveCount(0)
  await page.clock.runFor(10)
  await expect(link).toBeVisible()
})

test('5.1 slow loading can be canceled and retried', async ({ page, board }) => {
  await page.clock.install()
  const reads = await holdRequests(page, 'GET', BOARDS)
  await page.goto('/boards')
  await waitForLoading(page)
  await page.clock.runFor(8100)
  await expect(page.getByText('Still loading')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Loading stopped')).toBeVisible()
  await expect(page.locator('[data-state=loading]')).toHaveAttribute('aria-busy', 'false')
  reads.release()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.clock.runFor(1000)
  await expect(page.getByRole('link', { name: board.board.name })).toBeVisible()
})

test(
  '5.1 nothing there: one heading, one next step, in its own place',
  { tag: '@both' },
  async ({ page }) => {
    await page.goto('/boards')
    const empty = page.locator('[data-state=empty]')
    await expect(empty).toContainText('No boards yet')
    if (isPublicProfile())
      await expect(empty).toContainText('Boards created on the server appear here.')
    await expect(page.getByRole('button', { name: 'New board' })).toHaveCount(
      isPublicProfile() ? 0 : 1,
    )
  },
)

test('5.1 an empty search names, announces and clears its filter', async ({ page, board }) => {
  await page.goto('/boards?q=zebra')
  await expect(page.locator('[data-state=filtered-empty]')).toContainText('No boards match “zebra”')
  await expect(page.getByTestId('live-polite').first()).toContainText('No boards match')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByRole('link', { name: board.board.name })).toBeVisible()
})

test('5.1 5.2 an error state has the reason, request id and retry', async ({
  page,
  board,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const fault = await rejectRequests(page, 'GET', /\/v1\/boards$/, 500, 'internal_error')
  await page.clock.install()
  await page.goto('/boards')
  const failed = page.locator('[data-state=error]')
  await advanceUntil(page, () => expect(failed).toBeVisible({ timeout: 500 }))
  await expect(failed).toContainText('Couldn’t load boards')
  await expect(failed).toContainText('Something went wrong on the server.')
  expect(fault.count()).toBe(3)
  await expect(page.getByTestId('live-assertive').first()).toContainText('Couldn’t load')
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

test('5.1 the error state needs no further chunk', async ({ page, board, pageErrors }) => {
  // Not what the first paint needs: all that is fetched after it.
  const shell = await failRequests(page, 'GET', /assets\/deferred-shell/)
  const fault = await rejectRequests(page, 'GET', BOARDS, 500, 'internal_error')
  await page.clock.install()
  await page.goto('/boards')
  const failed = page.locator('[data-state=error]')
  await advanceUntil(page, () => expect(failed).toBeVisible({ timeout: 500 }))
  await expect(failed).toContainText('Couldn’t load boards')
  await fault.end()

  await openBoard(page, board.id)
  await rejectRequests(page, 'PATCH', /\/v1\/cards\//, 400, 'validation_error')
  await page.getByTestId('card').first().focus()
  await page.keyboard.press('e')
  await expect(page.getByTestId('toast')).toContainText('Not saved')
  await expect(page.getByTestId('card').first()).toBeVisible()
  await expect.poll(shell.count).toBeGreaterThan(0)
  pageErrors.length = 0 // the failed chunks
})

test('5.2 1.5 a missing board is requested once and named once', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('brd_nobody') && request.resourceType() === 'fetch')
      requests.push(new URL(request.url()).pathname)
  })
  await openWithDeferredCode(page, '/boards/brd_nobody')
  const state = page.locator('[data-state=missing]')
  await expect(state.getByRole('heading', { level: 1 })).toHaveText('Board not found')
  await expect(page.getByRole('main')).toHaveText(
    'Board not foundIt may have been deleted or is in another workspace.Back to boards',
  )
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  expect(requests.toSorted()).toEqual(['/v1/boards/brd_nobody', '/v1/boards/brd_nobody/cards'])
  const { x = 0, width = 0 } = (await state.boundingBox()) ?? {}
  const main = (await page.getByRole('main').boundingBox()) ?? { x: 0, width: 0 }
  expect(Math.abs(x + width / 2 - main.x - main.width / 2)).toBeLessThan(2)
  await page.getByRole('link', { name: 'Back to boards' }).click()
  await expect(page).toHaveURL(/\/boards$/)
})

test('1.5 the page that does not exist has an action of normal width', async ({ page }) => {
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  const action = page.getByRole('main').getByRole('link')
  await expect(action).toHaveCount(1)
  expect((await action.boundingBox())?.width).toBeLessThan(240)
})

test('1.5 the heading of a board is its name from the first paint', async ({ page, board }) => {
  await page.addInitScript(() => {
    const headings: string[] = []
    Object.assign(window, { headings })
    new MutationObserver(() => {
      const text = document.querySelector('h1')?.textContent
      if (text !== undefined && headings.at(-1) !== text) headings.push(text)
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
  const headings = () => page.evaluate(() => Reflect.get(window, 'headings') as string[])
  const reads = await holdRequests(page, 'GET', /\/v1\/boards\/[^/]+(\/cards.*)?$/)
  await page.goto('/boards')
  await page.getByRole('main').getByRole('link', { name: board.board.name }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(board.board.name)
  await expect(page.locator('[data-state=loading]')).toBeVisible()
  expect(await headings()).toEqual(['Boards', board.board.name])
  reads.release()
  await expect(page.getByTestId('card').first()).toBeVisible()

  await reads.end()
  const cold = await holdRequests(page, 'GET', /\/v1\/boards/)
  await page.goto(`/boards/${board.id}`)
  await expect(page.locator('[data-state=loading]')).toBeVisible()
  await expect(heading).toHaveText('Loading board')
  cold.release()
  await expect(heading).toHaveText(board.board.name)
  expect(await headings()).toEqual(['Loading board', board.board.name])
})

test('5.2 an HTML response of a proxy is an error', async ({ page }) => {
  await respondHtml(page, 'GET', BOARDS)
  await page.goto('/boards')
  await expect(page.locator('[data-state=error]')).toBeVisible()
  await expect(page.getByText('Welcome to the hotel')).toHaveCount(0)
})

test('5.1 a refetch shows progress and keeps the data, also when rejected', async ({
  page,
  board,
}) => {
  await page.clock.install()
  await openWithDeferredCode(page, `/boards/${board.id}`)
  await expect.poll(() => namesIn(page, 'Ideas')).toEqual(IDEAS)
  const reads = await holdRequests(page, 'GET', /\/v1\/boards/)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByTestId('refreshing')).toBeVisible()
  expect(await namesIn(page, 'Ideas')).toEqual(IDEAS)
  reads.release()
  await expect(page.getByTestId('refreshing')).toHaveCount(0)
  await reads.end()

  const fault = await rejectRequests(page, 'GET', /\/v1\/boards/, 500, 'internal_error')
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await advanceUntil(page, () => expect.poll(fault.count, { timeout: 500 }).toBeGreaterThan(5))
  await expect(page.getByTestId('refreshing')).toHaveCount(0)
  expect(await namesIn(page, 'Ideas')).toEqual(IDEAS)
})
