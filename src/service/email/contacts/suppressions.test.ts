// Runs on both engines: it relies on transactions and row locks.
/* oxlint-disable max-lines -- every way in, and every act that lifts, beside each other */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'

import type { BatchResult } from '#contract/batch-result.ts'
import type { Contact } from '#contract/email/contacts.ts'
import type { Suppression } from '#contract/email/suppressions.ts'
import { hasOneConnection, lockWaits } from '#service/db/test-lock-waits.ts'
import { perTest, reason, servicePerFile, workspacePerTest } from '#service/http/test-service.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)
beforeAll(() => service.scheduler.start())

const createList = async (body: object = {}): Promise<string> =>
  (await owner.create('POST /lists', { name: 'Readers', ...body })).id
const lists = perTest(async () => ({ one: await createList(), other: await createList() }))

const address = 'ada@example.com'
const post = async (body: object = {}, list = lists.one) =>
  owner.request(`POST /lists/${list}/contacts`, { body: { email_address: address, ...body } })
const statusAfter = async (body: object = {}, list = lists.one) => {
  const response = await post(body, list)
  return [response.status, response.body.status]
}
const patch = (contact: Contact, body: object) =>
  owner.request(`PATCH /lists/${contact.list_id}/contacts/${contact.id}`, { body })
const remove = async (contact: Contact) => {
  const { status } = await owner.request(`DELETE /lists/${contact.list_id}/contacts/${contact.id}`)
  expect(status).toBe(204)
}
const batch = async (operations: object[], more: object = {}): Promise<BatchResult[]> =>
  (await owner.create(`POST /lists/${lists.one}/contacts/batch`, { operations, ...more })).results
const find = async (list = lists.one, email_address = address): Promise<Contact> =>
  (await owner.request(`GET /lists/${list}/contacts/${email_address}`)).body
const suppressions = async (query = ''): Promise<Suppression[]> =>
  (await owner.request(`GET /suppressions${query}`)).body.data
const reasons = async (query = '') =>
  (await suppressions(query)).map((one) => one.reason).toSorted()

/** A contact that left, and was deleted. */
async function forget(status: string, list = lists.one): Promise<void> {
  const { body } = await post({ import: true, status }, list)
  await remove(body)
}

async function importRows(csv: string, options: object = {}) {
  const { id } = await owner.create(`POST /lists/${lists.one}/imports`, { csv, ...options })
  const read = async () => (await owner.request(`GET /lists/${lists.one}/imports/${id}`)).body
  const isFinished = async () => (await read()).finished_at !== null
  await expect.poll(isFinished, { timeout: 20_000, interval: 20 }).toBe(true)
  return read()
}

const left = ['unsubscribed', 'bounced', 'complained']

test.each(left)('a contact that is deleted and posted again stays %s', async (status) => {
  const { body } = await post()
  await patch(body, { import: true, status })
  await remove(body)
  await owner.events()
  expect(await statusAfter({ status: 'subscribed' })).toEqual([201, status])
  expect(await owner.events()).toEqual(['contact.created'])
  expect(await statusAfter()).toEqual([200, status])
  await remove(await find())
  expect(await statusAfter({ import: true, status: 'subscribed' })).toEqual([201, status])
})

test.each(['pending', 'subscribed'])(
  'a contact that is deleted while %s is new',
  async (status) => {
    await remove((await post({ status })).body)
    expect(await statusAfter()).toEqual([201, 'subscribed'])
    expect(await suppressions()).toEqual([])
  },
)

test('a contact that left becomes neither pending nor subscribed at double opt-in', async () => {
  const asking = await createList({ double_opt_in: true })
  await forget('unsubscribed', asking)
  expect(await statusAfter({}, asking)).toEqual([201, 'unsubscribed'])
})

test('a contact that comes back keeps the time at which it left', async () => {
  const { body } = await post({
    import: true,
    status: 'unsubscribed',
    unsubscribed_at: '2026-03-01T00:00:00Z',
  })
  await remove(body)
  await post()
  const expected = { subscribed_at: null, unsubscribed_at: '2026-03-01T00:00:00.000Z' }
  expect(await find()).toMatchObject(expected)
})

