import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { Entry } from '#contract/feedback/changelog.ts'
import {
  type TestResponse,
  reason,
  servicePerFile,
  workspacePerTest,
} from '#service/http/test-service.ts'
import { publishDueEntries } from '#service/jobs/job-scheduler.ts'

const noon = '2030-06-01T12:00:00.000Z'
const at = (moment: string) => void vi.setSystemTime(new Date(moment))
const plus = (minutes: number) => new Date(Date.parse(noon) + minutes * 60_000).toISOString()

const service = servicePerFile()
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(noon) }))
const owner = workspacePerTest(service)
afterEach(async () => {
  // A sweep looks at every workspace: nothing may be left waiting for the next test's.
  at(plus(100_000))
  await sweep()
  vi.useRealTimers()
})

const entries = '/feedback/changelog/entries'
const postEntry = (body: object): Promise<TestResponse> =>
  owner.request(`POST ${entries}`, { body })
const createEntry = async (body: object): Promise<Entry> =>
  (await postEntry({ title: 'News', ...body })).body
const read = async ({ id }: Entry): Promise<Entry> =>
  (await owner.request(`GET ${entries}/${id}`)).body
const publish = ({ id }: Entry, body: object = {}) =>
  owner.request(`POST ${entries}/${id}/publish`, { body })
const patch = ({ id }: Entry, body: object) => owner.request(`PATCH ${entries}/${id}`, { body })
const titles = async (query = '') =>
  (await owner.request(`GET ${entries}${query}`)).body.data.map(({ title }: Entry) => title)
const sweep = () => publishDueEntries(service.database, new Date(), null)
/** Whether each publication so far notifies subscribers. */
const notifications = async (): Promise<boolean[]> => {
  const rows = await service.database.pool
    .selectFrom('events')
    .select('body')
    .where('workspace_id', '=', owner.workspace_id)
    .where('kind', '=', 'changelog.published')
    .orderBy('id')
    .execute()
  return rows.map(({ body }) => (JSON.parse(body) as { data: Entry }).data.notify)
}

test.each([
  ['absent', {}, 'draft', null, ['changelog.created']],
  ['null', { publish_at: null }, 'draft', null, ['changelog.created']],
  [
    'past',
    { publish_at: plus(-60) },
    'published',
    plus(-60),
    ['changelog.created', 'changelog.published'],
  ],
  ['now', { publish_at: noon }, 'published', noon, ['changelog.created', 'changelog.published']],
  [
    'future',
    { publish_at: plus(60) },
    'scheduled',
    null,
    ['changelog.created', 'changelog.scheduled'],
  ],
])(
  'T80 a publish_at that is %s decides what becomes of an entry',
  async (_, body, status, published_at, events) => {
    const entry = await createEntry(body)
    expect(entry).toMatchObject({
      status,
      published_at,
      publish_at: (body as Entry).publish_at ?? null,
    })
    expect(await owner.events()).toEqual(events)
    expect(await read(entry)).toEqual(entry)
  },
)

test('T80 an invalid publish_at is rejected', async () => {
  for (const publish_at of ['soon', '2030-13-01T00:00:00Z', '2030-06-01', 5])
    expect((await postEntry({ title: 'X', publish_at })).status).toBe(422)
  expect(await owner.events()).toEqual([])
})

test('T81 the first sweep publishes a due entry with its own date', async () => {
  const entry = await createEntry({ publish_at: plus(10) })
  await owner.events()
  at(plus(600))
  const early = await read(entry)
  expect(early).toMatchObject({ status: 'published', published_at: plus(10), version: '2' })
  expect(await owner.events()).toEqual([])
  expect([await sweep(), await sweep()]).toEqual([1, 0])
  expect(await read(entry)).toEqual(early)
  expect(await owner.events()).toEqual(['changelog.published'])
  expect(await notifications()).toEqual([true])
})

