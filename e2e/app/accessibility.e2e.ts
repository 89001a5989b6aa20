import { findThemeViolations, findViolationsIn } from '../axe.ts'
import { cardNamed } from '../board-page.ts'
import { type Fault, holdRequests, rejectRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'
import { areas, expectAction, followLink, routes, routesOf } from '../routes.ts'

const READS = /\/v1\/(?!me$)/

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const area of areas)
  test(`G11 axe reports no violation on pages of ${area} in any state and theme`, async ({
    page,
    signIn,
    targets,
  }) => {
    test.slow() // thirty looks
    await signIn(page)
    await page.goto('/nowhere')
    let last: Fault | undefined
    for (const [at, name] of routesOf(area).entries()) {
      // While nothing is loaded, and when that fails, what is around the page is the same on all pages of the area.
      const look = () => (at === 0 ? findThemeViolations(page) : findViolationsIn(page, 'main'))
      // All that the import reads is what the server can do, so that only a page load shows its states.
      const isImport = name === 'import'
      const reads = isImport ? /\/v1\/me$/ : READS
      // While it loads and when that fails, nothing of the server is on the page. A server that refuses its description is
      // described by the public API.
      const [status, code] =
        name === 'reference' ? [500, 'internal_error'] : [403, 'insufficient_scope']
      const rejections = await rejectRequests(page, 'GET', reads, status, code)
      // Only now: between two pages something would load by itself what the next one shows.
      await last?.end()
      last = rejections
      const held = await holdRequests(page, 'GET', reads)
      const path = routes[name].path(targets)
      // The first look is also at what is around the page before anything of the server is there.
      await (isImport || at === 0 ? page.goto(path) : followLink(page, path))
      await expect(page.locator('[data-state=loading]').first(), name).toBeVisible()
      expect(await look(), `${name} while it loads`).toEqual([])

      held.release()
      await expect(page.locator('[data-state=error]').first(), name).toBeVisible()
      expect(await look(), `${name} that failed`).toEqual([])
      await expectAction(page, page.locator('main'), name)
      await held.end()
      await followLink(page, '/nowhere')
      await expect(page.locator('[data-page=missing]')).toBeVisible()
    }
    await last?.end()
    // Only now, because a page shows what another one has loaded.
    for (const name of routesOf(area)) {
      await followLink(page, routes[name].path(targets))
      await expect(page.locator(routes[name].ready).first(), name).toBeVisible()
      expect(await findThemeViolations(page), name).toEqual([])
    }
  })

test('axe reports no violation in empty states of either theme', async ({ page, signIn }) => {
  test.slow() // twelve looks
  const pages = [
    ['/', page.getByRole('region', { name: 'Get started' })],
    ['/boards', page.locator('[data-state=empty]')],
    ['/boards?archived=true', page.locator('[data-state=empty]')],
    ['/nowhere', page.locator('[data-page=missing]')],
    ['/boards/brd_gone', page.locator('[data-state=missing]')],
  ] as const
  await page.goto('/sign-in')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await findThemeViolations(page)).toEqual([])
  await signIn(page)
  for (const [address, ready] of pages) {
    await page.goto(address)
    await expect(ready).toBeVisible()
    await expect(page.locator('[data-state=loading]')).toHaveCount(0)
    expect(await findThemeViolations(page), address).toEqual([])
  }
})

test('axe reports no violation in a dialog of either theme', async ({ page, signIn, board }) => {
  test.slow() // eight looks
  await signIn(page)
  await page.goto(`/boards/${board.id}`)
  await cardNamed(page, 'Book the room').focus()
  for (const key of ['Control+k', '?', 'm', 'c']) {
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog').or(page.locator('main textarea')).first()).toBeVisible()
    expect(await findThemeViolations(page), key).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await cardNamed(page, 'Book the room').focus()
  }
})