test.each(left)('a batch upserts an address that was deleted as %s', async (status) => {
  await forget(status)
  const upsert = { op: 'upsert', email_address: address, status: 'subscribed' }
  const results = await batch([upsert, { op: 'upsert', email_address: 'bea@example.com' }])
  expect(results.map((result) => result.status)).toEqual([201, 201])
  expect([(await find()).status, (await find(lists.one, 'bea@example.com')).status]).toEqual([
    status,
    'subscribed',
  ])
  // Operations that depend on one another are looked up one by one.
  const { id } = await find()
  const later = await batch([{ op: 'delete', id }, upsert], { import: true })
  expect(later.map((result) => result.status)).toEqual([204, 201])
  expect((await find()).status).toBe(status)
})

test('a batch subscribes nobody again by a status alone', async () => {
  const { body } = await post({ status: 'unsubscribed' })
  const update = { op: 'update', id: body.id, status: 'subscribed' }
  const upsert = { op: 'upsert', email_address: address, status: 'subscribed' }
  for (const [more, expected] of [
    [{}, [409, 200]],
    [{ import: true }, [200, 200]],
  ] as const) {
    expect((await batch([update, upsert], more)).map(({ status }) => status)).toEqual(expected)
    expect((await find()).status).toBe('unsubscribed')
  }
  await batch([{ ...update, resubscribe: true }])
  expect((await find()).status).toBe('subscribed')
  expect(await suppressions()).toEqual([])
})

test.each(left)('an import job adds an address that was deleted as %s', async (status) => {
  await forget(status)
  const job = await importRows(`Email,Status\n${address},subscribed\nbea@example.com,subscribed`)
  expect(job.counts).toMatchObject({ created: 2, failed: 0 })
  expect((await find()).status).toBe(status)
  expect((await find(lists.one, 'bea@example.com')).status).toBe('subscribed')
})

test('an import counts a contact as unchanged when its status stays', async () => {
  await post({ status: 'pending' })
  await post({ import: true, status: 'bounced' }, lists.other)
  const csv = `Email,Status\n${address},subscribed`
  for (const dry_run of [true, false]) {
    const { counts, notes } = await importRows(csv, { dry_run })
    expect(counts).toMatchObject({ created: 0, updated: 0, skipped: 1 })
    const params = { in_file: 'subscribed', status: 'pending' }
    expect(notes).toMatchObject([{ code: 'status_kept', params, count: 1, row: 2 }])
  }
  const tagged = await importRows(`Email,Status,Tags\n${address},subscribed,new`)
  expect(tagged).toMatchObject({ counts: { updated: 1 }, notes: [{ code: 'status_kept' }] })
  expect(await find()).toMatchObject({ status: 'pending', tags: ['new'] })
})

test('leaving one list touches no other', async () => {
  await forget('unsubscribed')
  expect(await statusAfter({}, lists.other)).toEqual([201, 'subscribed'])
})

test.each(['bounced', 'complained'])(
  'an address that is %s is so in the next list',
  async (status) => {
    await post({ import: true, status })
    expect(await statusAfter({ status: 'subscribed' }, lists.other)).toEqual([201, status])
  },
)

test('another spelling of the address is the same', async () => {
  await post({ email_address: 'Ada@Bücher.example', status: 'unsubscribed' })
  const spelling = { email_address: 'ADA@xn--bcher-kva.EXAMPLE' }
  expect(await suppressions(`?address=${spelling.email_address}`)).toHaveLength(1)
  await remove(await find(lists.one, 'Ada@Bücher.example'))
  expect(await statusAfter(spelling)).toEqual([201, 'unsubscribed'])
  expect(await suppressions(`?address=${spelling.email_address}`)).toHaveLength(1)
})

test('a contact that gets an address that left becomes unsubscribed', async () => {
  await forget('unsubscribed')
  const { body } = await post({ email_address: 'bea@example.com' })
  expect((await patch(body, { email_address: address })).body.status).toBe('unsubscribed')
  const lifted = await patch(body, { status: 'subscribed' })
  expect([lifted.body.status, await suppressions()]).toEqual(['subscribed', []])
})

test('a change of address back records nothing of an address that never left', async () => {
  await forget('unsubscribed')
  const own = 'bea@example.com'
  const { body } = await post({ email_address: own })
  await patch(body, { email_address: address })
  const back = await patch(body, { email_address: own })
  expect(back.body.status).toBe('unsubscribed')
  expect(await suppressions(`?address=${own}`)).toEqual([])
  expect(await suppressions(`?address=${address}`)).toHaveLength(1)
})

