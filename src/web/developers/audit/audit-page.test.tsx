import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { ResponseBody } from '#contract/endpoints.ts'
import { sessionOf } from '#web/connections/active-session.ts'
import { activeConnection } from '#web/session/connections.ts'
import { errorResponse, openPage, type Responses, textsOf } from '#web/test-page.tsx'
import type { AuditItem } from './audit.rules.ts'

const build = (number: number, changes: Partial<AuditItem> = {}): AuditItem => ({
  id: `aud_${String(1_000_000 - number).padStart(12, '0')}`,
  at: '2025-11-24T14:00:00Z',
  kind: 'created',
  resource: { type: 'card', id: 'crd_000000001234', parent_id: 'brd_1', count: null },
  key: { id: 'key_2', name: 'Zapier' },
  member: null,
  address: '203.0.113.7',
  request_id: 'req_0000000000abcd',
  ...changes,
})

const pageOf = (data: readonly AuditItem[], next: string | null = null) => ({
  data: [...data],
  paging: { next },
})

interface Options {
  readonly capabilities?: readonly string[]
  readonly admin?: boolean
  readonly readOnly?: boolean
}

function openAudit(responses: Responses = {}, search = '', options: Options = {}) {
  const { capabilities = ['audit.read', 'keys.manage', 'filters'], admin = true } = options
  const me = {
    key: { id: 'key_1', name: 'Owner', last4: 'test', scope: 'write', admin },
    workspace: { id: 'wsp_1', name: 'Test' },
    capabilities: [...capabilities],
  } as Partial<ResponseBody<'GET /me'>>
  const keys = { data: [{ id: 'key_1', name: 'Owner' }], paging: { next: null } }
  return openPage(
    `/developers/audit${search}`,
    {
      'GET /me': me,
      'GET /api-keys': keys as Partial<ResponseBody<'GET /api-keys'>>,
      ...responses,
    },
    options.readOnly === true ? { readOnly: true } : {},
  )
}

const rows = page.getByTestId('row')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name })

/** Instead of waiting for the next poll. */
const refetch = () => {
  const connection = activeConnection()
  if (!connection) throw new Error('Nobody is signed in.')
  const { queryClient } = sessionOf(connection)
  return queryClient.refetchQueries({ queryKey: ['GET /audit-log'] })
}

test('an entry says who did what from where, and its dialog all of it', async () => {
  await openAudit({
    'GET /audit-log': pageOf([
      build(0, { member: { id: 'mem_1', name: 'Ann Smith' } }),
      build(1, {
        kind: 'deleted',
        resource: { type: 'contact', id: null, parent_id: 'lst_000000005678', count: 12 },
      }),
    ]),
  })
  await expect.element(rows.first()).toBeVisible()
  expect(textsOf(rows)).toEqual([
    expect.stringMatching(/Created card.*crd_…1234.*Ann Smith · Zapier.*203\.0\.113\.7.*req_…abcd/),
    expect.stringMatching(/Deleted 12 contacts.*in lst_…5678.*Zapier/),
  ])
  await rows.first().getByText('Created card').click()
  const dialog = page.getByRole('dialog', { name: 'Created card' })
  for (const text of ['crd_000000001234', 'brd_1', 'Ann Smith', 'key_2', 'req_0000000000abcd'])
    await expect.element(dialog).toHaveTextContent(text)
  await expect.element(dialog.getByRole('button', { name: 'Copy request ID' })).toBeVisible()
  await expect
    .element(dialog.getByRole('link', { name: 'Open' }))
    .toHaveAttribute('href', '/cards/crd_000000001234')
})

test('filters are those of the URL, and a revoked key is offered', async () => {
  const { requests, router } = await openAudit(
    { 'GET /audit-log': pageOf([build(0, { at: new Date().toISOString() })]) },
    '?kind=created,deleted&since=24h',
  )
  await expect.element(rows.first()).toBeVisible()
  const [request] = requests.filter((one) => one.startsWith('GET /audit-log'))
  expect(decodeURIComponent(request ?? '')).toMatch(/kind=created,deleted.*since=20\d\d-/)
  await button('Key').click()
  const options = page.getByRole('dialog').getByRole('checkbox')
  await expect.element(options.nth(1)).toHaveAccessibleName('Owner')
  await expect.element(options.last()).toHaveAccessibleName('Zapier')
  await page.getByRole('dialog').getByText('Zapier').click()
  await expect.poll(() => router.state.location.search).toContain('key_id=key_2')
  await expect
    .poll(() => requests.some((one) => decodeURIComponent(one).includes('key_id=key_2')))
    .toBe(true)
})

test('each key is offered by name, and one that was seen stays while others are filtered', async () => {
  const zapier = { id: 'key_2', name: 'Zapier' }
  const former = { id: 'key_3', name: 'Former' }
  const entries = [build(0, { key: zapier }), build(1, { key: former })]
  const { router } = await openAudit({
    'GET /api-keys': ({ input }) =>
      input.starting_after === undefined
        ? { data: [{ id: 'key_1', name: 'Owner' }], paging: { next: 'key_1' } }
        : { data: [{ id: 'key_4', name: 'Backup' }, zapier], paging: { next: null } },
    'GET /audit-log': ({ input }) =>
      pageOf(entries.filter(({ key }) => (input.key_id ?? key.id) === key.id)),
  } as Responses)
  await expect.element(rows.nth(1)).toBeVisible()
  await router.navigate('?key_id=key_2')
  await expect.poll(() => rows.elements().length).toBe(1)
  await page
    .getByRole('button', { name: /Zapier/ })
    .first()
    .click()
  await expect.element(page.getByRole('dialog')).toHaveTextContent(/Backup.*Former.*Owner.*Zapier/)
})

