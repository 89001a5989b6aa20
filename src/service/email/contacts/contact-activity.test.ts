// Runs on both engines: a batch records the activity of many contacts in one statement.
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import type { Activity } from '#contract/activity.ts'
import { servicePerFile, workspacePerTest } from '#service/http/test-service.ts'
import { purgeExpired } from '#service/purge.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)
let list: string
beforeAll(() => service.scheduler.start())
beforeEach(async () => {
  list = `/lists/${(await owner.create('POST /lists', { name: 'Readers' })).id}`
})

const add = (email_address: string, more: object = {}) =>
  owner.create(`POST ${list}/contacts`, { email_address, ...more })
const read = async (id: string, query = '') =>
  (await owner.request(`GET ${list}/contacts/${id}/activity${query}`)).body
const find = async (address: string) =>
  (await owner.request(`GET ${list}/contacts/${address}`)).body.id as string
/** Oldest first. */
const changes = async (id: string) =>
  ((await read(id)).data as Activity[]).toReversed().map((one) => [one.event, one.changes])
const batch = (operations: object[], more: object = {}) =>
  owner.create(`POST ${list}/contacts/batch`, { operations, ...more })

const added = ['contact.created', { status: { from: null, to: 'subscribed' } }]

test('the activity of a contact lists its creation, address, status and tags', async () => {
  const { id } = await add('ada@x.io', { status: 'pending', tags: ['vip'] })
  const patch = (body: object) => owner.request(`PATCH ${list}/contacts/${id}`, { body })
  await patch({ status: 'subscribed' })
  await patch({ tags: { vip: false, new: true }, fields: { Town: 'Ulm' } })
  await patch({ email_address: 'ada@y.io', status: 'unsubscribed' })
  expect(await changes(id)).toEqual([
    ['contact.created', { status: { from: null, to: 'pending' }, tags: { from: [], to: ['vip'] } }],
    ['contact.updated', { status: { from: 'pending', to: 'subscribed' } }],
    ['contact.updated', { tags: { from: ['vip'], to: ['new'] } }],
    [
      'contact.updated',
      {
        email_address: { from: 'ada@x.io', to: 'ada@y.io' },
        status: { from: 'subscribed', to: 'unsubscribed' },
      },
    ],
  ])
  const { key } = (await owner.request('GET /me')).body
  const { data } = await read(id)
  expect(data[0].actor).toEqual({ type: 'key', id: key.id, name: key.name })
})

test('fields alone, equal values and imports leave no activity', async () => {
  const { id } = await add('ada@x.io')
  await owner.request(`PATCH ${list}/contacts/${id}`, { body: { fields: { Town: 'Ulm' } } })
  await add('ada@x.io', { fields: { Name: 'Ada' }, tags: [] })
  const { id: bo } = await add('bo@x.io', { tags: ['a', 'b'] })
  await owner.request(`PATCH ${list}/contacts/${bo}`, { body: { tags: ['b', 'a'] } })
  expect(await changes(bo)).toHaveLength(1)
  await add('ada@x.io', { import: true, tags: ['file'], status: 'unsubscribed' })
  await batch([{ op: 'upsert', email_address: 'bob@x.io' }], { import: true })
  const csv = 'Email,Status,Tags\nada@x.io,complained,x\ncyd@x.io,,'
  const { body } = await owner.request(`POST ${list}/imports`, { body: { csv } })
  const status = async () => (await owner.request(`GET ${list}/imports/${body.id}`)).body.status
  await expect.poll(status, { timeout: 20_000, interval: 20 }).toBe('completed')
  expect(await changes(id)).toEqual([added])
  for (const address of ['bob@x.io', 'cyd@x.io'])
    expect(await changes(await find(address))).toEqual([])
})

test('a batch records each contact once, whether its operations depend on another or not', async () => {
  const { id: ada } = await add('ada@x.io')
  const addresses = Array.from({ length: 50 }, (_, at) => `p${at}@x.io`)
  await batch([
    { op: 'upsert', email_address: 'ada@x.io', tags: ['spring'] },
    { op: 'upsert', email_address: 'no address' },
    ...addresses.map((email_address) => ({ op: 'upsert', email_address })),
  ])
  await batch([
    { op: 'update', id: ada, status: 'unsubscribed' },
    { op: 'update', id: ada, status: 'bounced' },
    { op: 'update', id: ada, tags: [] },
    { op: 'delete', id: await find('p0@x.io') },
  ])
  expect(await changes(ada)).toEqual([
    added,
    ['contact.updated', { tags: { from: [], to: ['spring'] } }],
    ['contact.updated', { status: { from: 'subscribed', to: 'unsubscribed' } }],
    ['contact.updated', { tags: { from: ['spring'], to: [] } }],
  ])
  for (const address of ['p1@x.io', 'p49@x.io'])
    expect(await changes(await find(address))).toEqual([added])
})