test('a change of address and status leaves the suppression of the old address', async () => {
  await forget('unsubscribed')
  const own = 'bea@example.com'
  const { body } = await post({ email_address: own })
  await patch(body, { email_address: address })
  const back = await patch(body, { email_address: own, status: 'subscribed' })
  expect(back.body.status).toBe('subscribed')
  expect(await reasons(`?address=${address}`)).toEqual(['unsubscribed'])
  await patch(body, { email_address: 'cy@example.com', status: 'unsubscribed' })
  expect(await reasons('?address=cy@example.com')).toEqual(['unsubscribed'])
  expect(await reasons(`?address=${own}`)).toEqual([])
})

test('a contact that gets an address of a manual suppression leaves no other', async () => {
  await owner.create('POST /suppressions', { address, scope: 'workspace' })
  const { body } = await post({ email_address: 'bea@example.com' })
  expect((await patch(body, { email_address: address })).body.status).toBe('unsubscribed')
  expect(await reasons()).toEqual(['manual'])
})

test.each([
  ['PATCH', (contact: Contact) => patch(contact, { status: 'subscribed' })],
  ['PATCH', (contact: Contact) => patch(contact, { status: 'pending', resubscribe: true })],
  [
    'batch',
    ({ id }: Contact) => batch([{ op: 'update', id, status: 'subscribed', resubscribe: true }]),
  ],
] as const)('a %s that subscribes again keeps the bounce of another list', async (_, subscribe) => {
  const { body } = await post({ status: 'unsubscribed' })
  await post({ import: true, status: 'bounced' }, lists.other)
  await subscribe(body)
  expect((await find()).status).not.toBe('unsubscribed')
  expect(await reasons()).toEqual(['hard'])
})

test('a PATCH that subscribes the contact that bounced lifts its bounce', async () => {
  const { body } = await post({ import: true, status: 'bounced' })
  expect((await patch(body, { status: 'subscribed' })).body.status).toBe('subscribed')
  expect(await suppressions()).toEqual([])
})

test('resubscribe of a POST lifts the bounce of another list', async () => {
  await post({ status: 'unsubscribed' })
  await post({ import: true, status: 'bounced' }, lists.other)
  expect(await statusAfter({ resubscribe: true })).toEqual([200, 'subscribed'])
  expect(await suppressions()).toEqual([])
})

test.each(['subscribed', 'pending'])(
  'resubscribe to %s after a complaint elsewhere names the complaint',
  async (status) => {
    const { body } = await post({ status: 'unsubscribed' })
    await post({ import: true, status: 'complained' }, lists.other)
    const update = { op: 'update', id: body.id, status, resubscribe: true }
    const message = 'Someone with this address complained, so its status cannot change.'
    expect(await batch([update])).toMatchObject([{ status: 409, error: { message } }])
  },
)

test('a delivery that reports a hard bounce is remembered in the workspace', async () => {
  const { body } = await post()
  const draft = { name: 'News', subject: 'News', list_id: lists.one }
  const from = { name: 'We', email_address: 'we@example.com' }
  const { id } = await owner.create('POST /campaigns', { ...draft, from })
  await owner.create(`POST /campaigns/${id}/send`, {})
  const event = { id: '1', type: 'bounced', hard: true, at: new Date().toISOString() }
  const events = [{ ...event, contact_id: body.id }]
  await owner.create(`POST /campaigns/${id}/events`, { events })
  expect(await suppressions()).toMatchObject([{ address, scope: 'workspace', reason: 'hard' }])
  expect(await statusAfter({}, lists.other)).toEqual([201, 'bounced'])
})

test('resubscribe lifts all but a complaint', async () => {
  await forget('unsubscribed')
  await post({ import: true, status: 'bounced' }, lists.other)
  expect(await statusAfter({ resubscribe: true })).toEqual([201, 'subscribed'])
  expect(await suppressions()).toEqual([])
  await patch(await find(), { import: true, status: 'complained' })
  expect(await statusAfter({ resubscribe: true })).toEqual([200, 'complained'])
  await remove(await find())
  expect(await statusAfter({ resubscribe: true, status: 'subscribed' })).toEqual([
    201,
    'complained',
  ])
  expect(await reasons()).toEqual(['complaint'])
})

