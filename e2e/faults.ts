import type { Page, Route } from '@playwright/test'

/** What a service cannot be made to do on demand. Each fault holds until `end()` or the end of the test. */
export interface Fault {
  readonly seen: () => number
  readonly end: () => Promise<void>
}

const envelope = (code: string, message: string) =>
  JSON.stringify({ error: { code, message, request_id: 'req_fault' } })

async function on(
  page: Page,
  url: RegExp,
  method: string,
  answer: (route: Route) => Promise<void>,
) {
  let count = 0
  const handle = async (route: Route) => {
    if (route.request().method() !== method) return route.fallback()
    count += 1
    return answer(route)
  }
  await page.route(url, handle)
  return { seen: () => count, end: () => page.unroute(url, handle) }
}

/** The service answers with this status and an envelope of this code. */
export const refuse = (page: Page, method: string, url: RegExp, status: number, code: string) =>
  on(page, url, method, (route) =>
    route.fulfill({
      status,
      contentType: 'application/json',
      body: envelope(code, `Refused with ${status} for this test.`),
    }),
  )

/** The request never arrives. */
export const cut = (page: Page, method: string, url: RegExp) =>
  on(page, url, method, (route) => route.abort('connectionfailed'))

/** The service does its work and the answer is lost on the way back. */
export const loseAnswer = (page: Page, method: string, url: RegExp) =>
  on(page, url, method, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })

/** The request waits until it is let go; what comes after that goes straight through. */
export async function hold(page: Page, method: string, url: RegExp) {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const fault = await on(page, url, method, async (route) => {
    await held
    await route.fallback().catch(() => undefined) // cancelled meanwhile
  })
  return { ...fault, letGo }
}

/** Something in between answers with a page of its own. */
export const answerHtml = (page: Page, method: string, url: RegExp) =>
  on(page, url, method, (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome to the hotel</h1>' }),
  )

/** The page hears nothing of what others change until it asks: the stream of events is never answered. */
export const deafen = (page: Page) => page.route(/\/v1\/events\/stream/, () => undefined)
