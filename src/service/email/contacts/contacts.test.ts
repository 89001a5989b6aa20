import { beforeEach, expect, test } from 'vitest'

import type { Contact } from '#contract/email/contacts.ts'
import type { List } from '#contract/email/lists.ts'
import { reason, servicePerFile, workspacePerTest } from '#service/http/test-service.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)

let list: List
beforeEach(async () => {
  list = await newList()
  await owner.events()
})

const newList = (more: object = {}): Promise<List> =>
  owner.create('POST /lists', { name: 'Readers', ...more })
const at = (id_or_email = '') =>
  `/lists/${list.id}/contacts${id_or_email && `/${encodeURIComponent(id_or_email)}`}`
const post = (email_address: string, more: object = {}) =>
  owner.request(`POST ${at()}`, { body: { email_address, ...more } })
const add = async (email_address: string, more: object = {}): Promise<Contact> =>
  (await post(email_address, more)).body
const patch = (contact: Contact, body: object, headers: Record<string, string> = {}) =>
  owner.request(`PATCH ${at(contact.id)}`, { body, headers })
const read = async (id_or_email: string) => owner.request(`GET ${at(id_or_email)}`)
const addresses = async (query: string): Promise<string[]> =>
  (await owner.request(`GET ${at()}${query}`)).body.data.map(
    ({ email_address }: Contact) => email_address,
  )
const counts = async () => (await owner.request(`GET /lists/${list.id}`)).body.counts
const tagCount = async () =>
  (await owner.request(`GET /lists/${list.id}/tags`)).body.data.map(
    ({ name, contact_count }: { name: string; contact_count: number }) => [name, contact_count],
  )

test('a created contact has a Location and is counted', async () => {
  const { status, body, headers } = await post('ada@x.io', {
    fields: { first_name: 'Ada' },
    tags: ['vip'],
  })
  expect(status).toBe(201)
  expect(headers.get('location')).toMatch(new RegExp(`/v1${at(body.id)}$`))
  expect(body).toMatchObject({
    list_id: list.id,
    email_address: 'ada@x.io',
    status: 'subscribed',
    tags: ['vip'],
    fields: { first_name: 'Ada' },
    source: 'api',
  })
  expect(body.subscribed_at).toBe(body.created_at)
  expect(await counts()).toMatchObject({ total: 1, subscribed: 1 })
  expect(await owner.events()).toEqual(['contact.created'])
})

test('an event of a contact has exactly five fields', async () => {
  const contact = await add('ada@x.io', { fields: { secret: 'x' }, tags: ['vip'] })
  const row = await service.database.pool
    .selectFrom('events')
    .select('body')
    .where('workspace_id', '=', owner.workspace_id)
    .where('kind', '=', 'contact.created')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(row.body).data).toEqual({
    id: contact.id,
    list_id: list.id,
    email_address: 'ada@x.io',
    status: 'subscribed',
    tags: ['vip'],
  })
})

test.each([
  ['a+b@x.io', 'a+b@x.io'],
  ['o/brien@x.io', 'o/brien@x.io'],
  ['A@X.IO', 'a@x.io'],
  ['50%25@x.io', '50%25@x.io'],
  ['zoë@bücher.example', 'ZOË@xn--bcher-kva.example'],
])('T21 %s is found by its case-insensitive address, decoded once', async (given, asked) => {
  const contact = await add(given)
  expect((await read(asked)).body).toEqual(contact)
  expect(
    (await owner.request(`GET ${at()}/${encodeURIComponent(asked).replace('%40', '@')}`)).body.id,
  ).toBe(contact.id)
})

test('T22 two spellings of an address are one contact', async () => {
  const first = await post('Ada@X.io')
  const second = await post('ada@x.io')
  expect([first.status, second.status]).toEqual([201, 200])
  expect(second.body).toEqual(first.body)
  expect(second.body.email_address).toBe('Ada@X.io')
  expect(second.headers.get('location')).toBeNull()
  expect(await owner.events()).toEqual(['contact.created'])
})

test('T23 twenty concurrent upserts create one contact and one event', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post('new@x.io', { tags: ['fresh'], fields: { a: '1' } })),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array(19).fill(200), 201])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(await owner.events()).toEqual(['contact.created'])
  expect([await counts(), await tagCount()]).toMatchObject([{ total: 1 }, [['fresh', 1]]])
})

