import { expect, test } from 'vitest'

import { errorBody, respondJson } from '#client/test-stub-server.ts'
import { editResource } from '#web/session/resources/edit-resource.ts'
import { changedEntries } from '#web/session/resources/record-field.rules.ts'
import { testSession } from '#web/session/test-session.ts'
import { addUser, personResource } from './user-changes.data.ts'
import { userQuery } from './users.data.ts'

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

/** A server of one person, whom someone else may change. */
async function openPerson(capabilities: readonly string[]) {
  let current = {
    ...noUser,
    external_id: 'crm-7',
    name: 'Asha',
    id: 'usr_1',
    attributes: { plan: 'pro' },
    version: '1',
  }
  const { session, requests } = await testSession(
    ({ line, headers, body }, response) => {
      const isCurrent =
        headers['if-match'] === undefined || headers['if-match'].includes(current.version)
      if (!isCurrent) return respondJson(response, 412, errorBody('precondition_failed'))
      if (!line.startsWith('GET')) {
        const { attributes = {}, ...changes } = body as Partial<typeof current> // of these changes
        change({ ...changes, attributes: { ...current.attributes, ...attributes } })
      }
      respondJson(response, 200, current)
    },
    { capabilities: [...capabilities] },
  )
  const change = (changes: Partial<typeof current>) => {
    current = { ...current, ...changes, version: `${Number(current.version) + 1}` }
  }
  await session.capabilities.settled
  session.queryClient.setQueryData(userQuery('usr_1').queryKey, current)
  const writes = () =>
    requests().flatMap(({ line, body }) => (line.startsWith('GET') ? [] : [body]))
  return { session, seen: current, change, writes }
}

test('an edit and its undo leave what someone else changes', async () => {
  const { session, seen, change, writes } = await openPerson(['etag', 'users.search'])
  change({
    name: 'Asha Bell',
    attributes: { plan: 'pro', city: 'Leeds' } as typeof seen.attributes,
  })
  const changes = { email: 'ash@example.org', attributes: { plan: 'team' } }
  expect(await editResource(session, personResource, seen, changes)).toMatchObject({
    state: 'saved',
    item: { attributes: { plan: 'team', city: 'Leeds' } },
  })
  session.undo.undoLast()
  await expect
    .poll(writes)
    .toEqual([changes, changes, { email: null, attributes: { plan: 'pro' } }])
})

test('a server without users.search saves an edit through identify', async () => {
  const { session, seen, writes } = await openPerson([])
  await editResource(session, personResource, seen, { email: 'ash@example.org' })
  expect(writes()).toEqual([{ email: 'ash@example.org', external_id: 'crm-7' }])
})

test('changed entries are found by their names', () => {
  expect(changedEntries([{ plan: 'pro', seats: '3' }, { city: 'Leeds' }], { plan: 'pro' })).toEqual(
    {
      plan: 'pro',
      seats: null,
      city: null,
    },
  )
  expect(changedEntries([{}], { constructor: 'x' })).toEqual({ constructor: 'x' })
})