test('T81 concurrent sweeps publish each entry once', async () => {
  for (let index = 0; index < 10; index++) await createEntry({ publish_at: plus(1) })
  await owner.events()
  at(plus(2))
  const counts = await Promise.all([sweep(), sweep(), sweep()])
  const rest = await sweep()
  expect(counts.reduce((sum, count) => sum + count, rest)).toBe(10)
  expect(await owner.events()).toEqual(Array(10).fill('changelog.published'))
})

test('T82 publishing a published entry is rejected and emits nothing', async () => {
  const entry = await createEntry({})
  expect((await publish(entry)).body).toMatchObject({ status: 'published', published_at: noon })
  at(plus(5))
  expect(reason(await publish(entry))).toEqual([409, 'already_published'])
  expect((await read(entry)).published_at).toBe(noon)
  expect(await owner.events()).toEqual(['changelog.created', 'changelog.published'])
})

test('T82 a due entry is published before the sweep runs', async () => {
  const entry = await createEntry({ publish_at: plus(1) })
  at(plus(2))
  expect(reason(await publish(entry))).toEqual([409, 'already_published'])
  await sweep()
  expect(await notifications()).toEqual([true])
})

test('T83 publishing a scheduled entry cancels its schedule', async () => {
  const entry = await createEntry({ publish_at: plus(60) })
  at(plus(5))
  expect((await publish(entry)).body).toMatchObject({
    status: 'published',
    publish_at: plus(5),
    published_at: plus(5),
  })
  at(plus(120))
  expect(await sweep()).toBe(0)
  expect(await owner.events()).toEqual([
    'changelog.created',
    'changelog.scheduled',
    'changelog.published',
  ])
})

test('T84 drafts and scheduled entries are listed only with include_drafts=true', async () => {
  await createEntry({ title: 'out', publish_at: plus(-1) })
  await createEntry({ title: 'draft' })
  await createEntry({ title: 'planned', publish_at: plus(30) })
  expect([
    await titles(),
    await titles('?include_drafts=false'),
    await titles('?include_drafts=true'),
    await titles('?status=scheduled,draft'),
  ]).toEqual([['out'], ['out'], ['planned', 'draft', 'out'], ['planned', 'draft']])
  expect((await owner.request(`GET ${entries}?include_drafts=1`)).status).toBe(422)
  expect((await owner.request(`GET ${entries}?status=gone`)).status).toBe(422)
  at(plus(31))
  expect(await titles()).toEqual(['planned', 'out'])
})

test('T85 entries older than a day or imported notify no subscribers', async () => {
  const old = await createEntry({ publish_at: plus(-24 * 60 - 1) })
  const recent = await createEntry({ publish_at: plus(-24 * 60 + 1) })
  const imported = await createEntry({ publish_at: plus(-1), import: true, emit_events: true })
  expect([old.notify, recent.notify, imported.notify]).toEqual([false, true, false])
  expect(await notifications()).toEqual([false, true, false])
})

test('an entry published again does not notify subscribers twice', async () => {
  const entry = await createEntry({ publish_at: noon })
  expect(await owner.create(`POST ${entries}/${entry.id}/unpublish`, {})).toMatchObject({
    status: 'draft',
    publish_at: null,
    published_at: null,
  })
  expect(await titles()).toEqual([])
  expect(
    reason(await owner.request(`POST ${entries}/${entry.id}/unpublish`, { body: {} })),
  ).toEqual([409, 'not_published'])
  await patch(entry, { notify: true })
  await publish(entry, { notify: true })
  expect(await notifications()).toEqual([true, false])
  expect(await owner.events()).toEqual([
    'changelog.created',
    'changelog.published',
    'changelog.unpublished',
    'changelog.published',
  ])
})

