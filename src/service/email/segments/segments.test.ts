// Runs on both engines: each compares texts, numbers and days by itself.
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import type { Contact } from '#contract/email/contacts.ts'
import type { SegmentCondition } from '#contract/email/segments.ts'
import { perFile, servicePerFile } from '#service/http/test-service.ts'

const service = servicePerFile()
const owner = perFile(() => service.workspace())

let list_id: string
beforeAll(async () => {
  list_id = (await owner.create('POST /lists', { name: 'Readers' })).id
  const people = [
    { email_address: 'ada@x.io', tags: ['VIP', 'early'], fields: { city: 'Oslo', plan: '100%' } },
    {
      email_address: 'bea@Y.io',
      tags: ['vip'],
      status: 'unsubscribed',
      fields: { city: 'Bergen' },
    },
    { email_address: 'carl@x.io', fields: { city: '', plan: '100' } },
    {
      email_address: 'dan@z.io',
      import: true,
      status: 'bounced',
      created_at: '2020-01-01T00:00:00Z',
    },
  ]
  for (const body of people) await owner.request(`POST /lists/${list_id}/contacts`, { body })
})
beforeEach(() => owner.events())

const preview = (conditions: SegmentCondition[], match = 'all') =>
  owner.request(`POST /lists/${list_id}/segments/preview`, {
    body: { filter: { match, conditions } },
  })
const save = (conditions: SegmentCondition[], name = 'S') =>
  owner.create(`POST /lists/${list_id}/segments`, {
    name,
    filter: { match: 'all', conditions },
  })
const membersOf = async (segment_id: string): Promise<string[]> =>
  (await owner.request(`GET /lists/${list_id}/segments/${segment_id}/contacts`)).body.data.map(
    ({ email_address }: Contact) => email_address.slice(0, 3),
  )

test.each<[SegmentCondition, string[]]>([
  [{ field: 'status', op: 'is', value: 'subscribed' }, ['ada', 'car']],
  [{ field: 'status', op: 'is_not', value: 'subscribed' }, ['bea', 'dan']],
  [{ field: 'tag', op: 'is', value: 'vIp' }, ['ada', 'bea']],
  [{ field: 'tag', op: 'is_not', value: 'vip' }, ['car', 'dan']],
  [{ field: 'tag', op: 'starts_with', value: 'ear' }, ['ada']],
  [{ field: 'tag', op: 'exists' }, ['ada', 'bea']],
  [{ field: 'tag', op: 'not_exists' }, ['car', 'dan']],
  [{ field: 'email_address', op: 'is', value: 'BEA@y.IO' }, ['bea']],
  [{ field: 'email_address', op: 'contains', value: '@X.' }, ['ada', 'car']],
  [{ field: 'email_address', op: 'not_contains', value: '@x.' }, ['bea', 'dan']],
  [{ field: 'fields.city', op: 'is', value: 'Oslo' }, ['ada']],
  [{ field: 'fields.city', op: 'is_not', value: 'Oslo' }, ['bea', 'car', 'dan']],
  [{ field: 'fields.city', op: 'exists' }, ['ada', 'bea', 'car']],
  [{ field: 'fields.city', op: 'not_exists' }, ['dan']],
  [{ field: 'fields.plan', op: 'contains', value: '0%' }, ['ada']],
  [{ field: 'fields.plan', op: 'starts_with', value: '100' }, ['ada', 'car']],
  [{ field: 'created_at', op: 'before', value: '2021-01-01T00:00:00+01:00' }, ['dan']],
  [{ field: 'created_at', op: 'after', value: '2021-01-01T00:00:00Z' }, ['ada', 'bea', 'car']],
])('%j matches %j', async (condition, expected) => {
  const { body } = await preview([condition])
  const names = body.sample.map(({ email_address }: Contact) => email_address.slice(0, 3))
  expect(names.toSorted()).toEqual(expected)
  expect(body.contact_count).toBe(expected.length)
  const { id } = await save([condition], JSON.stringify(condition))
  expect((await membersOf(id)).toSorted()).toEqual(expected)
  // The list counts many segments at once.
  const segments = await owner.request(`GET /lists/${list_id}/segments`)
  expect(segments.body.data[0]).toMatchObject({ id, contact_count: expected.length })
})