test('resubscribe subscribes a contact that exists, and asks at double opt-in', async () => {
  const asking = await createList({ double_opt_in: true })
  for (const [list, status] of [
    [lists.one, 'subscribed'],
    [asking, 'pending'],
  ] as const) {
    await post({ status: 'unsubscribed' }, list)
    expect(await statusAfter({ resubscribe: true }, list)).toEqual([200, status])
  }
})

test('a PATCH to subscribed lifts, and is refused after a complaint in any list', async () => {
  const { body } = await post({ status: 'unsubscribed' })
  expect((await patch(body, { status: 'subscribed' })).body.status).toBe('subscribed')
  expect(await suppressions()).toEqual([])
  await patch(body, { status: 'unsubscribed' })
  await post({ import: true, status: 'complained' }, lists.other)
  expect(reason(await patch(body, { status: 'subscribed' }))).toEqual([409, 'status_locked'])
  expect((await find()).status).toBe('unsubscribed')
})

test('a PATCH to pending is no subscription, which a later status makes of it', async () => {
  const { body } = await post({ status: 'unsubscribed' })
  expect((await patch(body, { status: 'pending' })).body.status).toBe('pending')
  expect(await statusAfter({ status: 'subscribed' })).toEqual([200, 'pending'])
})

test('an undo of an add leaves no suppression', async () => {
  await remove((await post()).body)
  expect(await suppressions()).toEqual([])
  await forget('unsubscribed')
  const before = await suppressions()
  await remove((await post()).body)
  expect(await suppressions()).toEqual(before.map((one) => ({ ...one, address: null })))
})

test('a person who is forgotten leaves only a keyed hash', async () => {
  await forget('unsubscribed')
  expect(await suppressions()).toMatchObject([{ address: null, scope: lists.one }])
  const rows = await service.database.pool.selectFrom('suppressions').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('example.com')
  const [row] = rows.filter(({ workspace_id }) => workspace_id === owner.workspace_id)
  expect(row?.address_hash).toBe(service.addressHashes(owner.workspace_id)(address))
  expect(row?.address_hash).not.toBe(service.addressHashes('wsp_other')(address))
})

test('who unsubscribed and is reported as bounced is bounced in the next list', async () => {
  const { body: contact } = await post()
  const campaign = { name: 'May', subject: 'News', from: { email_address: 'hello@example.com' } }
  const { id } = await owner.create('POST /campaigns', { ...campaign, list_id: lists.one })
  await owner.create(`POST /campaigns/${id}/send`, {})
  await patch(contact, { status: 'unsubscribed' })
  const at = new Date().toISOString()
  const bounce = { id: 'e1', type: 'bounced', hard: true, contact_id: contact.id, at }
  await owner.create(`POST /campaigns/${id}/events`, { events: [bounce] })
  expect((await statusAfter({}, lists.other))[1]).toBe('bounced')
})

test('a manual suppression stays when a bounce of the address is lifted', async () => {
  await forget('bounced')
  const [bounce] = await suppressions()
  const manual = { address, scope: 'workspace' }
  expect((await owner.request('POST /suppressions', { body: manual })).status).toBe(201)
  expect((await owner.request('POST /suppressions', { body: manual })).status).toBe(200)
  await owner.request(`DELETE /suppressions/${bounce?.id}`)
  expect(await statusAfter()).toEqual([201, 'unsubscribed'])
})

test('an explicit leaving is remembered beside a manual suppression', async () => {
  await owner.create('POST /suppressions', { address, scope: 'workspace' })
  const [manual] = await suppressions()
  await remove((await post({ status: 'unsubscribed' })).body)
  await owner.request(`DELETE /suppressions/${manual?.id}`)
  expect(await statusAfter()).toEqual([201, 'unsubscribed'])
})

test('a bounce in another list does not stop a contact from being asked again', async () => {
  await post({}, lists.other)
  await post({ import: true, status: 'bounced' })
  expect(await statusAfter({ status: 'pending' }, lists.other)).toEqual([200, 'pending'])
})

test('a status that is not taken leaves its times', async () => {
  const { body: contact } = await post()
  const { body: left } = await patch(contact, { status: 'unsubscribed' })
  const times = { subscribed_at: '2030-01-01T00:00:00Z', unsubscribed_at: null }
  const { body } = await post({ import: true, status: 'subscribed', ...times })
  expect(body).toMatchObject({
    status: 'unsubscribed',
    subscribed_at: left.subscribed_at,
    unsubscribed_at: left.unsubscribed_at,
  })
})