test('a schedule can be changed until publication', async () => {
  const entry = await createEntry({})
  await owner.events()
  const step = async (publish_at: string | null) => {
    const { body } = await patch(entry, { publish_at })
    return [body.status, await owner.events()]
  }
  expect(await step(plus(10))).toEqual(['scheduled', ['changelog.scheduled']])
  expect(await step(plus(20))).toEqual(['scheduled', ['changelog.scheduled']])
  expect(await step(plus(20))).toEqual(['scheduled', []])
  expect(await step(null)).toEqual(['draft', ['changelog.updated']])
  expect(await step(plus(-1))).toEqual(['published', ['changelog.published']])
  expect(reason(await patch(entry, { publish_at: plus(5) }))).toEqual([409, 'already_published'])
  const edited = await patch(entry, { title: 'Better news', publish_at: plus(-1), notify: true })
  expect([edited.body.title, await owner.events()]).toEqual(['Better news', ['changelog.updated']])
  expect(await notifications()).toEqual([true])
})

test('updating a due entry emits its publication first', async () => {
  const entry = await createEntry({ publish_at: plus(1) })
  await owner.events()
  at(plus(2))
  const due = await read(entry)
  const headers = { 'If-Match': `"${due.version}"` }
  const changed = await owner.request(`PATCH ${entries}/${entry.id}`, {
    body: { title: 'X' },
    headers,
  })
  expect([changed.status, changed.body.status]).toEqual([200, 'published'])
  expect(await owner.events()).toEqual(['changelog.published', 'changelog.updated'])
  expect((await owner.request(`DELETE ${entries}/${entry.id}`)).status).toBe(204)
  expect(await owner.events()).toEqual(['changelog.deleted'])
  expect((await owner.request(`GET ${entries}/${entry.id}`)).status).toBe(404)
})

test('labels and posts of an entry must exist, deleted labels leave it', async () => {
  const label = (await owner.request('POST /feedback/changelog/labels', { body: { name: 'New' } }))
    .body
  const entry = await createEntry({ label_ids: [label.id, label.id], publish_at: noon })
  expect(entry.label_ids).toEqual([label.id])
  const labels = (await owner.request('GET /feedback/changelog/labels')).body.data
  expect(labels).toMatchObject([{ name: 'New', entry_count: 1 }])
  expect([
    await titles('?label=new'),
    await titles(`?label=${label.id}`),
    await titles('?label=Old'),
  ]).toEqual([['News'], ['News'], []])
  const refused = await postEntry({ title: 'X', label_ids: ['cll_00000000000000000000000000'] })
  expect([refused.status, refused.body.error.details[0].field]).toEqual([404, '/label_ids/0'])
  const missing = await postEntry({ title: 'X', post_ids: ['pst_00000000000000000000000000'] })
  expect([missing.status, missing.body.error.details[0].field]).toEqual([404, '/post_ids/0'])
  await owner.request(`DELETE /feedback/changelog/labels/${label.id}`)
  expect((await read(entry)).label_ids).toEqual([])
})

test('entries are found by a post that they name', async () => {
  const { id: board_id } = await owner.create('POST /feedback/boards', { name: 'Ideas' })
  const [dark, offline] = await Promise.all(
    ['Dark mode', 'Offline'].map(
      async (title) => (await owner.create('POST /feedback/posts', { board_id, title })).id,
    ),
  )
  await createEntry({ title: 'Both', post_ids: [offline, dark], publish_at: noon })
  await createEntry({ title: 'Draft', post_ids: [dark] })
  const other = await createEntry({ title: 'Other', publish_at: noon })
  expect([
    await titles(`?post_id=${dark}`),
    await titles(`?post_id=${dark}&include_drafts=true&status=draft`),
    await titles(`?post_id=${other.id}`),
  ]).toEqual([['Both'], ['Draft'], []])
  const all = `GET ${entries}?post_id=${dark}&include_drafts=true`
  expect((await owner.request(`${all}&include_total=true&limit=1`)).body.paging.total).toBe(2)
  await patch(other, { post_ids: [dark] })
  await owner.request(`DELETE /feedback/posts/${dark}`)
  expect(await titles(`?post_id=${dark}`)).toEqual(['Other', 'Both'])
  expect((await owner.request(`GET ${entries}?post_id=`)).status).toBe(422)
})

