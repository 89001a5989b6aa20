import { expect, test } from 'vitest'

import { respondJson } from '#client/test-stub-server.ts'
import { testSession } from '#web/session/test-session.ts'
import { addUser, editUser } from './user-changes.data.ts'
import { invertChanges } from './user-form.rules.ts'

const input = { name: 'Asha', email: 'asha@example.com', external_id: '', attributes: [] }
const noUser = { name: null, email: null, external_id: null, avatar_url: null }
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

test.each([
  // The clock of this device is ten seconds ahead.
  ['a new person', { created_at: ago(10), last_seen_at: ago(10) }, 'Added Asha'],
  ['a person of before', { created_at: ago(12), last_seen_at: ago(0) }, 'already here'],
  ['a new person of a server without visits', { created_at: ago(10) }, 'Added Asha'],
  ['a person of long ago', { created_at: ago(600) }, 'already here'],
  ['a person without times', {}, 'already here'],
])('adding %s says which it was', async (_what, times, message) => {
  const { session } = await testSession((_request, response) =>
    respondJson(response, 201, { ...noUser, ...input, id: 'usr_1', ...times }),
  )
  const outcome = await addUser(session, input)
  expect(outcome.state === 'saved' && outcome.message).toContain(message)
})

test('undoing an edit leaves fields that someone else changed', async () => {
  const { name, email } = input
  const attributes = { plan: 'pro' }
  const before = { ...noUser, name, email, id: 'usr_1', attributes, version: '1' }
  const { session, requests } = await testSession(
    ({ body }, response) =>
      // The name and an attribute were changed meanwhile.
      respondJson(response, 200, {
        ...before,
        ...(body as object), // of these changes
        name: 'Asha Bell',
        attributes: { plan: 'pro', city: 'Leeds' },
        version: '3',
      }),
    { capabilities: ['etag', 'users.search'] },
  )
  await session.capabilities.settled
  const edit = { ...input, email: 'ash@example.org', attributes: [['plan', 'pro']] as const }
  await editUser(session, before, edit, { force: true })
  session.undo.undoLast()
  await expect.poll(() => requests().at(-1)?.body).toEqual({ email: 'asha@example.com' })
})

test('inverted changes restore attributes by their names', () => {
  const user = { ...noUser, id: 'usr_1', attributes: { plan: 'pro' } }
  const changes = { name: 'New', attributes: { plan: 'team', constructor: 'x' } }
  expect(invertChanges(changes, user)).toEqual({
    name: null,
    attributes: { plan: 'pro', constructor: null },
  })
})
