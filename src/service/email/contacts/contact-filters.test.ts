// Runs on both engines: each sorts, compares and counts by itself.
import { beforeAll, expect, test } from 'vitest'

import type { Contact } from '#contract/email/contacts.ts'
import { joinTags } from '#contract/email/tags.rules.ts'
import { perFile, servicePerFile } from '#service/http/test-service.ts'

const service = servicePerFile()
const owner = perFile(() => service.workspace())

let list_id: string
let segment_id: string
/** Those of Oslo, whatever they are. */
const filter = { match: 'all', conditions: [{ field: 'fields.city', op: 'is', value: 'Oslo' }] }
const people = [
  { name: 'ada', status: 'subscribed', tags: ['VIP', 'a,b'], city: 'Oslo' },
  { name: 'bea', status: 'unsubscribed', tags: ['early'], city: 'Oslo' },
  { name: 'cai', status: 'subscribed', tags: ['vip', 'early'], city: 'Bergen' },
  { name: 'dan', status: 'pending', tags: ['a\\b'], city: 'Bergen' },
  { name: 'eva', status: 'subscribed', tags: [], city: 'Oslo' },
]
beforeAll(async () => {
  list_id = (await owner.create('POST /lists', { name: 'Readers' })).id
  const operations = people.map(({ name, status, tags, city }, index) => ({
    op: 'upsert',
    email_address: `${name}@x.io`,
    // Ids grow the other way.
    created_at: new Date(Date.UTC(2024, 0, 10 - index)).toISOString(),
    status,
    tags,
    fields: { city, note: name === 'ada' ? '100%' : '' },
  }))
  await owner.request(`POST /lists/${list_id}/contacts/batch`, {
    body: { import: true, operations },
  })
  segment_id = (await owner.create(`POST /lists/${list_id}/segments`, { name: 'Oslo', filter })).id
})

const contactsOf = (query: string, path = 'contacts') =>
  owner.request(`GET /lists/${list_id}/${path}?${query}`)
const namesOf = (data: readonly Contact[]) =>
  data.map(({ email_address }) => email_address.slice(0, 3))

/** Page by page, as counted, and as exported: all of them agree. */
async function found(query: string): Promise<string[]> {
  const names: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const after: string = cursor && `&starting_after=${cursor}`
    const { body } = await contactsOf(`${query}&limit=2&include_total=true${after}`)
    names.push(...namesOf(body.data))
    cursor = body.paging.next
    if (cursor === null) expect([query, body.paging.total]).toEqual([query, names.length])
  }
  expect([query, (await exported(query)).toSorted()]).toEqual([query, names.toSorted()])
  return names
}

async function exported(query: string): Promise<string[]> {
  const { text } = await contactsOf(`${query}&format=jsonl`, 'export')
  const lines = text.trim().split('\n').slice(0, -1)
  return namesOf(lines.map((line) => JSON.parse(line) as Contact))
}

const tags = (...names: string[]) => `tags=${encodeURIComponent(joinTags(names))}`

test('contacts with any of several tags are found, whatever their names', async () => {
  expect((await found(tags('VIP', 'early'))).toSorted()).toEqual(['ada', 'bea', 'cai'])
  expect(await found(tags('a,b'))).toEqual(['ada'])
  expect((await found(tags('a,b', 'a\\b', 'none', 'none'))).toSorted()).toEqual(['ada', 'dan'])
  expect(await found(`${tags('vip', 'early')}&status=unsubscribed`)).toEqual(['bea'])
  expect(await found(`${tags('vip', 'early')}&tag=VIP&search=cai`)).toEqual(['cai'])
  expect(await found(tags('a', 'b', '%', '_', "'", 'a_b'))).toEqual([])
  const many = encodeURIComponent(Array.from({ length: 101 }, (_, n) => `t${n}`).join())
  for (const value of ['', 'a,,b', ',', 'a%0Ab', many, 'x'.repeat(101), 'x'.repeat(10_000)])
    expect((await contactsOf(`tags=${value}`)).status).toBeOneOf([400, 422])
})

