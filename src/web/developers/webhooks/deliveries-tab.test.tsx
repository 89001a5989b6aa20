import { expect, onTestFinished, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'

import type { Delivery, DeliveryDetails } from '#contract/developers/webhook-resources.ts'
import type { ResponseBody } from '#contract/endpoints.ts'
import { errorResponse, openPage, textsOf } from '#web/test-page.tsx'
import { currentSession } from './test-webhook-pages.ts'
import { buildWebhook } from './test-webhooks.ts'

const at = '2025-11-24T14:00:00Z'
const webhook = buildWebhook({ url: 'https://hooks.example/in', events: ['*'] })
const last_attempt = { at, http_status: 500, duration_ms: 212, error: null }
const buildDelivery = (number: number): Delivery => ({
  id: `dlv_${String(1_000_000 - number).padStart(12, '0')}`,
  webhook_id: 'whk_1',
  event_id: 'evt_1',
  event: 'card.moved',
  status: 'failed',
  attempt_count: 1,
  last_attempt,
  next_attempt_at: null,
  created_at: at,
})
const buildDetails = (request_body: string): DeliveryDetails => ({
  ...buildDelivery(0),
  url: webhook.url,
  attempts: [
    {
      id: 'dlv_1-1',
      number: 1,
      ...last_attempt,
      request_headers: { 'X-Service-Signature': 'sha256=5e1f' },
      response_headers: {},
      response_excerpt: 'Oops',
    },
  ],
  request_body,
})

const everything = Array.from({ length: 10_000 }, (_, number) => buildDelivery(number))

const buildMe = (scope: 'read' | 'write' = 'write') =>
  ({
    key: { id: 'key_1', name: 'Key', last4: 'test', scope, admin: true },
    workspace: { id: 'wsp_1', name: 'Test' },
    capabilities: ['webhooks.manage', 'filters'],
  }) as Partial<ResponseBody<'GET /me'>>

interface Options {
  readonly body?: string
  readonly scope?: 'read' | 'write'
  readonly count?: number
}

/** Opens the deliveries of a webhook that has `count` of them, in pages of 100. */
const open = (path = '', { body = '{}', scope = 'write', count = 3 }: Options = {}) =>
  openPage(
    `/developers/webhooks/whk_1${path}`,
    {
      'GET /me': buildMe(scope),
      'GET /webhooks/:webhook_id': webhook,
      'GET /event-kinds': { data: [] },
      'GET /webhooks/:webhook_id/deliveries': ({ input }) => {
        const from = Number(input.starting_after ?? 0)
        const to = Math.min(from + 100, count)
        const next = to < count ? String(to) : null
        return { data: everything.slice(from, to), paging: { next } }
      },
      'GET /webhooks/:webhook_id/deliveries/:delivery_id': buildDetails(body),
    },
    { scope },
  )

/** Instead of waiting for the next poll. */
const refetch = () =>
  currentSession().queryClient.refetchQueries({
    queryKey: ['GET /webhooks/:webhook_id/deliveries'],
  })

const rows = page.getByTestId('row')
const id = everything[0]?.id ?? ''

test('W4 of a body of a megabyte only the first lines are rendered', async () => {
  const item = { id: 'con_1', name: 'Zoë "quoted"', tags: ['a', 'b'] }
  const body = JSON.stringify({ items: Array.from({ length: 20_000 }, () => item) })
  expect(body.length).toBeGreaterThan(1_000_000)
  await open(`/deliveries/${id}`, { body })
  const request = page.getByRole('region', { name: 'Request' })
  await expect.element(request).toHaveTextContent('"items": [')
  const lineCount = () => (request.element().textContent ?? '').split('\n').length
  expect(lineCount()).toBeLessThan(210)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(lineCount).toBeGreaterThan(400)
  await page.getByRole('button', { name: 'Raw' }).click()
  await expect.poll(() => (request.element().textContent ?? '').length).toBeLessThan(3000)
})

test('of 10,000 deliveries only rows near the view are rendered', async () => {
  const { requests } = await open('', { count: 10_000 })
  await expect.element(rows.first()).toBeVisible()
  const frame = rows.first().element().closest('[data-state]')
  for (let step = 0; step < 20; step++) {
    frame?.scrollTo({ top: frame.scrollHeight })
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    expect(rows.elements().length).toBeLessThan(100)
  }
  await expect
    .poll(() => requests.filter((one) => one.includes('starting_after')).length)
    .toBeGreaterThan(3)
})

test('a key that only reads sees no delivery, and why', async () => {
  await open(`/deliveries/${id}`, { scope: 'read' })
  const heading = page.getByRole('heading', { name: 'This key has read-only access' })
  await expect.element(heading).toBeVisible()
  expect(page.getByRole('button', { name: 'Send again' }).elements()).toEqual([])
  expect(page.getByRole('button', { name: 'More actions' }).elements()).toEqual([])
})

test('W3 a filter of the URL without matches can be cleared', async () => {
  const { requests, router } = await open('?status=failed,pending&since=1h', { count: 0 })
  const heading = page.getByRole('heading', { name: 'No deliveries match these filters' })
  await expect.element(heading).toBeVisible()
  const filters = page.getByRole('group', { name: 'Filters' })
  await expect
    .element(filters.getByRole('button', { name: /Failed or waiting/ }).first())
    .toBeVisible()
  await expect.element(filters.getByRole('button', { name: /Last hour/ }).first()).toBeVisible()
  expect(requests).toContainEqual(
    expect.stringMatching(/deliveries\?.*status=(pending%2Cfailed|failed%2Cpending).*since=/),
  )
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => router.state.location.search).toBe('')
  await expect.element(page.getByRole('heading', { name: 'No deliveries yet' })).toBeVisible()
})