test('a subscriber who is kept out by hand is confirmed by an act that says so alone', async () => {
  const subscribe = async (body: object = {}) =>
    (
      await owner.request('POST /feedback/changelog/subscribers', {
        body: { email: address, ...body },
      })
    ).body
  await owner.create('POST /suppressions', { address, scope: 'changelog' })
  expect((await subscribe()).status).toBe('unsubscribed')
  expect((await subscribe({ resubscribe: true })).status).toBe('confirmed')
})

test('an unsubscription that is undone lifts nothing else', async () => {
  const { body: contact } = await post()
  await owner.create('POST /suppressions', { address, scope: 'workspace' })
  await patch(contact, { status: 'unsubscribed' })
  await patch(contact, { status: 'subscribed' })
  expect(await suppressions()).toMatchObject([{ scope: 'workspace', reason: 'manual' }])
})

test('a PATCH that confirms a subscriber lifts what belongs to the changelog alone', async () => {
  await forget('bounced')
  await owner.create('POST /suppressions', { address, scope: 'workspace' })
  const path = '/feedback/changelog/subscribers'
  const { id } = await owner.create(`POST ${path}`, { email: address })
  await owner.create('POST /suppressions', { address, scope: 'changelog' })
  const confirmed = await owner.request(`PATCH ${path}/${id}`, { body: { status: 'confirmed' } })
  expect(confirmed.body.status).toBe('confirmed')
  expect(await reasons()).toEqual(['hard', 'manual'])
  expect(await reasons('?scope=changelog')).toEqual([])
})

test('resubscribe lifts nothing where a subscriber is imported as unsubscribed', async () => {
  await forget('bounced')
  const draft = { email: address, import: true, status: 'unsubscribed', resubscribe: true }
  await owner.create('POST /feedback/changelog/subscribers', draft)
  expect(await reasons()).toEqual(['hard', 'unsubscribed'])
})

test('an import that changes no subscriber lifts nothing', async () => {
  const path = 'POST /feedback/changelog/subscribers'
  const { id } = await owner.create(path, { email: address })
  const status = 'unsubscribed'
  await owner.request(`PATCH /feedback/changelog/subscribers/${id}`, { body: { status } })
  await owner.create('POST /suppressions', { address, scope: 'workspace' })
  await owner.request(path, { body: { email: address, import: true, resubscribe: true } })
  expect(await reasons()).toEqual(['manual', 'unsubscribed'])
})

test('a status that a contact has already subscribes no address that left', async () => {
  await forget('unsubscribed')
  const { body } = await post({ email_address: 'bob@example.com' })
  const changed = await patch(body, { email_address: address, status: 'subscribed' })
  expect(changed.body).toMatchObject({ email_address: address, status: 'unsubscribed' })
  expect(await reasons()).toEqual(['unsubscribed'])
})

test('resubscribe lifts nothing where a contact is added as unsubscribed', async () => {
  await forget('bounced')
  await owner.create('POST /suppressions', { address, scope: 'workspace' })
  expect(await statusAfter({ status: 'unsubscribed', resubscribe: true })).toEqual([
    201,
    'unsubscribed',
  ])
  expect(await reasons()).toEqual(['hard', 'manual', 'unsubscribed'])
})

test('a third change of status lifts no suppression of the workspace', async () => {
  const { body: contact } = await post()
  await owner.create('POST /suppressions', { address, scope: 'workspace' })
  for (const status of ['unsubscribed', 'pending', 'unsubscribed', 'subscribed'])
    expect((await patch(contact, { status })).body.status).toBe(status)
  expect(await suppressions()).toMatchObject([{ scope: 'workspace', reason: 'manual' }])
})

test.each(['2026-01-01T00:00:00Z', null])(
  'subscribing one imported as unsubscribed at %s keeps what the workspace suppressed',
  async (unsubscribed_at) => {
    const imported = { import: true, status: 'unsubscribed', unsubscribed_at }
    const { body: contact } = await post({ import: true, status: 'unsubscribed' })
    await patch(contact, imported)
    await owner.create('POST /suppressions', { address, scope: 'workspace' })
    await patch(contact, { status: 'subscribed' })
    expect(await suppressions()).toMatchObject([{ scope: 'workspace', reason: 'manual' }])
  },
)