test('a key of the address that is in no list has words of its own once that is certain', async () => {
  let answer: (response: Response) => void = () => undefined
  const answered = new Promise<Response>((resolve) => (answer = resolve))
  await openAudit(
    { 'GET /audit-log': pageOf([]), 'GET /api-keys': () => answered },
    '?key_id=key_000000001234,key_command_line',
  )
  const filter = page.getByRole('group', { name: 'Filters' })
  await expect.element(heading('No entries match these filters')).toBeVisible()
  await expect.element(filter).toHaveTextContent('key_…1234, Command line')
  await expect.element(filter).not.toHaveTextContent('Other key')
  answer(Response.json({ data: [], paging: { next: null } }))
  await expect.element(filter).toHaveTextContent('Other key (key_…1234), Command line')
})

test('filters that no entry matches can be cleared', async () => {
  await openAudit(
    { 'GET /audit-log': ({ input }) => pageOf(input.kind === undefined ? [build(0)] : []) },
    '?kind=merged',
  )
  await expect.element(heading('No entries match these filters')).toBeVisible()
  await button('Clear filters').click()
  await expect.element(rows.first()).toBeVisible()
})

test('after Clear filters the focus is on the heading, and nothing is denied before it is known', async () => {
  // The page may be without its rows before the request for others is here, so no list of those that wait.
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await openAudit(
    {
      'GET /audit-log': async ({ input }) => {
        if (input.kind === undefined) await answered
        return Response.json(pageOf(input.kind === undefined ? [build(0)] : []))
      },
    },
    '?kind=merged',
  )
  await expect.element(heading('No entries match these filters')).toBeVisible()
  button('Clear filters').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('No entries match these filters')).not.toBeInTheDocument()
  await expect.element(heading('Nothing recorded yet')).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  answer()
  await expect.element(rows.first()).toBeVisible()
})

test('after Clear filters of an empty log the focus is on the heading', async () => {
  const { router } = await openAudit({ 'GET /audit-log': pageOf([]) })
  await expect.element(heading('Nothing recorded yet')).toBeVisible()
  await router.navigate('?kind=merged')
  await expect.element(heading('No entries match these filters')).toBeVisible()
  button('Clear filters').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Nothing recorded yet')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('an entry leaves the list when it gets older than the period', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const entries = [build(0, { at: at(5) }), build(1, { at: at(24 * 60 - 1) })]
  await openAudit({ 'GET /audit-log': pageOf(entries) }, '?since=24h')
  await expect.poll(() => rows.elements().length).toBe(2)
  await vi.advanceTimersByTimeAsync(2 * 60_000)
  await expect.poll(() => rows.elements().length).toBe(1)
})

test('an empty log says what is recorded', async () => {
  await openAudit({ 'GET /audit-log': pageOf([]) })
  await expect.element(heading('Nothing recorded yet')).toBeVisible()
  await expect.element(page.getByText('appears here for 90 days')).toBeVisible()
})

test('a log that fails can be read again', async () => {
  let hasFailed = false
  await openAudit({
    'GET /audit-log': () => {
      if (hasFailed) return pageOf([build(0)])
      hasFailed = true
      return errorResponse(403, 'forbidden')
    },
  })
  await expect.element(heading('Couldn’t load the audit log')).toBeVisible()
  await button('Try again').click()
  await expect.element(rows.first()).toBeVisible()
})

test('new entries wait while a dialog is open', async () => {
  const entries = [build(5), build(6)]
  await openAudit({ 'GET /audit-log': () => pageOf(entries) })
  await expect.element(rows.first()).toBeVisible()
  await rows.first().getByText('Created card').click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  entries.unshift(build(3), build(4))
  await refetch()
  const showNew = button('Show 2 new entries')
  await expect.element(showNew).toBeInTheDocument()
  expect(rows.elements()).toHaveLength(2)
  await button('Close').click()
  await expect.poll(() => rows.elements().length).toBe(4)
})

test('the log is read again every 5 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const entries = [build(1)]
  await openAudit({ 'GET /audit-log': () => pageOf(entries) })
  await expect.element(rows.first()).toBeVisible()
  entries.unshift(build(0, { key: { id: 'key_3', name: 'Newcomer' } }))
  await vi.advanceTimersByTimeAsync(5000)
  await expect.element(rows.first()).toHaveTextContent('Newcomer')
})

test('other keys and servers see why there is no log', async () => {
  const { requests } = await openAudit({}, '', { admin: false })
  await expect.element(heading('The audit log needs an admin key')).toBeVisible()
  expect(requests.filter((one) => one.includes('audit-log'))).toEqual([])
})

test('the log is read in read-only mode too', async () => {
  await openAudit({ 'GET /audit-log': pageOf([build(0)]) }, '', { readOnly: true })
  await expect.element(rows.first()).toBeVisible()
})

test('a server without the log says so and has no link to it', async () => {
  await openAudit({}, '', { capabilities: ['events.stream'] })
  await expect.element(heading('This server has no audit log')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Events' })).toBeVisible()
  expect(page.getByRole('link', { name: 'Audit log' }).elements()).toEqual([])
})
