import { expect, test } from 'vitest'

import { errorBody, respondJson } from '#client/test-stub-server.ts'
import { testSession } from '#web/session/test-session.ts'
import { findContacts, getEnrollRows } from './enroll.data.ts'

test('addresses whose lists cannot be read are searched again', async () => {
  let canRead = false
  const { session } = await testSession((request, response) => {
    if (!canRead) return respondJson(response, 403, errorBody('insufficient_scope'))
    const lists = [{ id: 'lst_1', name: 'Readers' }]
    if (request.line === 'GET /lists')
      return respondJson(response, 200, { data: lists, paging: { next: null } })
    if (request.line.includes('eve')) return respondJson(response, 404, errorBody('not_found'))
    return respondJson(response, 200, { id: 'con_1', email_address: 'ana@x.io', fields: {} })
  })
  const automation = { id: 'aut_1', name: 'Welcome' }
  const addresses = ['ana@x.io', 'eve@x.io', 'ben@x.io', 'cai@x.io', 'dee@x.io']
  const states = () =>
    getEnrollRows(session, 'aut_1')
      .get()
      .map(({ state }) => state)
  await findContacts(session, automation, addresses)
  expect(states()).toEqual(Array(5).fill('unread'))
  canRead = true
  await findContacts(session, automation, addresses.slice(0, 2))
  expect(states()).toEqual(['unread', 'unread', 'unread', 'found', 'unknown'])
})