test('after Clear filters the focus is on the heading, and no row is denied before it is known', async () => {
  // The page may be without its rows before the request for others is here, so no list of those that wait.
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await openPage('/developers/webhooks/whk_1?status=failed', {
    'GET /me': buildMe(),
    'GET /webhooks/:webhook_id': webhook,
    'GET /event-kinds': { data: [] },
    'GET /webhooks/:webhook_id/deliveries': async ({ input }) => {
      if (input.status === undefined) await answered
      const data = input.status === undefined ? everything.slice(0, 3) : []
      return Response.json({ data, paging: { next: null } })
    },
  })
  const heading = (name: string) => page.getByRole('heading', { name })
  await expect.element(heading('No deliveries match these filters')).toBeVisible()
  page.getByRole('button', { name: 'Clear filters' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('No deliveries match these filters')).not.toBeInTheDocument()
  await expect.element(heading('No deliveries yet')).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  answer()
  await expect.element(rows.first()).toBeVisible()
})

test('a kind that the webhook no longer gets can be filtered', async () => {
  await openPage(
    '/developers/webhooks/whk_1',
    {
      'GET /me': buildMe(),
      'GET /webhooks/:webhook_id': { ...webhook, events: ['card.moved'] },
      'GET /event-kinds': {
        data: ['card.moved', 'post.created'].map((kind) => ({ kind, group: '', summary: '' })),
      },
      'GET /webhooks/:webhook_id/deliveries': { data: [], paging: { next: null } },
    },
    { capabilities: ['webhooks.manage'] },
  )
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Event' }).click()
  await expect.element(page.getByRole('dialog').getByText('post.created')).toBeVisible()
})

test('a request whose body is no longer stored is not offered as curl', async () => {
  await open(`/deliveries/${id}`, { body: '' })
  await expect.element(page.getByRole('region', { name: 'Request' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Copy as curl' }).elements()).toEqual([])
  await expect.element(page.getByRole('button', { name: 'Copy body' })).toBeDisabled()
})

test('an attempt shows no path of the URL of a chat', async () => {
  const url = 'https://hooks.slack.example/services/T0/B0/s3cret'
  await openPage(
    `/developers/webhooks/whk_1/deliveries/${id}`,
    {
      'GET /me': buildMe(),
      'GET /webhooks/:webhook_id': { ...webhook, url, format: 'slack' },
      'GET /webhooks/:webhook_id/deliveries': { data: [buildDelivery(0)], paging: { next: null } },
      'GET /webhooks/:webhook_id/deliveries/:delivery_id': { ...buildDetails('{}'), url },
    },
    { capabilities: ['webhooks.manage'] },
  )
  const pane = page.getByRole('region', { name: 'Delivery', exact: true })
  await expect.element(pane).toHaveTextContent('The current address is hooks.slack.example/….')
  await expect.element(page.getByRole('region', { name: 'Request' })).toHaveTextContent(/^POST X-/)
  expect(document.body.textContent).not.toContain('s3cret')
})

test('a delivery that is gone says how long deliveries are kept', async () => {
  await openPage(
    '/developers/webhooks/whk_1/deliveries/dlv_gone',
    {
      'GET /me': buildMe(),
      'GET /webhooks/:webhook_id': webhook,
      'GET /webhooks/:webhook_id/deliveries': { data: [], paging: { next: null } },
      'GET /webhooks/:webhook_id/deliveries/:delivery_id': () => errorResponse(404, 'not_found'),
    },
    { capabilities: ['webhooks.manage'] },
  )
  await expect.element(page.getByRole('heading', { name: 'Delivery not found' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to deliveries' }).last().click()
  await expect.element(page.getByRole('heading', { name: 'No deliveries yet' })).toBeVisible()
})

test('new deliveries are announced once, and the newest takes the focus', async () => {
  let count = 2
  await openPage(
    `/developers/webhooks/whk_1/deliveries/${everything[4]?.id ?? ''}`,
    {
      'GET /me': buildMe(),
      'GET /webhooks/:webhook_id': webhook,
      'GET /webhooks/:webhook_id/deliveries': () => ({
        data: everything.slice(0, 5).slice(-count),
        paging: { next: null },
      }),
      'GET /webhooks/:webhook_id/deliveries/:delivery_id': buildDetails('{}'),
    },
    { capabilities: ['webhooks.manage'] },
  )
  await expect.poll(() => rows.elements().length).toBe(2)
  count = 4
  await refetch()
  await expect.element(page.getByTestId('live-polite')).toHaveTextContent('2 new deliveries')
  count = 5
  await refetch()
  const show = page.getByRole('button', { name: 'Show 3 new deliveries' })
  await expect.element(show).toBeVisible()
  await expect.element(page.getByTestId('live-polite')).toHaveTextContent('2 new deliveries')
  await show.click()
  await expect.poll(() => rows.elements().length).toBe(5)
  await expect.element(rows.first().getByRole('link')).toHaveFocus()
})

test('the time until the next attempt counts down, and updates pause while offline', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const next_attempt_at = new Date(Date.now() + 59_000).toISOString()
  const waiting = { ...buildDelivery(0), status: 'pending' as const, next_attempt_at }
  await openPage(
    `/developers/webhooks/whk_1/deliveries/${id}`,
    {
      'GET /me': buildMe(),
      'GET /webhooks/:webhook_id': webhook,
      'GET /webhooks/:webhook_id/deliveries': { data: [waiting], paging: { next: null } },
      'GET /webhooks/:webhook_id/deliveries/:delivery_id': { ...buildDetails('{}'), ...waiting },
    },
    { capabilities: ['webhooks.manage'] },
  )
  const attempts = page.getByRole('group', { name: 'Attempts' })
  await expect.element(rows.first()).toHaveTextContent(/in \d+ s/)
  await expect.element(attempts).toHaveTextContent(/next in \d+ s/)
  const secondsOf = (target: Locator) => Number(/in (\d+) s/.exec(textsOf(target)[0] ?? '')?.[1])
  const read = () => [secondsOf(rows.first()), secondsOf(attempts)]
  const before = read()
  await vi.advanceTimersByTimeAsync(10_000)
  for (const [at, seconds] of read().entries()) expect(seconds).toBeLessThan((before[at] ?? 0) - 8)

  const live = page.getByRole('group', { name: 'Filters' })
  await expect.element(live).toHaveTextContent('Live')
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => {
    online.mockRestore()
    dispatchEvent(new Event('online'))
  })
  dispatchEvent(new Event('offline'))
  await expect.element(live).toHaveTextContent('Paused')
  await expect.element(live).not.toHaveTextContent('Retrying')
})

test.each([
  ['is skipped', () => ({ ...buildDetails('{}'), status: 'skipped' as const })],
  ['is deleted', () => errorResponse(404, 'not_found')],
  ['stays paused', () => ({ ...buildDetails('{}'), status: 'pending' as const })],
])('a delivery that %s is not read each second for its new attempt', async (name, end) => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  let respond: () => DeliveryDetails | Response = () => buildDetails('{}')
  let reads = 0
  await openPage(
    `/developers/webhooks/whk_1/deliveries/${id}`,
    {
      'GET /me': buildMe(),
      'GET /webhooks/:webhook_id': webhook,
      'GET /webhooks/:webhook_id/deliveries': { data: [buildDelivery(0)], paging: { next: null } },
      'GET /webhooks/:webhook_id/deliveries/:delivery_id': () => {
        reads += 1
        return respond()
      },
      'POST /webhooks/:webhook_id/deliveries/:delivery_id/redeliver': () => {
        respond = () => ({ ...buildDetails('{}'), status: 'pending' })
        return Response.json({ ...buildDelivery(0), status: 'pending' }, { status: 202 })
      },
    },
    { capabilities: ['webhooks.manage'] },
  )
  await page.getByRole('button', { name: 'Send again' }).click()
  const awaited = page.getByRole('button', { name: 'Queued to be sent again' })
  await expect.element(awaited).toBeVisible()
  const before = reads
  await vi.advanceTimersByTimeAsync(5000)
  await expect.poll(() => reads).toBeGreaterThan(before + 2)
  respond = end
  await vi.advanceTimersByTimeAsync(40_000)
  await expect.poll(() => currentSession().queryClient.isFetching()).toBe(0)
  const settled = reads
  await vi.advanceTimersByTimeAsync(20_000)
  await expect.poll(() => currentSession().queryClient.isFetching()).toBe(0)
  expect(reads - settled).toBeLessThan(8)
  const heading = page.getByRole('heading', { name: 'Delivery not found' })
  if (respond() instanceof Response) await expect.element(heading).toBeVisible()
  else if (name === 'is skipped') await expect.element(awaited).not.toBeInTheDocument()
})

test('what cannot be sent again says so, and never that it is not saved', async () => {
  const refuse = () => errorResponse(409, 'conflict', 'It is being deleted.')
  await openPage(
    `/developers/webhooks/whk_1/deliveries/${id}`,
    {
      'GET /me': buildMe(),
      'GET /webhooks/:webhook_id': webhook,
      'GET /webhooks/:webhook_id/deliveries': { data: [buildDelivery(0)], paging: { next: null } },
      'GET /webhooks/:webhook_id/deliveries/:delivery_id': buildDetails('{}'),
      'POST /webhooks/:webhook_id/deliveries/:delivery_id/redeliver': refuse,
      'POST /webhooks/:webhook_id/recover': refuse,
    },
    { capabilities: ['webhooks.manage'] },
  )
  await page.getByRole('button', { name: 'Send again' }).click()
  const toast = page.getByTestId('toast')
  await expect.element(toast).toHaveTextContent('Couldn’t send it again: It is being deleted.')
  await page.getByRole('button', { name: 'More actions for deliveries' }).click()
  await page.getByRole('menuitem', { name: 'Recover failed…' }).click()
  const alert = page.getByRole('dialog').getByRole('alert')
  await expect.element(alert).toHaveTextContent('Couldn’t count them. It is being deleted.')
})

test('a recovery asks for events of 7 days, since deliveries fail late', async () => {
  const inputs: { since?: string }[] = []
  await openPage(
    '/developers/webhooks/whk_1',
    {
      'GET /me': buildMe(),
      'GET /webhooks/:webhook_id': webhook,
      'GET /webhooks/:webhook_id/deliveries': { data: [buildDelivery(0)], paging: { next: null } },
      'POST /webhooks/:webhook_id/recover': ({ input }) => {
        inputs.push(input)
        return { count: 0 }
      },
    },
    { capabilities: ['webhooks.manage'] },
  )
  await page.getByRole('button', { name: 'More actions for deliveries' }).click()
  await page.getByRole('menuitem', { name: 'Recover failed…' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toHaveTextContent(/No delivery of events since .* has failed/)
  const days = (Date.now() - Date.parse(inputs[0]?.since ?? '')) / 86_400_000
  expect(Math.round(days)).toBe(7)
})

test('a revoked key ends the polls of deliveries', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let isRevoked = false
  const { requests } = await openPage(
    '/developers/webhooks/whk_1',
    {
      'GET /me': buildMe(),
      'GET /webhooks/:webhook_id': webhook,
      'GET /webhooks/:webhook_id/deliveries': () =>
        isRevoked
          ? errorResponse(401, 'unauthenticated')
          : Response.json({ data: [buildDelivery(0)], paging: { next: null } }),
    },
    { capabilities: ['webhooks.manage'] },
  )
  await expect.element(rows.first()).toBeVisible()
  isRevoked = true
  await vi.advanceTimersByTimeAsync(5000)
  await expect.element(page.getByText(/Updates continue once you connect/)).toBeVisible()
  const polls = () => requests.filter((one) => one.endsWith('/deliveries')).length
  const before = polls()
  await vi.advanceTimersByTimeAsync(20_000)
  await expect.poll(() => currentSession().queryClient.isFetching()).toBe(0)
  expect(polls()).toBe(before)
})

test('times near the limit are marked in words', async () => {
  await openPage(
    '/developers/webhooks/whk_1',
    {
      'GET /me': buildMe(),
      'GET /webhooks/:webhook_id': webhook,
      'GET /webhooks/:webhook_id/deliveries': {
        data: [
          { ...buildDelivery(0), last_attempt: { ...last_attempt, duration_ms: 9200 } },
          buildDelivery(1),
        ],
        paging: { next: null },
      },
    },
    { capabilities: ['webhooks.manage'] },
  )
  await expect.element(rows.first()).toHaveTextContent('slow 9.2 s')
  await expect.element(rows.last()).not.toHaveTextContent('slow')
  await expect.element(page.getByText('Answer within 10 seconds with any 2xx')).toBeInTheDocument()
})

test('Send again reads only the first page of deliveries again', async () => {
  const waiting = { ...buildDelivery(0), status: 'pending' as const, next_attempt_at: at }
  let isQueued = false
  const { requests } = await openPage(
    `/developers/webhooks/whk_1/deliveries/${id}`,
    {
      'GET /me': buildMe(),
      'GET /webhooks/:webhook_id': webhook,
      'GET /webhooks/:webhook_id/deliveries': ({ input }) => {
        const from = Number(input.starting_after ?? 0)
        const data = everything.slice(from, from + 10)
        if (from === 0 && isQueued) data[0] = waiting
        return { data, paging: { next: from < 50 ? String(from + 10) : null } }
      },
      'GET /webhooks/:webhook_id/deliveries/:delivery_id': () =>
        isQueued ? { ...buildDetails('{}'), ...waiting } : buildDetails('{}'),
      'POST /webhooks/:webhook_id/deliveries/:delivery_id/redeliver': () => {
        isQueued = true
        return Response.json(waiting, { status: 202 })
      },
    },
    { capabilities: ['webhooks.manage'] },
  )
  const pages = () => requests.filter((one) => one.includes('starting_after')).length
  await expect.poll(pages).toBeGreaterThan(0)
  await expect.poll(() => currentSession().queryClient.isFetching()).toBe(0)
  const [before, firstPages] = [
    pages(),
    requests.filter((one) => one.endsWith('/deliveries')).length,
  ]
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect.element(rows.first()).not.toHaveTextContent('Failed 500')
  await expect
    .poll(() => requests.filter((one) => one.endsWith('/deliveries')).length)
    .toBeGreaterThan(firstPages)
  await expect.poll(() => currentSession().queryClient.isFetching()).toBe(0)
  expect(pages()).toBe(before)
})

test('a gap is read again after the next poll when that has failed', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let hasMore = false
  let reads = 0
  const { requests } = await openPage(
    '/developers/webhooks/whk_1',
    {
      'GET /me': buildMe(),
      'GET /webhooks/:webhook_id': webhook,
      'GET /webhooks/:webhook_id/deliveries': ({ input }) => {
        if (!hasMore) return { data: everything.slice(100, 102), paging: { next: null } }
        const from = Number(input.starting_after ?? 0)
        reads += 1
        // The poll is first.
        if (reads === 2) return errorResponse(422, 'validation_error')
        const next = from === 0 ? '2' : null
        return Response.json({ data: everything.slice(from, from + 2), paging: { next } })
      },
    },
    { capabilities: ['webhooks.manage'] },
  )
  await expect.element(rows.first()).toBeVisible()
  await expect.poll(() => currentSession().queryClient.isFetching()).toBe(0)
  hasMore = true
  await vi.advanceTimersByTimeAsync(5000)
  await expect.poll(() => reads).toBe(2)
  await expect.poll(() => currentSession().queryClient.isFetching()).toBe(0)
  await vi.advanceTimersByTimeAsync(5000)
  // What is between is loaded.
  await expect.poll(() => requests.some((one) => one.includes('starting_after=2'))).toBe(true)
})

test('a delivery leaves the list with the chosen period unless it is open', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const minutesAgo = (number: number, minutes: number) => ({
    ...buildDelivery(number),
    created_at: new Date(Date.now() - minutes * 60_000).toISOString(),
  })
  const data = [minutesAgo(0, 1), minutesAgo(1, 58), minutesAgo(2, 59)]
  const openId = data[2]?.id ?? ''
  const { router } = await openPage(
    `/developers/webhooks/whk_1/deliveries/${openId}?since=1h`,
    {
      'GET /me': buildMe(),
      'GET /webhooks/:webhook_id': webhook,
      'GET /webhooks/:webhook_id/deliveries': { data, paging: { next: null } },
      'GET /webhooks/:webhook_id/deliveries/:delivery_id': buildDetails('{}'),
    },
    { capabilities: ['webhooks.manage'] },
  )
  await expect.poll(() => rows.elements().length).toBe(3)
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  await expect.poll(() => rows.elements().length).toBe(2)
  await router.navigate('/developers/webhooks/whk_1?since=1h')
  await expect.poll(() => rows.elements().length).toBe(1)
})
