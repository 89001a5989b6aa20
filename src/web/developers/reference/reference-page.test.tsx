import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { ResponseBody } from '#contract/endpoints.ts'
import { openapi, publicOpenapi } from '#contract/openapi.ts'
import { findThemeViolations } from '#web/test-axe.ts'
import {
  emulatePhone,
  errorResponse,
  excessWidth,
  openPage,
  type Responses,
  textsOf,
} from '#web/test-page.tsx'
import { parseReference } from './reference.rules.ts'

const contract = openapi('http://service.example/v1', '1')
const KEY = 'wsk_w_test'

/** Described as far as it goes: its one endpoint cannot be. */
const hostileDocument = { paths: { '/x': { get: null } } }

const openReference = (search = '', responses: Responses = {}) =>
  openPage(`/developers/reference${search}`, { 'GET /openapi.json': contract, ...responses })

const cards = '?endpoint=GET%20/boards/:board_id/cards'
const list = page.getByRole('navigation', { name: 'Endpoints' })
const rows = list.getByRole('link')
const pane = page.getByRole('region', { name: 'API reference' })
const heading = (name: string | RegExp) => pane.getByRole('heading', { name, level: 2 })
const search = page.getByRole('searchbox', { name: 'Search endpoints' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const sample = (language = 'curl') => pane.getByRole('region', { name: language, exact: true })
const result = pane.getByRole('region', { name: 'Response body' })

test('a search finds an endpoint, which opens beside the list and is in the address', async () => {
  const { router } = await openReference()
  await expect.element(heading('Authentication')).toBeVisible()
  expect(textsOf(rows).slice(0, 2)).toEqual([
    'AuthenticationSend your API key with every request',
    'ErrorsEvery error code, and what to do',
  ])
  await search.fill('per_list cards')
  await expect.poll(() => textsOf(rows).length).toBe(1)
  await expect.element(page.getByTestId('live-polite')).toHaveTextContent('1 match')
  await rows.click()
  await expect.element(heading('GET /boards/:board_id/cards')).toBeVisible()
  await expect.element(rows).toHaveAttribute('aria-current', 'true')
  expect(router.state.location.search).toBe(`${cards}&q=per_list%20cards`)
  await expect.element(page.getByText('Scope read: any key')).toBeVisible()
  await router.navigate(-1)
  await expect.element(heading('Authentication')).toBeVisible()
  expect(await findThemeViolations()).toEqual([])
})

test('a search without a match says so and can be cleared', async () => {
  await openReference('?q=zebra+quagga')
  await expect
    .element(page.getByRole('heading', { name: 'Nothing matches “zebra quagga”' }))
    .toBeVisible()
  await button('Clear search').click()
  await expect.element(rows.first()).toBeVisible()
})

test('additions are marked with a word and their capability', async () => {
  await openReference('?endpoint=POST%20/boards/:board_id/cards&q=cards/batch')
  const fields = pane.getByRole('listitem')
  await expect
    .element(fields.filter({ hasText: 'description' }).first())
    .toHaveTextContent('Addition: cards.details')
  await expect.element(fields.filter({ hasText: /^name/ }).first()).toHaveTextContent('Required')
  await expect.element(rows.first()).toHaveTextContent('Addition')
})

test('the document has fewer than 900 elements with any section open', async () => {
  const { router } = await openReference()
  await expect.element(rows.first()).toBeVisible()
  const large: string[] = []
  for (const { id } of parseReference(contract)) {
    await router.navigate(`?endpoint=${encodeURIComponent(id)}`)
    const title = () => document.querySelector('article h2')?.textContent
    await expect.poll(title, { interval: 5 }).toBe(id)
    // The head of the built page has about forty.
    if (document.body.querySelectorAll('*').length >= 860) large.push(id)
  }
  expect(large).toEqual([])
})

test('with the optional fields open and a response there are fewer than 900 elements', async () => {
  await openReference(cards, {
    'GET /boards/:board_id/cards': () =>
      Response.json({ data: Array.from({ length: 500 }, (_, id) => ({ id })) }),
  })
  await pane.getByText(/^\d+ optional parameters$/).click()
  await pane.getByLabelText('board_id (required)').fill('brd_own')
  await button('Send').click()
  await expect.element(result).toHaveTextContent('"id": 0')
  expect(document.body.querySelectorAll('*').length).toBeLessThan(860)
})

test('a key that moves nothing leaves the focus alone', async () => {
  const { router } = await openReference()
  await expect.element(rows.first()).toBeVisible()
  rows.first().element().focus()
  await userEvent.keyboard('{Home}')
  search.element().focus()
  await router.navigate('?topic=errors')
  await expect.element(heading('Errors')).toBeVisible()
  await expect.element(search).toHaveFocus()
})

test('no row that is out of view is rendered, and the open one is', async () => {
  await openReference('?endpoint=GET%20/audit-log')
  await expect.element(list.getByRole('link', { name: '/audit-log' })).toBeVisible()
  expect(rows.elements().length).toBeLessThan(40)
})

test('rows grow with the text', async () => {
  document.documentElement.style.fontSize = '32px'
  onTestFinished(() => void (document.documentElement.style.fontSize = ''))
  await openReference()
  await expect.element(rows.first()).toBeVisible()
  expect(rows.first().element().getBoundingClientRect().height).toBe(112)
})

test('arrow keys move in the list and Enter opens', async () => {
  await openReference()
  await expect.element(rows.first()).toBeVisible()
  rows.first().element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(list.getByRole('link', { name: /^Errors/ })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Errors')).toBeVisible()
  await expect
    .element(pane.getByRole('listitem').filter({ hasText: 'rate_limited 429' }))
    .toHaveTextContent('Wait the seconds in Retry-After.')
  await userEvent.keyboard('{End}')
  await expect.element(list.getByRole('link', { name: '/audit-log' })).toHaveFocus()
  await userEvent.keyboard('{Home}')
  await expect.element(list.getByRole('link', { name: /^Authentication/ })).toHaveFocus()
})

test('an arrow key moves the focus before the effects of another render have run', async () => {
  const { router } = await openReference()
  await expect.element(rows.first()).toBeVisible()
  const row = rows.first().element()
  row.focus()
  const keyDown = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true })
  const observer = new MutationObserver(() => row.dispatchEvent(keyDown))
  observer.observe(list.element(), { subtree: true, attributeFilter: ['aria-current'] })
  await router.navigate('?topic=errors')
  await expect.element(rows.nth(1)).toHaveAttribute('aria-current', 'true')
  observer.disconnect()
  await expect.element(rows.nth(1)).toHaveFocus()
})

test('samples have a placeholder, never the key, and what was typed', async () => {
  const { router } = await openReference(cards)
  await expect.element(sample()).toHaveTextContent("--url 'http://service.example/v1/boards/brd_")
  await pane.getByLabelText('board_id (required)').fill('brd_own')
  await pane.getByText(/^\d+ optional parameters$/).click()
  await pane.getByLabelText('completed').selectOptions('true')
  await expect.element(sample()).toHaveTextContent('/boards/brd_own/cards?completed=true')
  for (const language of ['JavaScript', 'Python']) {
    await pane.getByText(language, { exact: true }).first().click()
    await expect.element(sample(language)).toHaveTextContent('/boards/brd_own/cards?completed=true')
    await expect.element(sample(language)).toHaveTextContent('Bearer <API_KEY>')
  }
  expect(document.body.textContent).not.toContain(KEY)
  await router.navigate('?endpoint=POST%20/lists')
  await expect.element(sample('Python')).toHaveTextContent('"name": "Example"')
  expect(pane.getByRole('button', { name: 'Send' }).elements()).toEqual([])
})

test('Try it sends the read and shows status, time and body', async () => {
  const requests: Request[] = []
  await openReference(cards, {
    'GET /boards/:board_id/cards': ({ input, headers }) => {
      requests.push(new Request('http://x.test', { headers }))
      return Response.json({ data: [{ id: 'crd_1', name: String(input.board_id) }] })
    },
  })
  await button('Send').click()
  const field = pane.getByLabelText('board_id (required)')
  await expect.element(field).toHaveAccessibleDescription(/Enter board_id/)
  await expect.element(field).toHaveFocus()
  expect(requests).toEqual([])
  await field.fill('brd_own')
  await userEvent.keyboard('{Enter}')
  await expect.element(result).toHaveTextContent('"name": "brd_own"')
  await expect.element(pane.getByRole('status')).toHaveTextContent(/^200.*\d+ ms · 42 bytes$/)
  expect(requests[0]?.headers.get('authorization')).toBe(`Bearer ${KEY}`)
  expect(document.body.textContent).not.toContain(KEY)
})

test('an error is in words with its code and request id, and the last response stays until then', async () => {
  const answers = [Response.json({ id: 'first' }), errorResponse(404, 'not_found')]
  await openReference('?endpoint=GET%20/workspace', {
    'GET /workspace': () => answers.shift() ?? Promise.reject(new TypeError('offline')),
  })
  await button('Send').click()
  await expect.element(result).toHaveTextContent('"id": "first"')
  await button('Send').click()
  await expect.element(pane.getByText('Request ID: req_test')).toBeVisible()
  await expect.element(pane.getByText('Code: not_found')).toBeVisible()
  await expect.element(pane.getByRole('status')).toHaveTextContent('404')
  await button('Send').click()
  await expect.element(pane.getByText(/Couldn’t reach the server/)).toBeVisible()
  expect(result.elements()).toEqual([])
})

test('a request can be canceled', async () => {
  let isSent = false
  await openReference('?endpoint=GET%20/workspace', {
    'GET /workspace': () => {
      isSent = true
      return new Promise<Response>(() => undefined)
    },
  })
  await button('Send').click()
  await expect.element(button('Sending…')).toBeVisible()
  await expect.poll(() => isSent).toBe(true)
  await button('Cancel').click()
  await expect.element(button('Send')).toHaveFocus()
  await expect.element(pane.getByRole('status')).toHaveTextContent('Canceled.')
  await expect.element(button('Send')).toBeVisible()
})

test('a large response is cut with a notice', async () => {
  const data = Array.from({ length: 20_000 }, (_, at) => ({
    id: `crd_${at}`,
    text: 'x'.repeat(40),
  }))
  await openReference('?endpoint=GET%20/workspace', {
    'GET /workspace': () => Response.json({ data }),
  })
  await button('Send').click()
  await expect.element(pane.getByText(/Only its first 200 lines/)).toBeVisible()
  expect(result.element().textContent.split('\n')).toHaveLength(200)
  await button('Show more').click()
  await expect.poll(() => result.element().textContent.split('\n').length).toBe(400)
})

test('the focus stays in the response as its last lines are shown', async () => {
  const data = Array.from({ length: 300 }, (_, at) => at)
  await openReference('?endpoint=GET%20/workspace', {
    'GET /workspace': () => Response.json({ data }),
  })
  await button('Send').click()
  await button('Show more').click()
  await expect.poll(() => button('Show more').elements()).toEqual([])
  expect(document.activeElement?.contains(result.element())).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
})

test('a key that no longer works is asked for, as elsewhere', async () => {
  await openReference('?endpoint=GET%20/workspace', {
    'GET /workspace': () => errorResponse(401, 'unauthenticated'),
  })
  await button('Send').click()
  await expect
    .element(page.getByRole('heading', { name: 'Your API key no longer works' }))
    .toBeVisible()
})

test('an export is not tried here', async () => {
  await openReference('?endpoint=GET%20/lists/:list_id/export')
  await expect.element(pane.getByText(/Exports can’t be tried here/)).toBeVisible()
  expect(button('Send').elements()).toEqual([])
})

test('a server without GET /me shows the public API and is not asked for more', async () => {
  const { requests } = await openPage('/developers/reference?q=cards', {
    'GET /me': () => errorResponse(404, 'not_found'),
  })
  await expect.element(page.getByText(/This server has no API description/)).toBeVisible()
  await expect.element(rows.first()).toBeVisible()
  expect(textsOf(rows).some((text) => text.includes('Addition'))).toBe(false)
  expect(requests.filter((one) => one.includes('openapi'))).toEqual([])
  await expect.element(page.getByRole('link', { name: 'API reference' })).toBeVisible()
})

test('the document in the build is that of the public API', async () => {
  const { publicDocument } = await import('./public-document.ts')
  expect(JSON.parse(publicDocument)).toEqual(JSON.parse(JSON.stringify(publicOpenapi('/v1', '1'))))
  expect(parseReference(JSON.parse(publicDocument))).toHaveLength(43)
})

test.each([
  ['the call', () => errorResponse(404, 'not_found'), /has no API description/],
  ['a readable document', () => Response.json({ paths: 7 }), /own description can’t be read/],
  ['the right', () => errorResponse(403, 'forbidden'), /own description can’t be read/],
  ['JSON', () => new Response('<html>'), /own description can’t be read/],
  ['a known error', () => new Response('gone', { status: 410 }), /own description can’t be read/],
  ['plain values', () => Response.json(hostileDocument), /own description can’t be read/],
] as const)('a server without %s shows the public API', async (_, respond, notice) => {
  await openReference('', { 'GET /openapi.json': respond as () => Response })
  await expect.element(page.getByText(notice)).toBeVisible()
  await expect.element(rows.first()).toBeVisible()
})

test('a document that fails to load can be loaded again', async () => {
  let hasFailed = false
  await openReference('', {
    'GET /openapi.json': () => {
      if (hasFailed) return contract as Partial<ResponseBody<'GET /openapi.json'>>
      hasFailed = true
      // So long a wait is shown as an error, and not waited for.
      return new Response(null, { status: 503, headers: { 'Retry-After': '600' } })
    },
  })
  await expect
    .element(page.getByRole('heading', { name: 'Couldn’t load the API reference' }))
    .toBeVisible()
  await button('Try again').click()
  await expect.element(rows.first()).toBeVisible()
})

test('an unknown endpoint of an address is missing', async () => {
  await openReference('?endpoint=GET%20/gone')
  await expect
    .element(page.getByRole('heading', { name: 'This server has no such endpoint' }))
    .toBeVisible()
})

test('a phone shows the list, then the section, and returns to the row', async () => {
  await emulatePhone()
  const { router } = await openReference('?q=audit-log')
  await expect.element(rows.first()).toBeVisible()
  await expect.element(pane).not.toBeInTheDocument()
  await rows.first().click()
  await expect.element(heading(/audit-log/)).toHaveFocus()
  await expect.element(search).not.toBeInTheDocument()
  expect(excessWidth()).toBeLessThanOrEqual(0)
  expect(await findThemeViolations()).toEqual([])
  await page.getByRole('link', { name: 'All endpoints' }).click()
  await expect.element(rows.first()).toHaveFocus()
  expect(router.state.location.search).toBe('?q=audit-log')
})
