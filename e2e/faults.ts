import type { Page, Route } from '@playwright/test'

/** A network or service fault, active until `end()` or the end of the test. */
export interface Fault {
  readonly count: () => number
  readonly end: () => Promise<void>
}

const envelope = (code: string, message: string) =>
  JSON.stringify({ error: { code, message, request_id: 'req_fault' } })

/**
 * Routes requests of a page that may be open. The browser says that it intercepts requests before the page knows: a key
 * would be handled first, and its request would pass by the route. A script runs in the page only after that.
 */
export async function routeRequests(
  page: Page,
  url: RegExp | string,
  handle: (route: Route) => unknown,
) {
  await page.route(url, handle)
  await page.evaluate(() => undefined)
}

async function intercept(
  page: Page,
  url: RegExp,
  method: string,
  respond: (route: Route) => Promise<void>,
) {
  let count = 0
  const handle = async (route: Route) => {
    if (route.request().method() !== method) return route.fallback()
    count += 1
    return respond(route)
  }
  await routeRequests(page, url, handle)
  return { count: () => count, end: () => page.unroute(url, handle) }
}

/** Responds with this status and an error envelope of this code. */
export const rejectRequests = (
  page: Page,
  method: string,
  url: RegExp,
  status: number,
  code: string,
) =>
  intercept(page, url, method, (route) =>
    route.fulfill({
      status,
      contentType: 'application/json',
      body: envelope(code, `Refused with ${status} for this test.`),
    }),
  )

export const failRequests = (page: Page, method: string, url: RegExp) =>
  intercept(page, url, method, (route) => route.abort('connectionfailed'))

/** The service handles the request, but its response is lost; it counts once it is. */
export async function dropResponses(page: Page, method: string, url: RegExp) {
  let lost = 0
  const fault = await intercept(page, url, method, async (route) => {
    await route.fetch()
    await route.abort('connectionreset').catch(() => undefined) // the fault ended meanwhile
    lost += 1
  })
  return { ...fault, count: () => lost }
}

/** Holds matching requests until `release()`; later ones pass. */
export async function holdRequests(page: Page, method: string, url: RegExp) {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const fault = await intercept(page, url, method, async (route) => {
    await released
    await route.fallback().catch(() => undefined) // cancelled meanwhile
  })
  return { ...fault, release }
}

/** The event stream never connects, so the page learns of remote changes by polling only. */
export const blockEventStream = (page: Page) => page.route(/\/v1\/events\/stream/, () => undefined)

/** Another tab is in front of the page, or no longer. */
export const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    Object.defineProperty(document, 'visibilityState', {
      value: value ? 'hidden' : 'visible',
      configurable: true,
    })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, hidden)