test('T86 a subscriber is unique ignoring case, found and confirmed', async () => {
  const add = (body: object) => owner.request('POST /feedback/changelog/subscribers', { body })
  const first = await add({ email: 'Ann@example.com' })
  const again = await add({ email_address: 'ann@EXAMPLE.com' })
  expect([first.status, again.status, again.body]).toEqual([201, 200, first.body])
  const draft = { email: 'ben@example.com', import: true, emit_events: true }
  const ben = await add({ ...draft, status: 'unsubscribed' })
  expect([ben.body.status, (await add({ ...draft, status: 'confirmed' })).body.status]).toEqual([
    'unsubscribed',
    'unsubscribed',
  ])
  const kept = await add({ email: 'Ben@example.com', resubscribe: false })
  expect([kept.status, kept.body.status]).toEqual([200, 'unsubscribed'])
  const back = await add({ email: 'BEN@example.com' })
  expect([back.status, back.body.status, back.body.id]).toEqual([200, 'confirmed', ben.body.id])
  expect(await owner.events()).toEqual([
    'changelog_subscriber.created',
    'changelog_subscriber.created',
    'changelog_subscriber.updated',
  ])
  expect((await owner.request('GET /feedback/changelog/subscribers')).body.data).toHaveLength(2)
  await add({ email: 'cai@example.com', import: true, status: 'pending' })
  await owner.events()
  const findEmails = async (query: string) => {
    const { body } = await owner.request(`GET /feedback/changelog/subscribers?${query}`)
    return body.data.map(({ email }: { email: string }) => email)
  }
  expect(await findEmails('email=BEN@example.com')).toEqual(['ben@example.com'])
  // An address of before today's rule may be stored.
  expect(await findEmails('email=u@a_b.com')).toEqual([])
  expect(await findEmails('status=pending')).toEqual(['cai@example.com'])
  expect(await findEmails('status=confirmed,unsubscribed&limit=1')).toHaveLength(1)
  const path = `DELETE /feedback/changelog/subscribers/${ben.body.id}`
  expect([(await owner.request(path)).status, (await owner.request(path)).status]).toEqual([
    204, 404,
  ])
  expect(await owner.events()).toEqual(['changelog_subscriber.deleted'])
  expect((await add({})).status).toBe(422)
})