test('a segment matches all conditions or any of them', async () => {
  const conditions: SegmentCondition[] = [
    { field: 'tag', op: 'is', value: 'vip' },
    { field: 'status', op: 'is', value: 'bounced' },
  ]
  expect((await preview(conditions)).body.contact_count).toBe(0)
  expect((await preview(conditions, 'any')).body.contact_count).toBe(3)
})

test.each<[unknown, string]>([
  [{ field: 'status', op: 'before', value: 'x' }, '/filter/conditions/0/op'],
  [{ field: 'email_address', op: 'exists' }, '/filter/conditions/0/op'],
  [{ field: 'tag', op: 'is' }, '/filter/conditions/0/value'],
  [{ field: 'created_at', op: 'before', value: '2021-01-01' }, '/filter/conditions/0/value'],
  [{ field: 'city', op: 'is', value: 'x' }, '/filter/conditions/0/field'],
  [{ field: 'fields.', op: 'is', value: 'x' }, '/filter/conditions/0/field'],
  [{ field: 'tag', op: 'matches', value: 'x' }, '/filter/conditions/0/op'],
])('%j is refused at %s', async (condition, field) => {
  const { status, body } = await preview([condition as SegmentCondition])
  expect([status, body.error.details[0].field]).toEqual([422, field])
})

test('T34 a segment is evaluated on read and includes every status', async () => {
  const segment = await save([{ field: 'tag', op: 'is', value: 'vip' }])
  expect(segment.contact_count).toBe(2)
  expect(await membersOf(segment.id)).toEqual(['bea', 'ada'])
  await owner.request(`POST /lists/${list_id}/contacts`, {
    body: { email_address: 'eve@x.io', tags: ['vip'], status: 'unsubscribed' },
  })
  expect(await membersOf(segment.id)).toEqual(['eve', 'bea', 'ada'])
  const { body } = await owner.request(`GET /lists/${list_id}/segments`)
  expect(body.data[0]).toMatchObject({ id: segment.id, contact_count: 3 })
})

test('each change of a segment emits one event', async () => {
  const segment = await save([{ field: 'tag', op: 'is', value: 'vip' }], 'First')
  const path = `/lists/${list_id}/segments/${segment.id}`
  await owner.request(`PATCH ${path}`, { body: { name: 'First' } })
  expect(await owner.events()).toEqual(['segment.created'])
  const filter = { match: 'any', conditions: [{ field: 'tag', op: 'not_exists' }] }
  const { body } = await owner.request(`PATCH ${path}`, { body: { name: 'Second', filter } })
  expect(body).toMatchObject({ name: 'Second', filter, version: '2' })
  await owner.request(`PATCH ${path}`, { body: { filter } })
  expect(await owner.events()).toEqual(['segment.updated'])
  expect((await owner.request(`DELETE ${path}`)).status).toBe(204)
  expect((await owner.request(`GET ${path}/contacts`)).status).toBe(404)
  expect(await owner.events()).toEqual(['segment.deleted'])
})

/** The clock of the service stands still. */
function stopClock(now = '2030-06-15T12:00:00Z') {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
}
const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()
const dayOf = (count: number) => days(count).slice(0, 10)

