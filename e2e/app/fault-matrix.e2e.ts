import type { Page, Route } from '@playwright/test'

import { expect, type RouteTargets, test } from '../fixtures.ts'
import {
  advanceUntil,
  areas,
  expectAction,
  followLink,
  type RouteName,
  routes,
  routesOf,
  waitForLoading,
} from '../routes.ts'

const API = /\/v1\//

const envelope =
  (status: number, code: string, headers = {}) =>
  (route: Route) =>
    route.fulfill({
      status,
      headers,
      json: { error: { code, message: `Refused with ${status}.`, request_id: 'req_matrix' } },
    })
const text = (contentType: string, body: string) => (route: Route) =>
  route.fulfill({ contentType, body })

type Respond = (route: Route) => Promise<void>

type Fault = readonly [name: string, respond: Respond]

// What a page shows depends on the `ApiError` alone, which a unit test checks, and every fault becomes one.
// These two pages have all kinds of queries: sent by index.html, in parallel, page by page, in panels of their own and
// refetched while they are open. They prove every fault; the other pages prove that each of their queries has a state.
const pagesWithAllFaults: readonly RouteName[] = ['board', 'report']

const unauthenticated: Fault = ['401', envelope(401, 'unauthenticated')]
/** Missing access, a missing item and a broken server differ in what a page offers. */
const forbidden: Fault = ['403', envelope(403, 'insufficient_scope')]
const notFound: Fault = ['404', envelope(404, 'not_found')]
const broken: Fault = ['500', envelope(500, 'internal_error')]
/** Other faulty responses. Offline and timeout have a test below, since they are not responses. */
const otherFaults: readonly Fault[] = [
  ['409', envelope(409, 'conflict')],
  ['422', envelope(422, 'validation_error')],
  ['429', envelope(429, 'rate_limited', { 'retry-after': '1' })],
  ['503', envelope(503, 'service_unavailable', { 'retry-after': '1' })],
  ['reset', (route) => route.abort('connectionreset')],
  ['HTML', text('text/html', '<!doctype html><h1>Welcome to the hotel</h1>')],
  ['broken JSON', text('application/json', '{"data": [{"id": "brd_')],
]
const wrongShape: Fault = [
  'wrong shape',
  text('application/json', '{"data": {"lists": 7}, "paging": "soon"}'),
]

/** The page shows an error state or dialog with an action; it is neither blank nor crashed. */
async function expectFault(page: Page, fault: string) {
  const dialog = page.getByRole('dialog')
  const failed = page.locator('[data-state=error], [data-state=missing]')
  await advanceUntil(page, () =>
    expect(dialog.or(failed).first(), fault).toBeVisible({ timeout: 200 }),
  )
  await expectAction(page, (await dialog.count()) > 0 ? dialog : page.locator('main'), fault)
  expect(await page.locator('body').innerText(), fault).not.toContain('hotel')
}

/** Shows each fault on each page by links: nothing has been loaded that a page could show. */
async function walkFaults(
  page: Page,
  names: readonly RouteName[],
  targets: RouteTargets,
  faults: readonly Fault[],
) {
  // All of them share one route. Without a route the browser sends what a fault still holds, and what the service responds
  // is shown instead of the next fault.
  let [, current] = forbidden
  await page.route(API, (route) => current(route))
  await page.goto('/nowhere')
  for (const [fault, respond] of faults) {
    current = respond
    for (const name of names) {
      await followLink(page, routes[name].path(targets))
      // The missing page is a state with an action too, until the page has its code.
      await expect(page.locator('[data-page=missing]')).toHaveCount(0)
      await expectFault(page, `${name}, ${fault}`)
      await followLink(page, '/nowhere')
      await expect(page.locator('[data-page=missing]')).toBeVisible()
    }
  }
  await page.unrouteAll({ behavior: 'wait' }) // responses of the last fault may be on their way
}

/** Shows a fault in a page load. Then it ends, and the page loads by a retry. */
async function endFault(
  page: Page,
  name: RouteName,
  targets: RouteTargets,
  [fault, respond]: Fault,
) {
  await page.route(API, respond)
  await page.goto(routes[name].path(targets))
  await expectFault(page, `${name}, ${fault}`)
  await page.unrouteAll({ behavior: 'wait' })
  const failed = page.locator('[data-state=error]')
  // One of them may recover with another, before it is pressed.
  await expect(async () => {
    if ((await failed.count()) > 0)
      await failed.first().getByRole('button', { name: 'Try again' }).click({ timeout: 2000 })
    await expect(failed).toHaveCount(0, { timeout: 2000 })
  }).toPass()
  await expect(page.locator(routes[name].ready).first(), name).toBeVisible()
}

// What most pages show for 403 is in accessibility.e2e.ts, which looks at that state; of the reference it looks at another.
for (const area of areas)
  test(`G11 pages of ${area} show a state with an action for 404 and 500`, async ({
    page,
    signIn,
    targets,
  }) => {
    test.slow()
    await signIn(page)
    await page.clock.install()
    const names = routesOf(area).filter((name) => !pagesWithAllFaults.includes(name))
    await walkFaults(page, names, targets, [notFound])
    const isReference = (name: RouteName) => name === 'reference'
    if (names.some(isReference))
      await walkFaults(page, names.filter(isReference), targets, [forbidden])
    for (const name of names) await endFault(page, name, targets, broken)
  })

for (const name of pagesWithAllFaults) {
  const { path } = routes[name]

  test(`G11 ${name} shows a state with an action for every fault`, async ({
    page,
    signIn,
    targets,
  }) => {
    test.slow()
    await signIn(page)
    await page.clock.install()
    const [fault, respond] = unauthenticated
    await page.route(API, respond)
    await page.goto(path(targets))
    await expectFault(page, fault) // asks for a key, over every page
    await walkFaults(page, [name], targets, [forbidden, notFound, broken, ...otherFaults])
    await endFault(page, name, targets, wrongShape)
  })
}

test('G11 board and report name a request timeout and a lost network', async ({
  page,
  context,
  signIn,
  targets,
}) => {
  await signIn(page)
  await page.clock.install()
  for (const name of pagesWithAllFaults) {
    const { path, ready } = routes[name]
    await page.route(API, () => undefined)
    await page.goto(path(targets))
    await waitForLoading(page)
    await page.clock.fastForward(9000)
    await expect(page.getByText('Still loading').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel' }).first()).toBeVisible()

    await expect(page.locator('html')).toHaveAttribute('data-online', 'true') // the shell is whole
    await followLink(page, '/nowhere')
    await expect(page.locator('[data-page=missing]')).toBeVisible()
    await context.setOffline(true) // before the browser sends what the route holds
    await page.unroute(API)
    await followLink(page, path(targets))
    await expect(page.getByText('You’re offline.').first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await context.setOffline(false)
    await advanceUntil(page, () =>
      expect(page.locator(ready).first()).toBeVisible({ timeout: 200 }),
    )
  }
})