test('subscribing one who left list and workspace lifts that of the list alone', async () => {
  await owner.create('POST /suppressions', { address, scope: 'workspace' })
  // The contact gets the earlier time of both.
  const unsubscribed_at = '2099-01-01T00:00:00Z'
  await remove((await post({ import: true, status: 'unsubscribed', unsubscribed_at })).body)
  const { body: contact } = await post()
  await patch(contact, { status: 'subscribed' })
  expect(await suppressions()).toMatchObject([{ scope: 'workspace', reason: 'manual' }])
})

test('a PATCH to subscribed lifts the suppression that made a contact unsubscribed', async () => {
  await owner.create('POST /suppressions', { address, scope: 'workspace' })
  const { body: contact } = await post()
  await patch(contact, { status: 'subscribed' })
  expect(await suppressions()).toEqual([])
})

test('a subscription that is undone and done again lifts nothing of the workspace', async () => {
  const { body: contact } = await post()
  await owner.create('POST /suppressions', { address, scope: 'workspace' })
  await patch(contact, { status: 'pending' })
  await patch(contact, { status: 'subscribed' })
  expect(await reasons()).toEqual(['manual'])
})

test('undoing a change of address lifts nothing of the workspace', async () => {
  const bob = 'bob@example.com'
  const { body: contact } = await post()
  await post({ email_address: bob, status: 'unsubscribed' })
  await remove(await find(lists.one, bob))
  await owner.create('POST /suppressions', { address, scope: 'workspace' })
  expect((await patch(contact, { email_address: bob })).body.status).toBe('unsubscribed')
  const undone = await patch(contact, { email_address: address, status: 'subscribed' })
  expect(undone.body.status).toBe('subscribed')
  expect(await reasons(`?address=${address}`)).toEqual(['manual'])
})

test('subscribing a contact that bounced keeps what else the workspace suppressed', async () => {
  const { body: contact } = await post()
  await patch(contact, { status: 'unsubscribed' })
  await patch(contact, { status: 'pending' })
  await patch(contact, { import: true, status: 'bounced' })
  await owner.create('POST /suppressions', { address, scope: 'workspace' })
  await patch(contact, { status: 'subscribed' })
  expect(await reasons()).toEqual(['manual'])
})

test('undoing a second unsubscription keeps the first', async () => {
  const { body: contact } = await post()
  await patch(contact, { status: 'unsubscribed' })
  await patch(contact, { status: 'pending' })
  await patch(contact, { status: 'unsubscribed' })
  await patch(contact, { status: 'pending', resubscribe: true })
  expect(await suppressions()).toMatchObject([{ scope: lists.one, reason: 'unsubscribed' }])
})

test('a complaint names no address that the contact got later', async () => {
  const bob = 'bob@example.com'
  const { body: contact } = await post({ import: true, status: 'complained' })
  await patch(contact, { email_address: bob })
  await remove(await find(lists.one, bob))
  expect(await statusAfter({ email_address: bob })).toEqual([201, 'subscribed'])
  expect(await statusAfter()).toEqual([201, 'complained'])
  expect(await reasons()).toEqual(['complaint'])
})

test('a contact does not get an address that complained', async () => {
  await forget('complained')
  const { body: other } = await post({ email_address: 'bob@example.com' })
  const response = await patch(other, { email_address: address })
  expect(reason(response)).toEqual([409, 'status_locked'])
  expect(response.body.error.details[0].field).toBe('/email_address')
})

test('a bounce makes nobody leave the changelog', async () => {
  await forget('bounced')
  const subscriber = await owner.create('POST /feedback/changelog/subscribers', { email: address })
  expect(subscriber.status).toBe('unsubscribed')
  await owner.request(`DELETE /feedback/changelog/subscribers/${subscriber.id}`)
  const [bounce, ...others] = await suppressions()
  expect(others).toEqual([])
  expect(bounce).toMatchObject({ reason: 'hard' })
})

test('the address is readable while a contact of any list has it', async () => {
  await post({}, lists.other)
  const { body } = await post({ import: true, status: 'bounced' })
  expect(await suppressions()).toMatchObject([{ address }])
  await remove(body)
  expect(await suppressions()).toMatchObject([{ address }])
  await patch(await find(lists.other), { email_address: 'bea@example.com' })
  expect(await suppressions(`?address=${address}`)).toMatchObject([{ address: null }])
})