test('T24 an upsert of an unsubscribed contact keeps the status', async () => {
  const contact = await add('ada@x.io')
  await patch(contact, { status: 'unsubscribed' })
  await owner.events()
  const { status, body } = await post('ada@x.io', { fields: { a: '1' } })
  expect([status, body.status]).toEqual([200, 'unsubscribed'])
  expect(await owner.events()).toEqual(['contact.updated'])
  expect((await post('ada@x.io', { status: 'subscribed' })).body.status).toBe('unsubscribed')
  expect(await owner.events()).toEqual([])
  expect((await post('ada@x.io', { resubscribe: true })).body.status).toBe('subscribed')
  expect(await owner.events()).toEqual(['contact.updated', 'contact.subscribed'])
})

test('T25 an upsert merges fields and tags', async () => {
  await add('ada@x.io', { fields: { a: '1' }, tags: ['x'] })
  const { body } = await post('ada@x.io', { fields: { b: '2' }, tags: ['y'] })
  expect([body.fields, body.tags]).toEqual([{ a: '1', b: '2' }, ['x', 'y']])
  await owner.events()
  await post('ada@x.io', { fields: { b: '2' }, tags: ['X'] })
  expect(await owner.events()).toEqual([])
})

test('T26 an array replaces tags, a map adds and removes', async () => {
  const contact = await add('ada@x.io', { tags: ['x', 'y'] })
  expect((await patch(contact, { tags: ['x'] })).body.tags).toEqual(['x'])
  expect((await patch(contact, { tags: { z: true } })).body.tags).toEqual(['x', 'z'])
  expect((await patch(contact, { tags: { X: false } })).body.tags).toEqual(['z'])
  expect(await tagCount()).toEqual([
    ['x', 0],
    ['y', 0],
    ['z', 1],
  ])
})

test('T27 a field change merges, null deletes, an empty string is kept', async () => {
  const contact = await add('ada@x.io', { fields: { a: '1', b: '2' } })
  expect((await patch(contact, { fields: { c: '3' } })).body.fields).toEqual({
    a: '1',
    b: '2',
    c: '3',
  })
  expect((await patch(contact, { fields: { a: null } })).body.fields).toEqual({ b: '2', c: '3' })
  expect((await patch(contact, { fields: { b: '' } })).body.fields).toEqual({ b: '', c: '3' })
})

test('T28 a field must be a string, and may be named __proto__', async () => {
  for (const fields of [{ a: 1 }, { a: { b: 'c' } }, { a: null }, ['a'], 'a', { '': 'x' }]) {
    const { status, body } = await post('ada@x.io', { fields })
    expect([fields, status, body.error.code]).toEqual([fields, 422, 'validation_error'])
    expect(body.error.details[0].field).toMatch(/^\/fields/)
  }
  const raw = '{"email_address":"ada@x.io","fields":{"__proto__":"x","constructor":"y"}}'
  const { text, body } = await owner.request(`POST ${at()}`, { raw })
  expect(text).toContain('"fields":{"__proto__":"x","constructor":"y"}')
  expect(Object.prototype).not.toHaveProperty('x')
  expect((await read(body.id)).text).toContain('"__proto__":"x"')
  const changed = await owner.request(`PATCH ${at(body.id)}`, {
    raw: '{"fields":{"__proto__":null}}',
  })
  expect(changed.body.fields).toEqual({ constructor: 'y' })
})

test('T29 a tag is case-insensitive and keeps its first spelling', async () => {
  await add('ada@x.io', { tags: ['VIP'] })
  expect((await post('ada@x.io', { tags: ['vip'] })).body.tags).toEqual(['VIP'])
  expect((await add('bea@x.io', { tags: ['Vip', 'viP'] })).tags).toEqual(['VIP'])
  expect(await tagCount()).toEqual([['VIP', 2]])
  expect(await addresses('?tag=vIp')).toEqual(['bea@x.io', 'ada@x.io'])
})

test('T30 a contact is not found in another list', async () => {
  const contact = await add('ada@x.io')
  const other = await newList()
  const path = `/lists/${other.id}/contacts/${contact.id}`
  const statuses = [
    (await owner.request(`GET ${path}`)).status,
    (await owner.request(`PATCH ${path}`, { body: { status: 'pending' } })).status,
    (await owner.request(`DELETE ${path}`)).status,
  ]
  expect(statuses).toEqual([404, 404, 404])
})

test('T31 an address identifies a contact for reads only', async () => {
  await add('ada@x.io')
  expect((await owner.request(`DELETE ${at('ada@x.io')}`)).status).toBe(404)
  expect((await owner.request(`PATCH ${at('ada@x.io')}`, { body: { fields: {} } })).status).toBe(
    404,
  )
  expect((await read('ada@x.io')).status).toBe(200)
})

