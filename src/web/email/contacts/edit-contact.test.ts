import { expect, test } from 'vitest'

import type { Contact } from '#client/resources.ts'
import { createGate, respondJson } from '#client/test-stub-server.ts'
import { testSession } from '#web/session/test-session.ts'
import { saveContact } from './edit-contact.data.ts'

const contact: Contact = {
  id: 'con_1',
  list_id: 'lst_1',
  email_address: 'ana@example.com',
  status: 'subscribed',
  tags: [],
  fields: {},
  created_at: '2026-01-01T00:00:00.000Z',
  version: '1',
}

/** A service that responds with the contact as `change` makes it of each body, and what it received. */
async function openContact(change: (body: Partial<Contact>) => Partial<Contact>) {
  const received: unknown[] = []
  let version = 1
  let current = contact
  const { session } = await testSession(
    ({ body }, response) => {
      // The body of the changes below.
      const changes = body as Partial<Contact>
      received.push(changes)
      current = { ...current, ...change(changes), version: String(++version) }
      respondJson(response, 200, current)
    },
    { capabilities: ['etag', 'contacts.edit', 'suppressions.write'] },
  )
  await session.capabilities.settled
  return { session, received }
}

test('an undo of an address that left restores the status too', async () => {
  const { session, received } = await openContact((body) => ({
    ...body,
    ...(body.email_address === 'bob@example.com' && { status: 'unsubscribed' }),
  }))
  const outcome = await saveContact(session, contact, [
    { part: 'email_address', before: contact.email_address, after: 'bob@example.com' },
  ])
  expect(outcome).toMatchObject({
    state: 'saved',
    item: { status: 'unsubscribed' },
    derivedFields: ['status'],
  })
  session.undo.undoLast()
  await expect
    .poll(() => received)
    .toEqual([
      { email_address: 'bob@example.com' },
      { email_address: contact.email_address, status: 'subscribed' },
    ])
})

test('an undo of an edit that waited for a new address restores no status', async () => {
  const gate = createGate()
  const received: unknown[] = []
  let current: Contact = contact
  const { session } = await testSession(
    async ({ body }, response) => {
      // The body of the changes below.
      const changes = body as Partial<Contact>
      received.push(changes)
      const isLeft = changes.email_address !== undefined
      if (isLeft) await gate.whenOpen
      const version = String(Number(current.version) + 1)
      current = { ...current, ...changes, ...(isLeft && { status: 'unsubscribed' }), version }
      respondJson(response, 200, current)
    },
    { capabilities: ['etag', 'contacts.edit', 'suppressions.write'] },
  )
  await session.capabilities.settled
  session.queryClient.setQueryData(['GET /lists/:list_id/contacts', { list_id: contact.list_id }], {
    data: [contact],
  })
  const saves = [
    saveContact(session, contact, [
      { part: 'email_address', before: contact.email_address, after: 'bob@example.com' },
    ]),
    saveContact(session, contact, [{ part: 'field:city', before: undefined, after: 'Ulm' }]),
  ]
  gate.open()
  expect(await Promise.all(saves)).toMatchObject([
    { state: 'saved', derivedFields: ['status'] },
    { state: 'saved', derivedFields: [] },
  ])
  session.undo.undoLast()
  await expect.poll(() => received).toHaveLength(3)
  expect(received[2]).not.toHaveProperty('status')
})

const chooseStatus = (
  session: Parameters<typeof saveContact>[0],
  before: Contact['status'],
  after: Contact['status'],
) => saveContact(session, { ...contact, status: before }, [{ part: 'status', before, after }])

test('choosing pending by hand lifts no suppression', async () => {
  const { session, received } = await openContact((body) => body)
  await chooseStatus(session, 'unsubscribed', 'pending')
  expect(received).toEqual([{ status: 'pending' }])
})

test('undoing the unsubscription of a pending contact lifts its suppression', async () => {
  const { session, received } = await openContact((body) => ({ status: body.status ?? 'pending' }))
  await chooseStatus(session, 'pending', 'unsubscribed')
  session.undo.undoLast()
  await expect
    .poll(() => received)
    .toEqual([{ status: 'unsubscribed' }, { status: 'pending', resubscribe: true }])
})
