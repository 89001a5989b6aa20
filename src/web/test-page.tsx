// First, as in main.tsx: rules of the same weight depend on their order.
import '#web/styles.css'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, onTestFinished, vi } from 'vitest'
import { commands, type Locator, locators, page } from 'vitest/browser'

import type { EndpointName, Input, ResponseBody } from '#contract/endpoints.ts'
import { parseRequestLine } from '#contract/request-line.ts'
import { applyAppearance } from '#web/app/appearance.ts'
import { createRouter } from '#web/app/router.tsx'
import { closeSession } from '#web/connections/active-session.ts'
import { Component as Gallery } from '#web/gallery/gallery-page.tsx'
import { paths } from '#web/paths.ts'
import { activate, forget, listConnections, saveConnection } from '#web/session/connections.ts'
import { RoutesContext } from '#web/shell/page-route.ts'
import { setDateSettings } from '#web/ui/format.ts'
import { setShowExactTimes } from '#web/ui/relative-time.tsx'
import { dismissAllToasts } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** Elements that no role, label or test id names. */
    getByCss: (selector: string) => Locator
  }
}

locators.extend({ getByCss: (selector) => `css=${selector}` })

// The files of a worker share one page. Each test renders into an element of its own and leaves nothing behind.

/** Renders an element without a router or a session. */
export function render(element: ReactNode): HTMLElement {
  const container = document.createElement('div')
  container.id = 'root'
  document.body.append(container)
  // Tab starts at the top of the page, not where the last test had the focus.
  container.tabIndex = -1
  container.focus()
  container.removeAttribute('tabindex')
  const root = createRoot(container)
  root.render(element)
  onTestFinished(async () => {
    root.unmount()
    container.remove()
    for (const name of ['online', 'theme', 'density']) delete document.documentElement.dataset[name]
    document.title = ''
    setShowExactTimes(false)
    setDateSettings({ timeZone: '', locale: '', firstDay: null })
    dismissAllToasts()
    localStorage.clear()
    sessionStorage.clear()
    await commands.emulateMedia(mediaOfTheSystem)
    await page.viewport(1440, 900)
    await commands.mouse('move', 0, 0)
  })
  return container
}

const mediaOfTheSystem = {
  colorScheme: 'light',
  reducedMotion: 'no-preference',
  forcedColors: 'none',
  contrast: 'no-preference',
  media: 'screen',
} as const

/** Renders one part of the gallery without motion, or all of it with an empty `part`. */
export async function openGallery(part: string, look = 'theme=light') {
  await commands.emulateMedia({ reducedMotion: 'reduce' })
  const router = createMemoryRouter([{ path: '_gallery', Component: Gallery }], {
    initialEntries: [`/_gallery?${part && `part=${part}&`}${look}`],
  })
  render(
    <>
      <RouterProvider router={router} />
      <Toaster />
    </>,
  )
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  // An effect sets the look after the first paint.
  await expect.poll(() => document.documentElement.dataset['density']).toBeDefined()
  return router
}

/** What the stub of the service receives. */
interface StubRequest<N extends EndpointName> {
  readonly input: Input<N>
  readonly headers: Headers
  /** Aborted when the page no longer needs the response. */
  readonly signal: AbortSignal
}

/** The responses of a service by endpoint: a body, or a function that returns a body or a whole response. */
export type Responses = {
  readonly [N in EndpointName]?:
    | Partial<ResponseBody<N>>
    | ((request: StubRequest<N>) => Partial<ResponseBody<N>> | Response | Promise<Response>)
} & {
  /** Not a row of the contract, because its body does not end. */
  readonly 'GET /events/stream'?: () => Response | Promise<Response>
}

interface PageOptions {
  readonly capabilities?: readonly string[]
  readonly scope?: 'read' | 'write'
  /** As the person chose it for this connection. */
  readonly readOnly?: boolean
}

const BASE_URL = 'http://service.example/v1'

export const errorResponse = (status: number, code: string, message = 'Refused for this test.') =>
  Response.json({ error: { code, message, request_id: 'req_test' } }, { status })

/**
 * Renders the dashboard at `path`, signed in to a service that has the given responses and no other resource. Returns the
 * requests it has received, as request lines such as `GET /boards`.
 */