test('T32 a deleted contact is created again with another id', async () => {
  const contact = await add('ada@x.io', { tags: ['x'] })
  expect((await owner.request(`DELETE ${at(contact.id)}`)).status).toBe(204)
  expect((await owner.request(`DELETE ${at(contact.id)}`)).status).toBe(404)
  expect([await counts(), await tagCount()]).toMatchObject([{ total: 0 }, [['x', 0]]])
  expect((await add('ada@x.io')).id).not.toBe(contact.id)
  expect(await owner.events()).toEqual(['contact.created', 'contact.deleted', 'contact.created'])
})

test('a list with double opt-in creates pending contacts', async () => {
  list = await newList({ double_opt_in: true })
  expect(await add('ada@x.io')).toMatchObject({ status: 'pending', subscribed_at: null })
  expect(await add('bea@x.io', { status: 'subscribed' })).toMatchObject({ status: 'subscribed' })
})

test('a status change emits the update and the transition once', async () => {
  const contact = await add('ada@x.io')
  await owner.events()
  const left = await patch(contact, { status: 'unsubscribed' })
  expect(left.body.unsubscribed_at).toBe(left.body.updated_at)
  expect(await owner.events()).toEqual(['contact.updated', 'contact.unsubscribed'])
  await patch(contact, { status: 'unsubscribed' })
  expect(await owner.events()).toEqual([])
  await patch(contact, { status: 'pending' })
  expect(await owner.events()).toEqual(['contact.updated'])
  expect(await counts()).toMatchObject({ total: 1, pending: 1, unsubscribed: 0 })
})

test('the API cannot set bounced or complained, or change a complaint', async () => {
  const contact = await add('ada@x.io')
  expect(reason(await patch(contact, { status: 'bounced' }))).toEqual([422, 'not_settable'])
  expect(reason(await post('b@x.io', { status: 'complained' }))).toEqual([422, 'not_settable'])
  await patch(contact, { status: 'complained', import: true })
  expect(reason(await patch(contact, { status: 'subscribed' }))).toEqual([409, 'status_locked'])
  expect(reason(await post('ada@x.io', { status: 'subscribed' }))).toEqual([409, 'status_locked'])
  expect((await post('ada@x.io', { fields: { a: '1' } })).body.status).toBe('complained')
  const bounced = await add('c@x.io', { status: 'bounced', import: true })
  expect((await patch(bounced, { status: 'subscribed' })).body.status).toBe('subscribed')
})

test('a contact cannot take the address of another', async () => {
  const contact = await add('ada@x.io')
  await add('bea@x.io')
  expect(reason(await patch(contact, { email_address: 'BEA@x.io' }))).toEqual([409, 'email_taken'])
  expect((await patch(contact, { email_address: 'ADA@x.io' })).body.email_address).toBe('ADA@x.io')
  expect((await patch(contact, { email_address: 'eve@x.io' })).body.id).toBe(contact.id)
  expect((await read('ada@x.io')).status).toBe(404)
})

test('one of many concurrent requests gets a reference or an address', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, (_, index) => add(`p${index}@x.io`)))
  const moved = await Promise.all(
    people.map((person) => patch(person, { email_address: 'one@x.io' })),
  )
  expect(moved.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const answer of moved.filter(({ status }) => status !== 200))
    expect(reason(answer)).toEqual([409, 'email_taken'])
  const lists = await Promise.all(
    people.map(() =>
      owner.request('POST /lists', { body: { name: 'L', import: true, external_ref: 'x:1' } }),
    ),
  )
  expect(lists.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201,
    ...Array<number>(7).fill(409),
  ])
})

test.each([
  '',
  'x',
  'a@',
  '@x.io',
  'a b@x.io',
  'a@x io',
  'a@@x.io',
  'a@x/y.io',
  'a@x..io',
  'a@-.\u202e',
  'a\u202eb@x.io',
  `${'a'.repeat(65)}@x.io`,
  `a@${'b'.repeat(260)}`,
])('%j is an invalid email address', async (email_address) => {
  const { status, body } = await post(email_address)
  expect([status, body.error.details[0].field]).toEqual([422, '/email_address'])
})

test('an archived list refuses new contacts but allows unsubscribes', async () => {
  const contact = await add('ada@x.io')
  await owner.request(`PATCH /lists/${list.id}`, { body: { archived: true } })
  expect(reason(await post('bea@x.io'))).toEqual([409, 'list_archived'])
  expect(reason(await post('ada@x.io'))).toEqual([409, 'list_archived'])
  expect((await patch(contact, { status: 'unsubscribed' })).status).toBe(200)
})