test('a segment is searched, filtered and exported like its list', async () => {
  const inOslo = `segment_id=${segment_id}`
  expect((await found(inOslo)).toSorted()).toEqual(['ada', 'bea', 'eva'])
  expect(await found(`${inOslo}&search=eva%40x`)).toEqual(['eva'])
  expect(await found(`${inOslo}&search=100%25`)).toEqual(['ada'])
  expect(await found(`${inOslo}&search=cai`)).toEqual([])
  expect(await found(`${inOslo}&status=unsubscribed,pending`)).toEqual(['bea'])
  expect(await found(`${inOslo}&tag=vip`)).toEqual(['ada'])
  expect((await found(`${inOslo}&${tags('vip', 'early')}`)).toSorted()).toEqual(['ada', 'bea'])
  expect(await found(`${inOslo}&sort=email_address`)).toEqual(['ada', 'bea', 'eva'])

  // A segment of a tag and a filter by another one are both kept.
  const condition = { field: 'tag', op: 'is', value: 'early' }
  const body = { name: 'Early', filter: { match: 'all', conditions: [condition] } }
  const { id } = await owner.create(`POST /lists/${list_id}/segments`, body)
  expect((await found(`segment_id=${id}`)).toSorted()).toEqual(['bea', 'cai'])
  expect(await found(`segment_id=${id}&tag=VIP`)).toEqual(['cai'])
  expect(await found(`segment_id=${id}&${tags('VIP', 'a,b')}`)).toEqual(['cai'])

  const other = (await owner.create('POST /lists', { name: 'Other' })).id
  const foreign = await owner.create(`POST /lists/${other}/segments`, { name: 'All', filter })
  for (const unknown of ['seg_none', foreign.id])
    expect(await found(`segment_id=${unknown}`)).toEqual([])
})

test('contacts are sorted by every column with an index, in both directions', async () => {
  const newest = namesOf((await contactsOf('')).body.data)
  const byStatus = ['pending', 'subscribed', 'unsubscribed'].flatMap((status) =>
    newest
      .toReversed()
      .filter((name) => people.some((one) => one.name === name && one.status === status)),
  )
  await owner.request(`PATCH /lists/${list_id}/contacts/${await idOf('bea')}`, {
    body: { fields: { note: 'changed' } },
  })
  const names = people.map(({ name }) => name)
  const sorted: Record<string, string[]> = {
    created_at: newest.toReversed(),
    email_address: names,
    status: byStatus,
  }
  for (const [sort, expected] of Object.entries(sorted)) {
    expect([sort, await found(`sort=${sort}`)]).toEqual([sort, expected])
    expect([sort, await found(`sort=-${sort}`)]).toEqual([sort, expected.toReversed()])
  }
  const changed = await found('sort=updated_at')
  expect(changed.at(-1)).toBe('bea')
  expect(await found('sort=-updated_at')).toEqual(changed.toReversed())
  expect(await found('sort=-status&search=x')).toEqual(byStatus.toReversed())
  expect((await contactsOf('sort=tags')).status).toBe(422)
})

test('an export keeps only an order in which contacts do not move', async () => {
  const newest = namesOf((await contactsOf('')).body.data)
  for (const sort of ['status', '-status', 'updated_at', '-updated_at'])
    expect([sort, await exported(`sort=${sort}`)]).toEqual([sort, newest])
  const names = people.map(({ name }) => name)
  expect(await exported('sort=email_address')).toEqual(names)
  expect(await exported('sort=-email_address')).toEqual(names.toReversed())
  expect(await exported('sort=created_at')).toEqual(newest.toReversed())
})

test('contacts with equal values are on one page each', async () => {
  const list = (await owner.create('POST /lists', { name: 'Twins' })).id
  const operations = ['ada', 'bea', 'cai', 'dan'].map((name) => ({
    op: 'upsert',
    email_address: `${name}@x.io`,
    created_at: '2024-01-01T00:00:00Z',
    status: 'subscribed',
  }))
  await owner.request(`POST /lists/${list}/contacts/batch`, { body: { import: true, operations } })
  for (const sort of ['status', '-status', 'created_at', '-created_at']) {
    const names: string[] = []
    let after = ''
    while (names.length < 9) {
      const path = `GET /lists/${list}/contacts?sort=${sort}&limit=1${after}`
      const { data, paging } = (await owner.request(path)).body
      names.push(...namesOf(data))
      if (paging.next === null) break
      after = `&starting_after=${paging.next}`
    }
    expect([sort, names.toSorted()]).toEqual([sort, ['ada', 'bea', 'cai', 'dan']])
  }
})

const idOf = async (name: string) =>
  (await owner.request(`GET /lists/${list_id}/contacts/${name}@x.io`)).body.id