test('GET /suppressions pages newest first, by address and scope', async () => {
  for (const name of ['a', 'b', 'c']) {
    await owner.create('POST /suppressions', { address: `${name}@example.com`, scope: 'workspace' })
  }
  await forget('unsubscribed')
  const first = (await owner.request('GET /suppressions?limit=3&include_total=true')).body
  expect([first.data.length, first.paging.total]).toEqual([3, 4])
  const rest = await suppressions(`?limit=3&starting_after=${first.paging.next}`)
  const ids = [...first.data, ...rest].map(({ id }) => id)
  expect([new Set(ids).size, ids.length]).toEqual([4, 4])
  expect(await reasons(`?scope=${lists.one}`)).toEqual(['unsubscribed'])
  expect(await reasons('?address=A@example.com')).toEqual(['manual'])
  expect(await reasons('?address=a@example.com&scope=changelog')).toEqual([])
})

test('POST /suppressions is idempotent, and says what is known already', async () => {
  const suppress = (scope: string) =>
    owner.request('POST /suppressions', { body: { address, scope } })
  const first = await suppress('workspace')
  expect([first.status, first.body]).toMatchObject([
    201,
    { address: null, scope: 'workspace', reason: 'manual' },
  ])
  const second = await suppress('workspace')
  expect([second.status, second.body.id]).toEqual([200, first.body.id])
  expect(await statusAfter()).toEqual([201, 'unsubscribed'])
  expect((await suppress('workspace')).body.address).toBe(address)
  await patch(await find(), { import: true, status: 'complained' })
  expect(await suppress('workspace')).toMatchObject({ status: 200, body: { reason: 'complaint' } })
  expect((await suppress('lst_unknown')).status).toBe(404)
  expect((await suppress(lists.other)).status).toBe(201)
})

test('DELETE /suppressions lifts all but a complaint, and changes no contact', async () => {
  await forget('unsubscribed')
  const [first] = await suppressions()
  expect((await owner.request(`DELETE /suppressions/${first?.id}`)).status).toBe(204)
  expect((await owner.request(`DELETE /suppressions/${first?.id}`)).status).toBe(404)
  expect(await statusAfter()).toEqual([201, 'subscribed'])
  await patch(await find(), { status: 'unsubscribed' })
  const [second] = await suppressions()
  await owner.request(`DELETE /suppressions/${second?.id}`)
  expect((await find()).status).toBe('unsubscribed')
  await patch(await find(), { import: true, status: 'complained' })
  const [complaint] = await suppressions()
  const refused = await owner.request(`DELETE /suppressions/${complaint?.id}`)
  expect(reason(refused)).toEqual([409, 'status_locked'])
})

test('a read-only key reads suppressions and writes none', async () => {
  const { key } = await owner.create('POST /api-keys', { name: 'R', scope: 'read' })
  const body = { address, scope: 'workspace' }
  expect((await owner.request('GET /suppressions', { key })).status).toBe(200)
  expect((await owner.request('POST /suppressions', { key, body })).status).toBe(403)
  expect((await owner.request('DELETE /suppressions/sup_1', { key })).status).toBe(403)
})

test('another workspace knows nothing of them', async () => {
  await forget('complained')
  const stranger = await service.workspace()
  const list = (await stranger.create('POST /lists', { name: 'L' })).id
  const { body } = await stranger.request(`POST /lists/${list}/contacts`, {
    body: { email_address: address },
  })
  expect(body.status).toBe('subscribed')
  expect((await stranger.request('GET /suppressions')).body.data).toEqual([])
})

test('a list that is deleted takes its suppressions along, not those of the workspace', async () => {
  await forget('unsubscribed')
  await post({ import: true, status: 'bounced', email_address: 'bea@example.com' })
  await owner.request(`PATCH /lists/${lists.one}`, { body: { archived: true } })
  await owner.request(`DELETE /lists/${lists.one}`)
  expect(await suppressions()).toMatchObject([{ address: null, reason: 'hard' }])
})