test('an update with a stale If-Match changes nothing', async () => {
  const contact = await add('ada@x.io')
  await patch(contact, { fields: { a: '1' } })
  expect((await patch(contact, { fields: { a: '2' } }, { 'If-Match': '"1"' })).status).toBe(412)
  expect((await read(contact.id)).body).toMatchObject({ fields: { a: '1' }, version: '2' })
})

test('an import sets status, times and reference with silent events', async () => {
  const imported = {
    import: true,
    status: 'unsubscribed',
    created_at: '2020-01-02T03:04:05+01:00',
    subscribed_at: '2020-01-02T02:04:05Z',
    unsubscribed_at: '2021-01-01T00:00:00Z',
    external_ref: 'old:1',
  }
  expect(await add('ada@x.io', imported)).toMatchObject({
    source: 'import',
    status: 'unsubscribed',
    created_at: '2020-01-02T02:04:05.000Z',
    unsubscribed_at: '2021-01-01T00:00:00.000Z',
    external_ref: 'old:1',
  })
  const events = await service.database.pool
    .selectFrom('events')
    .select(['kind', 'silent'])
    .where('workspace_id', '=', owner.workspace_id)
    .where('kind', 'like', 'contact.%')
    .execute()
  expect(events).toEqual([{ kind: 'contact.created', silent: true }])
  await owner.events()
  expect((await post('ada@x.io', imported)).status).toBe(200)
  expect(await owner.events()).toEqual([])
  expect(reason(await post('bea@x.io', imported))).toEqual([409, 'external_ref_taken'])
  expect(await addresses('?external_ref=old:1')).toEqual(['ada@x.io'])
})

test('an existing contact does not get the reference of another', async () => {
  await add('ada@x.io', { import: true, external_ref: 'old:1' })
  await add('bea@x.io')
  const wanted = { import: true, external_ref: 'old:1', tags: ['new'] }
  expect(reason(await post('bea@x.io', wanted))).toEqual([409, 'external_ref_taken'])
  expect((await post('ada@x.io', wanted)).status).toBe(200)
  expect((await post('bea@x.io', { import: true, external_ref: 'old:2' })).status).toBe(200)
  expect(await addresses('?external_ref=old:2')).toEqual(['bea@x.io'])
})

test('contacts are filtered by status, tag and search, and sorted', async () => {
  await add('ada@x.io', { tags: ['a'], fields: { city: 'Zürich' } })
  await add('bea@x.io', { tags: ['a', 'b'], status: 'pending' })
  await add('carl@y.io', { status: 'unsubscribed', fields: { note: '100% sure' } })
  expect(await addresses('?status=pending,unsubscribed')).toEqual(['carl@y.io', 'bea@x.io'])
  expect(await addresses('?status=pending&tag=A')).toEqual(['bea@x.io'])
  expect(await addresses('?tag=nobody')).toEqual([])
  expect(await addresses('?search=zur')).toEqual(['ada@x.io'])
  expect(await addresses('?search=a%20x.io')).toEqual(['ada@x.io'])
  expect(await addresses('?search=100%25')).toEqual(['carl@y.io'])
  expect(await addresses('?sort=email_address')).toEqual(['ada@x.io', 'bea@x.io', 'carl@y.io'])
  expect(await addresses('?sort=created_at&tag=a')).toEqual(['ada@x.io', 'bea@x.io'])
  expect((await owner.request(`GET ${at()}?status=gone`)).status).toBe(422)
})

test.each([
  '',
  '&sort=created_at',
  '&sort=email_address',
  '&sort=-updated_at',
  '&tag=t',
  '&status=subscribed',
  '&tag=t&sort=-updated_at',
])('T11 contacts of the same millisecond are each returned once: limit=3%s', async (query) => {
  const created_at = '2020-01-01T00:00:00Z'
  for (let i = 0; i < 8; i++) await add(`p${i}@x.io`, { created_at, import: true, tags: ['t'] })
  const seen: string[] = []
  let next: string | null = ''
  while (next !== null) {
    const after: string = next && `&starting_after=${next}`
    const { body } = await owner.request(`GET ${at()}?limit=3&include_total=true${query}${after}`)
    expect(body.paging.total).toBe(8)
    seen.push(...body.data.map(({ id }: Contact) => id))
    next = body.paging.next
  }
  expect([seen.length, new Set(seen).size]).toEqual([8, 8])
})
