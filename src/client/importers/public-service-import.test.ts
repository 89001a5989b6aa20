import { afterAll, beforeAll, expect, test } from 'vitest'

import { createApi } from '#client/client.ts'
import { type TestService, openTestService } from '#service/http/test-service.ts'
import { applyContacts } from './contact-apply.ts'
import { planContacts } from './contacts.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({ PROFILE: 'public' })
})
afterAll(() => service.close())

test('a service of the public document alone takes contacts with their status, one by one', async () => {
  const owner = await service.workspace()
  const call = createApi({
    base_url: 'http://service.test/v1',
    key: owner.key,
    fetch: async (input, init) => service.app.fetch(new Request(input, init)),
  })
  const now = new Date()
  const list_id = 'lst_00000000000000000000000000'
  await service.database.pool
    .insertInto('email_lists')
    .values({
      workspace_id: owner.workspace_id,
      id: list_id,
      name: 'Readers',
      name_key: 'readers',
      double_opt_in: false,
      archived: false,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const importing = async (text: string) => {
    const plan = planContacts(text, 'c.csv', { time_zone: 'UTC', now: now.toISOString() })
    return applyContacts(call, plan, { list_id, resubscribe: false })
  }
  const text =
    'Email,Status,Tags,created_at\na@x.io,false,"a,b",2020-01-01\nb@x.io,cleaned,,\nc@x.io,,,'
  const first = await importing(text)
  expect(first.counts.contacts).toEqual({ created: 2, updated: 0, unchanged: 0 })
  expect(first.rejected).toMatchObject([{ path: 'row 3', id: 'b@x.io' }])
  expect(first.notes).toMatchObject([{ count: 1 }])
  const read = (id_or_email: string) =>
    call('GET /lists/:list_id/contacts/:id_or_email', { list_id, id_or_email })
  expect(await read('a@x.io')).toMatchObject({ status: 'unsubscribed', tags: ['a', 'b'] })
  const second = await importing('Email,Status,Tags\na@x.io,true,"b,c"\nc@x.io,,')
  expect(second.counts.contacts).toEqual({ created: 0, updated: 1, unchanged: 1 })
  expect(await read('a@x.io')).toMatchObject({ status: 'unsubscribed', tags: ['a', 'b', 'c'] })
})