test.skipIf(hasOneConnection)(
  'a list that is deleted meanwhile leaves no suppression',
  async () => {
    let response: ReturnType<typeof owner.request> | undefined
    await service.database.pool.transaction().execute(async (tx) => {
      await tx.deleteFrom('email_lists').where('id', '=', lists.one).execute()
      response = owner.request('POST /suppressions', { body: { address, scope: lists.one } })
      await expect.poll(() => lockWaits(service.database)).toBe(1)
    })
    expect((await response)?.status).toBe(404)
    expect(await suppressions()).toEqual([])
  },
)

// On one connection the deletion is always before the unsubscription, which finds nobody then.
test.skipIf(hasOneConnection)(
  'an unsubscription that races with a deletion and a post is not lost',
  async () => {
    let unsubscriptions = 0
    // In most rounds the deletion comes first.
    for (let round = 0; round < 12 || (unsubscriptions === 0 && round < 100); round++) {
      const email_address = `reader${round}@example.com`
      const { body } = await post({ email_address })
      const [unsubscribed] = await Promise.all([
        patch(body, { status: 'unsubscribed' }),
        owner.request(`DELETE /lists/${lists.one}/contacts/${body.id}`),
        post({ email_address }),
        post({ email_address, status: 'subscribed' }),
      ])
      if (unsubscribed.status !== 200) continue
      unsubscriptions += 1
      const { status } = await find(lists.one, email_address)
      expect(['unsubscribed', undefined]).toContain(status)
      expect((await post({ email_address })).body.status).toBe('unsubscribed')
    }
    expect(unsubscriptions).toBeGreaterThan(0)
  },
)

/** What may happen to an address, in one list and beside it. */
function actsOf(email_address: string) {
  const change = async (body: object) => patch(await find(lists.one, email_address), body)
  const add = (body: object, list = lists.one) => post({ email_address, ...body }, list)
  const upsert = (status: string) => ({ op: 'upsert', email_address, status })
  return {
    post: () => add({}),
    postSubscribed: () => add({ status: 'subscribed' }),
    postImported: () => add({ import: true, status: 'subscribed' }),
    postElsewhere: () => add({ status: 'subscribed' }, lists.other),
    upsert: () => batch([upsert('subscribed')]),
    upsertTwice: () => batch([upsert('pending'), upsert('subscribed')]),
    update: async () => {
      const { id } = await find(lists.one, email_address)
      return batch([{ op: 'update', id: String(id), status: 'subscribed' }])
    },
    unsubscribe: () => change({ status: 'unsubscribed' }),
    bounce: () => change({ import: true, status: 'bounced' }),
    complain: () => change({ import: true, status: 'complained' }),
    ask: () => change({ status: 'pending' }),
    remove: async () => {
      const { id } = await find(lists.one, email_address)
      await owner.request(`DELETE /lists/${lists.one}/contacts/${id}`)
    },
    readdress: async () => {
      const { body } = await post({ email_address: `new-${email_address}` })
      await patch(body, { email_address })
    },
    resubscribe: () => add({ resubscribe: true }),
    subscribe: () => change({ status: 'subscribed' }),
    lift: async () => {
      for (const { id } of await suppressions(`?address=${email_address}`))
        await owner.request(`DELETE /suppressions/${id}`)
    },
  }
}
type Act = keyof ReturnType<typeof actsOf>
const liftingActs: readonly Act[] = ['resubscribe', 'subscribe', 'lift']

test('nobody who left is subscribed without the act that says so', async () => {
  const others = fc.constantFrom(...(Object.keys(actsOf('')) as Act[])) // its own keys
  const leaving = fc.constantFrom<Act>('unsubscribe', 'bounce', 'complain')
  let count = 0
  await fc.assert(
    fc.asyncProperty(
      leaving,
      fc.array(others, { minLength: 2, maxLength: 8 }),
      async (first, next) => {
        const email_address = `reader${count++}@example.com`
        const acts = actsOf(email_address)
        await acts.post()
        let hasLeft = false
        let hasComplained = false
        let previous: string | undefined
        for (const act of [first, ...next]) {
          await acts[act]()
          const { status } = await find(lists.one, email_address)
          if (liftingActs.includes(act)) hasLeft = false
          // One who is still unsubscribed after the act has not left once more.
          if (left.includes(status) && status !== previous) hasLeft = true
          previous = status
          if (status === 'complained') hasComplained = true
          if (hasLeft || hasComplained) expect([act, status]).not.toEqual([act, 'subscribed'])
        }
      },
    ),
    { numRuns: 60, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false },
  )
})
