// Runs on both engines: it relies on row locks.
import { beforeEach, expect, test } from 'vitest'

import type { BatchResult } from '#contract/batch-result.ts'
import { perTest, servicePerFile, workspacePerTest } from '#service/http/test-service.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)
const list = perTest(() => owner.create('POST /lists', { name: 'Readers' }))
beforeEach(async () => {
  await owner.events()
})

const batch = async (operations: unknown[], more: object = {}): Promise<BatchResult[]> =>
  (await owner.request(`POST /lists/${list.id}/contacts/batch`, { body: { operations, ...more } }))
    .body.results
const counts = async () => (await owner.request(`GET /lists/${list.id}`)).body.counts

test('a batch returns one result per operation, in order', async () => {
  const [ada] = await batch([{ op: 'upsert', email_address: 'ada@x.io', tags: ['t'] }])
  await owner.events()
  const results = await batch([
    { op: 'upsert', email_address: 'bea@x.io', fields: { a: '1' } },
    { op: 'upsert', email_address: 'ADA@x.io', fields: { a: '2' } },
    { op: 'upsert', email_address: 'nobody' },
    { op: 'update', id: ada?.id, status: 'unsubscribed' },
    { op: 'update', id: 'con_0', status: 'unsubscribed' },
    { op: 'update', id: ada?.id, status: 'bounced' },
    { op: 'delete', id: ada?.id },
    { op: 'delete', id: ada?.id },
    { op: 'rename' },
    5,
  ])
  expect(results.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(results.map(({ status }) => status)).toEqual([
    201, 200, 422, 200, 404, 422, 204, 404, 422, 422,
  ])
  expect(results[1]?.id).toBe(ada?.id)
  expect(results[2]?.error).toMatchObject({ details: [{ field: '/email_address' }] })
  expect(await counts()).toMatchObject({ total: 1, subscribed: 1 })
  expect(await owner.events()).toEqual([
    'contact.created',
    'contact.updated',
    'contact.updated',
    'contact.unsubscribed',
    'contact.deleted',
  ])
})

test('upserts of different addresses share a new tag, first spelling wins', async () => {
  const [ada] = await batch([{ op: 'upsert', email_address: 'ada@x.io', tags: ['Old'] }])
  const results = await batch([
    { op: 'upsert', email_address: 'bea@x.io', tags: ['New'] },
    { op: 'upsert', email_address: 'ADA@x.io', tags: ['new', 'old'], fields: { a: '2' } },
    { op: 'upsert', email_address: 'nobody' },
    { op: 'upsert', email_address: 'cleo@x.io' },
  ])
  expect(results.map(({ status }) => status)).toEqual([201, 200, 422, 201])
  expect(results[1]?.id).toBe(ada?.id)
  const { body } = await owner.request(`GET /lists/${list.id}/contacts/ada@x.io`)
  expect(body).toMatchObject({ tags: ['Old', 'New'], fields: { a: '2' } })
  expect((await owner.request(`GET /lists/${list.id}/tags`)).body.data).toMatchObject([
    { name: 'New', contact_count: 2 },
    { name: 'Old', contact_count: 1 },
  ])
  expect(await counts()).toMatchObject({ total: 3, subscribed: 3 })
})

test('one of several concurrent batches gets an address, the others continue', async () => {
  const people = Array.from({ length: 12 }, (_, turn) => `p${turn}@x.io`)
  const made = await batch(people.map((email_address) => ({ op: 'upsert', email_address })))
  const answers = await Promise.all(
    made.map(({ id }, turn) =>
      owner.request(`POST /lists/${list.id}/contacts/batch`, {
        body: {
          operations: [
            { op: 'update', id, email_address: 'wanted@x.io' },
            { op: 'upsert', email_address: `next${turn}@x.io` },
          ],
        },
      }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200))
  const first = answers.map(({ body }) => body.results[0])
  expect(first.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200,
    ...people.slice(1).map(() => 409),
  ])
  for (const { error } of first.filter(({ status }) => status === 409))
    expect(error.details[0]).toMatchObject({
      code: 'email_taken',
      id: expect.stringMatching(/^con_/),
    })
  expect(answers.map(({ body }) => body.results[1].status)).toEqual(people.map(() => 201))
  expect(await counts()).toMatchObject({ total: 24, subscribed: 24 })
})

test('a refused operation inserts no tag and no stale 304 follows', async () => {
  const tags = (etag = '') =>
    owner.request(`GET /lists/${list.id}/tags`, { headers: { 'If-None-Match': etag } })
  const [ada] = await batch([{ op: 'upsert', email_address: 'ada@x.io', tags: ['t'] }])
  const etag = (await tags()).headers.get('etag') ?? ''
  const many = Array.from({ length: 100 }, (_, count) => `tag ${count}`)
  const refused = await batch([
    { op: 'upsert', email_address: 'ada@x.io', tags: many },
    { op: 'update', id: ada?.id, tags: Object.fromEntries(many.map((name) => [name, true])) },
  ])
  expect(refused.map(({ status }) => status)).toEqual([422, 422])
  expect((await tags()).body.data).toHaveLength(1)
  expect((await tags(etag)).status).toBe(304)
})

test('one of several concurrent batches gets an external reference', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, turn) =>
      batch(
        [{ op: 'upsert', email_address: `p${turn}@x.io`, external_ref: 'one', tags: [`t${turn}`] }],
        { import: true },
      ),
    ),
  )
  const first = answers.flatMap(([result]) => result ?? [])
  expect(first.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const { status, error } of first.filter(({ status: made }) => made !== 201))
    expect([status, error?.details?.[0]?.code]).toEqual([409, 'external_ref_taken'])
  const winner = first.findIndex(({ status }) => status === 201)
  const { body } = await owner.request(`GET /lists/${list.id}/tags`)
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual([`t${winner}`])
})

test('the import flag of a batch applies to all operations', async () => {
  const created_at = '2020-01-01T00:00:00.000Z'
  const [result] = await batch(
    [{ op: 'upsert', email_address: 'a@x.io', status: 'complained', created_at }],
    { import: true },
  )
  const { body } = await owner.request(`GET /lists/${list.id}/contacts/${result?.id}`)
  expect(body).toMatchObject({ status: 'complained', source: 'import', created_at })
})

test('a batch has from 1 to 1,000 operations', async () => {
  const status = async (count: number) => {
    const operations = Array.from({ length: count }, () => ({ op: 'delete', id: 'con_0' }))
    const line = `POST /lists/${list.id}/contacts/batch`
    return (await owner.request(line, { body: { operations } })).status
  }
  expect([await status(0), await status(1), await status(1000), await status(1001)]).toEqual([
    422, 200, 200, 422,
  ])
})