test('a report of a campaign and automations appear with their names', async () => {
  const { id } = await add('ada@x.io')
  const list_id = list.slice('/lists/'.length)
  const automation = await owner.create('POST /automations', {
    ...{ name: 'Welcome', list_id, status: 'active', allow_repeat: true },
  })
  const enroll = () => owner.create(`POST /automations/${automation.id}/enroll`, { contact_id: id })
  const enrollments = `/automations/${automation.id}/enrollments`
  await owner.request(`PATCH ${enrollments}/${(await enroll()).id}`, {
    body: { status: 'completed' },
  })
  await owner.request(`DELETE ${enrollments}/${(await enroll()).id}`)
  await enroll()
  await owner.request(`PATCH /automations/${automation.id}`, { body: { status: 'archived' } })
  await owner.request(`DELETE /automations/${automation.id}`)
  const campaign = await owner.create('POST /campaigns', {
    ...{ name: 'Spring', subject: 'Hello', list_id },
    from: { name: 'A', email_address: 'a@x.io' },
  })
  await owner.create(`POST /campaigns/${campaign.id}/send`, {})
  const at = new Date().toISOString()
  const events = [{ id: 'e1', type: 'bounced', hard: true, at, contact_id: id }]
  await owner.create(`POST /campaigns/${campaign.id}/events`, { events })
  await owner.create(`POST /campaigns/${campaign.id}/events`, { events })
  const named = (from: string | null, to: string | null) => ({
    automation_id: { from: from && automation.id, to: to && automation.id },
    automation_name: { from, to },
  })
  expect(await changes(id)).toEqual([
    added,
    ['automation.enrolled', named(null, 'Welcome')],
    ['automation.completed', named('Welcome', null)],
    ['automation.enrolled', named(null, 'Welcome')],
    ['automation.cancelled', named('Welcome', null)],
    ['automation.enrolled', named(null, 'Welcome')],
    ['automation.cancelled', named('Welcome', null)],
    [
      'contact.bounced',
      {
        status: { from: 'subscribed', to: 'bounced' },
        campaign_name: { from: null, to: 'Spring' },
      },
    ],
  ])
})

test('upserts of two clients at once record each change once', async () => {
  const { id } = await add('ada@x.io')
  const tags = Array.from({ length: 10 }, (_, at) => `t${at}`)
  await Promise.all([
    ...tags.slice(0, 5).map((tag) => add('ada@x.io', { tags: [tag] })),
    ...tags.slice(5).map((tag) =>
      batch([
        { op: 'upsert', email_address: 'ada@x.io', tags: [tag] },
        { op: 'upsert', email_address: `${tag}@x.io` },
      ]),
    ),
  ])
  const chain = (await changes(id)).slice(1).map(([, changed]) => {
    const { from, to } = (changed as Record<string, { from: string[]; to: string[] }>)['tags']!
    return [from, to] as const
  })
  expect(chain.map(([from]) => from)).toEqual([[], ...chain.slice(0, -1).map(([, to]) => to)])
  expect(chain.at(-1)?.[1].toSorted()).toEqual(tags)
})

test('a change that fails leaves no activity', async () => {
  const { id } = await add('ada@x.io')
  const { pool } = service.database
  await sql`alter table events add constraint refused check (kind <> 'contact.updated') not valid`.execute(
    pool,
  )
  onTestFinished(
    async () => void (await sql`alter table events drop constraint refused`.execute(pool)),
  )
  const body = { tags: ['lost'] }
  expect((await owner.request(`PATCH ${list}/contacts/${id}`, { body })).status).toBe(500)
  const operations = [{ op: 'upsert', email_address: 'ada@x.io', tags: ['lost'] }]
  const { status } = await owner.request(`POST ${list}/contacts/batch`, { body: { operations } })
  expect([status, await changes(id)]).toEqual([500, [added]])
})

test('activity is read in pages, by its workspace and of its list only', async () => {
  const { id } = await add('ada@x.io')
  for (const tag of ['a', 'b', 'c']) await add('ada@x.io', { tags: [tag] })
  const first = await read(id, '?limit=3&include_total=true')
  const second = await read(id, `?limit=3&starting_after=${first.paging.next}`)
  expect([...first.data, ...second.data]).toEqual((await read(id)).data)
  expect([first.paging.total, second.paging.next]).toEqual([4, null])
  const other = await service.workspace()
  const elsewhere = `/lists/${(await owner.create('POST /lists', { name: 'B' })).id}`
  const path = `/contacts/${id}/activity`
  expect((await other.request(`GET ${list}${path}`)).status).toBe(404)
  expect((await owner.request(`GET ${elsewhere}${path}`)).status).toBe(404)
})

test('activity is kept a year, and its response says since when', async () => {
  const { id } = await add('ada@x.io')
  const { pool } = service.database
  const { workspace_id } = owner
  const started = new Date(Date.now() - 30 * 86_400_000).toISOString()
  const start = (time: string) =>
    sql`update workspaces set activity_since = ${time} where id = ${workspace_id}`.execute(pool)
  await start(started)
  expect((await read(id)).since).toBe(started)
  await start('2020-01-01T00:00:00Z')
  const since = Date.now() - Date.parse((await read(id)).since)
  expect(Math.round(since / 86_400_000)).toBe(365)
  const purge = (days: number) =>
    purgeExpired(pool, new Date(Date.now() + days * 86_400_000), (error) => {
      throw error
    })
  await purge(364)
  expect(await changes(id)).toEqual([added])
  await purge(366)
  expect(await changes(id)).toEqual([])
})

test('a deleted contact takes its activity along', async () => {
  const { id } = await add('ada@x.io')
  await owner.request(`DELETE ${list}/contacts/${id}`)
  const query = service.database.pool.selectFrom('contact_activity').select('id')
  expect(await query.where('contact_id', '=', id).execute()).toEqual([])
})