export async function openPage(path: string, responses: Responses, options: PageOptions = {}) {
  const { capabilities = [], scope = 'write', readOnly = false } = options
  const requests: string[] = []
  const me = { key: { scope }, workspace: { id: 'wsp_1', name: 'Test' }, capabilities }
  const respond = createResponder({ 'GET /me': me, ...responses } as Responses)
  const send = globalThis.fetch
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    if (!request.url.startsWith(BASE_URL)) return send(input, init)
    requests.push(`${request.method} ${request.url.slice(BASE_URL.length)}`)
    const response = await respond(request)
    request.signal.throwIfAborted()
    return response
  })
  const connection = await saveConnection({
    base_url: BASE_URL,
    key: 'wsk_w_test',
    keep: 'tab',
    scope,
    read_only: readOnly,
  })
  activate(connection.fingerprint)
  const address = location.href
  history.replaceState(null, '', path)
  const router = createRouter()
  const stopAppearance = applyAppearance()
  // Before `render`, so that it runs after the pages are gone.
  onTestFinished(() => {
    router.dispose()
    closeSession()
    stopAppearance()
    vi.unstubAllGlobals()
    history.replaceState(null, '', address)
  })
  render(
    <>
      <RoutesContext value={router.routes}>
        <RouterProvider router={router} />
      </RoutesContext>
      <Toaster />
    </>,
  )
  return { requests, router }
}

function createResponder(responses: Responses) {
  const table = Object.entries(responses).map(([name, response]) => {
    const { method, path, params } = parseRequestLine(name)
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}$`)
    return { method, pattern, params, response }
  })
  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const path = url.pathname.slice(new URL(BASE_URL).pathname.length)
    for (const { method, pattern, params, response } of table) {
      const match = method === request.method && pattern.exec(path)
      if (!match) continue
      if (typeof response !== 'function') return Response.json(response)
      const text = await request.text()
      const input = {
        ...Object.fromEntries(url.searchParams),
        ...Object.fromEntries(
          params.map((param, at) => [param, decodeURIComponent(match[at + 1] ?? '')]),
        ),
        ...(text && (JSON.parse(text) as object)),
      }
      // The table pairs each function with the endpoint of its key, which the compiler loses in `Object.entries`.
      const result = await (response as (request: object) => unknown)({
        input,
        headers: request.headers,
        signal: request.signal,
      })
      return result instanceof Response ? result : Response.json(result)
    }
    return errorResponse(404, 'not_found')
  }
}

/** One property of the computed style. */
export const styleOf = (target: Locator, name: string) =>
  getComputedStyle(target.element()).getPropertyValue(name)

/** The texts of all elements of a locator, with spaces as they are rendered. */
export const textsOf = (target: Locator): string[] =>
  target.elements().map((element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim())

export function parentOf(target: Locator): HTMLElement {
  const parent = target.element().parentElement
  if (!parent) throw new Error('The element has no parent.')
  return parent
}

/** A phone: a touch screen in a narrow window. */
export async function emulatePhone(width = 390, height = 844) {
  onTestFinished(() => commands.emulateTouch(false))
  await commands.emulateTouch(true)
  await page.viewport(width, height)
}

/** Taps the middle of an element once it rests there: a popover is out of the window until it has its place, then moves. */
export async function tap(target: Locator) {
  await expect.element(target).toBeVisible()
  target.element().scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const middle = () => {
    const { x, y, width, height } = target.element().getBoundingClientRect()
    return [x + width / 2, y + height / 2] as const
  }
  let last = middle()
  await expect
    .poll(async () => {
      const previous = last
      await new Promise(requestAnimationFrame)
      last = middle()
      const isOnTop = target.element().contains(document.elementFromPoint(...last))
      return isOnTop && previous.join() === last.join()
    })
    .toBe(true)
  await commands.tap(...last)
}

/** How much wider than the window the page is. */
export const excessWidth = () =>
  document.documentElement.scrollWidth - document.documentElement.clientWidth

/** The part of a page that has this name. */
export const section = (name: string | RegExp) => page.getByRole('region', { name })

/** Presses Tab until the control has the focus, as a person would. */
export async function tabTo(control: Locator) {
  const isReached = await commands.tabTo(control.selector)
  if (!isReached) throw new Error('Tab does not reach the control.')
}

/** As `sign-out-sync.ts` does when another tab signs out everywhere. */
export async function signOutElsewhere(router: Awaited<ReturnType<typeof openPage>>['router']) {
  for (const { fingerprint } of listConnections()) forget(fingerprint)
  closeSession()
  await router.navigate(paths.signIn(), { replace: true })
}