test('numbers and days of fields are compared, and other texts match neither', async () => {
  stopClock()
  const list = (await owner.create('POST /lists', { name: 'Compared' })).id
  const texts = [
    '10', '9', '+9.50', '-3', '007', '1,000', '1e3', ' 8', '9\n', '', '९', 'Infinity', '1'.repeat(16),
    '2025-01-31', '2025-02-01T10:00:00-05:00', '2025-02-31', '2025-13-01', '2025-1-3', '31.01.2025',
    dayOf(0), dayOf(6), days(7), dayOf(-1), '%', "'", '9'.repeat(2000),
  ] // oxfmt-ignore
  await owner.request(`POST /lists/${list}/contacts/batch`, {
    body: {
      operations: [
        ...texts.map((value, index) => ({
          op: 'upsert',
          email_address: `c${index}@x.io`,
          fields: { value },
        })),
        { op: 'upsert', email_address: 'none@x.io' },
      ],
    },
  })
  const matching = async (op: string, value: string) => {
    const filter = { match: 'all', conditions: [{ field: 'fields.value', op, value }] }
    const body = { name: `${op} ${value}`, filter }
    const { id, contact_count } = await owner.create(`POST /lists/${list}/segments`, body)
    const path = `/lists/${list}/segments`
    const { data } = (await owner.request(`GET ${path}/${id}/contacts`)).body
    const segments = (await owner.request(`GET ${path}`)).body.data
    const counts = [contact_count, segments[0].contact_count, data.length]
    expect([op, value, new Set(counts).size]).toEqual([op, value, 1])
    return data.map(({ fields }: Contact) => fields['value']).toSorted()
  }
  expect(await matching('greater', '9')).toEqual(['+9.50', '10'])
  expect(await matching('less', '9')).toEqual(['-3', '007'].toSorted())
  expect(await matching('less', '-3')).toEqual([])
  expect(await matching('less', '2025-02-01')).toEqual(['2025-01-31'])
  const later = [dayOf(0), dayOf(6), days(7), dayOf(-1)]
  expect(await matching('greater', '2025-02-01')).toEqual(['2025-02-31', ...later].toSorted())
  expect(await matching('within_days', '7')).toEqual([dayOf(0), dayOf(6)].toSorted())
  expect(await matching('within_days', '8')).toEqual([dayOf(0), dayOf(6), days(7)].toSorted())
})

test('within_days counts from the time of the request, without a write', async () => {
  stopClock()
  const list = (await owner.create('POST /lists', { name: 'Recent' })).id
  for (const [index, created_at] of [days(1.9), days(2.1), days(-1), days(0)].entries())
    await owner.create(`POST /lists/${list}/contacts`, {
      email_address: `c${index}@x.io`,
      import: true,
      created_at,
    })
  const filter = {
    match: 'all',
    conditions: [{ field: 'created_at', op: 'within_days', value: '2' }],
  }
  const { id } = await owner.create(`POST /lists/${list}/segments`, { name: 'New', filter })
  const path = `GET /lists/${list}/segments`
  const read = async (headers = {}) => {
    const members = await owner.request(`${path}/${id}/contacts`, { headers })
    const counts = await owner.request(path)
    const names = members.body?.data.map(({ email_address }: Contact) => email_address.slice(0, 2))
    expect(counts.body.data[0].contact_count).toBe(names?.length)
    return { names, etag: members.headers.get('etag') ?? '' }
  }
  const { names, etag } = await read()
  expect(names).toEqual(['c3', 'c0'])
  vi.setSystemTime('2030-06-16T13:00:00Z')
  expect((await read({ 'If-None-Match': etag })).names).toEqual(['c2', 'c3'])
})

test.each([
  ['fields.age', 'greater', 'ten', 'not_comparable'],
  ['fields.age', 'less', '', 'not_comparable'],
  ['fields.age', 'greater', '2025-02-01T23:00:00Z', 'not_comparable'],
  ['fields.age', 'less', '2025-01-31 nonsense', 'not_comparable'],
  ['fields.age', 'less', '2025-02-31', 'not_comparable'],
  ['fields.age', 'less', '1'.repeat(2000), 'not_comparable'],
  ['fields.age', 'within_days', '0', 'not_days'],
  ['created_at', 'within_days', '1.5', 'not_days'],
  ['updated_at', 'within_days', '36501', 'not_days'],
  ['created_at', 'within_days', undefined, 'required'],
  ['created_at', 'greater', '5', 'unknown_op'],
  ['tag', 'less', '5', 'unknown_op'],
  ['status', 'within_days', '5', 'unknown_op'],
  ['email_address', 'greater', '5', 'unknown_op'],
])('a condition on %s with %s %s is refused as %s', async (field, op, value, code) => {
  const { status, body } = await preview([{ field, op, value } as SegmentCondition])
  expect([status, body.error.details[0].code]).toEqual([422, code])
})