describe('a subscriber who left', () => {
  const email = 'ben@example.com'
  const subscribe = (body: object = {}) =>
    owner.request('POST /feedback/changelog/subscribers', { body: { email, ...body } })
  const subscriberOf = async () => (await subscribe({ resubscribe: false })).body
  const patchStatus = (id: string, status: string) =>
    owner.request(`PATCH /feedback/changelog/subscribers/${id}`, { body: { status } })
  const remove = (id: string) => owner.request(`DELETE /feedback/changelog/subscribers/${id}`)

  test('is unsubscribed and confirmed by a PATCH, each with one event', async () => {
    const { id } = (await subscribe()).body
    await owner.events()
    for (const status of ['unsubscribed', 'confirmed', 'confirmed']) {
      const { body } = await patchStatus(id, status)
      expect(body).toMatchObject({ id, status })
    }
    expect(await owner.events()).toEqual([
      'changelog_subscriber.updated',
      'changelog_subscriber.updated',
    ])
    expect((await patchStatus(id, 'pending')).status).toBe(422)
    const headers = { 'If-Match': '"1"' }
    const body = { status: 'unsubscribed' }
    const line = `PATCH /feedback/changelog/subscribers/${id}`
    expect((await owner.request(line, { headers, body })).status).toBe(412)
  })

  test('stays unsubscribed when deleted and added, unless that says otherwise', async () => {
    const { id } = (await subscribe()).body
    await patchStatus(id, 'unsubscribed')
    await remove(id)
    const again = await subscribe({ resubscribe: false, email: 'BEN@example.com' })
    expect([again.status, again.body.status]).toEqual([201, 'unsubscribed'])
    await remove(again.body.id)
    const imported = await subscribe({ import: true, status: 'confirmed' })
    expect([imported.status, imported.body.status]).toEqual([201, 'unsubscribed'])
    await remove(imported.body.id)
    expect((await subscribe()).body.status).toBe('confirmed')
    await remove((await subscriberOf()).id)
    expect((await subscriberOf()).status).toBe('confirmed')
  })

  test('is remembered in the changelog alone, and by the workspace in both', async () => {
    const { id } = (await subscribe()).body
    await patchStatus(id, 'unsubscribed')
    const list = (await owner.request('POST /lists', { body: { name: 'L' } })).body.id
    const add = (body: object = {}) =>
      owner.request(`POST /lists/${list}/contacts`, { body: { email_address: email, ...body } })
    const contact = (await add()).body
    expect(contact.status).toBe('subscribed')
    const { data } = (await owner.request('GET /suppressions?scope=changelog')).body
    expect(data).toMatchObject([{ address: email, reason: 'unsubscribed' }])
    await patchStatus(id, 'confirmed')
    await remove(id)
    await owner.request(`PATCH /lists/${list}/contacts/${contact.id}`, {
      body: { import: true, status: 'complained' },
    })
    const added = (await subscribe({ resubscribe: true })).body
    expect(added.status).toBe('unsubscribed')
    expect(reason(await patchStatus(added.id, 'confirmed'))).toEqual([409, 'status_locked'])
  })
})

test('entries are found by words of title and body, beside every other filter', async () => {
  const label = (await owner.create('POST /feedback/changelog/labels', { name: 'A, b' })).id
  await createEntry({ title: 'Größe 50%', body: 'An oak_tray', label_ids: [label] })
  await createEntry({ title: 'Oak', body: "it's \\", publish_at: noon })
  await createEntry({ title: 'Later', body: 'oak', publish_at: plus(60) })
  const found = async (text: string, query = '&include_drafts=true') =>
    (await titles(`?search=${encodeURIComponent(text)}${query}`)).toSorted()
  expect(await found('OAK')).toEqual(['Größe 50%', 'Later', 'Oak'])
  expect(await found('oak', '')).toEqual(['Oak'])
  expect(await found('oak', '&status=scheduled')).toEqual(['Later'])
  expect(await found('oak', `&include_drafts=true&label=${label}`)).toEqual(['Größe 50%'])
  expect(await found('oak', '&include_drafts=true&label=a%2C%20B')).toEqual(['Größe 50%'])
  expect(await found('oak', '&include_drafts=true&label=A')).toEqual([])
  expect(await found('grosse')).toEqual([])
  expect(await found('große')).toEqual(['Größe 50%'])
  expect(await found('ray')).toEqual([])
  for (const text of ['50%', '_', 'oak_tray']) expect(await found(text)).toEqual(['Größe 50%'])
  for (const text of ["'", '\\']) expect(await found(text)).toEqual(['Oak'])
  expect(await found('later oak')).toEqual(['Later'])
  const { body } = await owner.request(
    `GET ${entries}?search=oak&include_drafts=true&limit=1&include_total=true`,
  )
  expect(body.paging.total).toBe(3)
  const next = (text: string) =>
    owner.request(
      `GET ${entries}?search=${text}&include_drafts=true&starting_after=${body.paging.next}`,
    )
  expect((await next('oak')).body.data).toHaveLength(2)
  expect((await next('other')).status).toBe(422)
  for (const text of ['', 'a'.repeat(201), 'a'.repeat(10_000), '%00', '%F0%9F'])
    expect((await owner.request(`GET ${entries}?search=${text}`)).status).toBeOneOf([400, 422])
})
