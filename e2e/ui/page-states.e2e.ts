import { countResponses, namesIn, openBoard } from '../board-page.ts'
import { failRequests, holdRequests, rejectRequests } from '../faults.ts'
import { IDEAS, expect, test } from '../fixtures.ts'
import { advanceUntil, openWithDeferredCode } from '../routes.ts'
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
