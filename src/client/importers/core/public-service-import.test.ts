import { afterAll, beforeAll, expect, test } from 'vitest'

import { createApiClient } from '#client/api-client.ts'
import { contactsImporter } from '#client/importers/contacts/contacts-importer.ts'
import { trelloImporter } from '#client/importers/trello/trello-importer.ts'
import { type TestService, openTestService } from '#service/http/test-service.ts'
import { countsOf, insertReaders } from './test-importer.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({ PROFILE: 'public' })
})
afterAll(() => service.close())

test('a service of the public API alone takes contacts with their status, one by one', async () => {
  const owner = await service.workspace()
  const call = createApiClient({
    base_url: 'http://service.test/v1',
    key: owner.key,
    fetch: async (input, init) => service.app.fetch(new Request(input, init)),
  })
  const list_id = await insertReaders(service, owner.workspace_id)
  const importing = async (text: string) => {
    const options = { time_zone: 'UTC', now: new Date().toISOString() }
    const file = { path: 'c.csv', name: 'c.csv', text }
    const [ready] = await contactsImporter(list_id, options)([file])
    if (!ready) throw new Error('One file is one import.')
    return ready.apply(call, {})
  }
  const text =
    'Email,Status,Tags,created_at\na@x.io,false,"a,b",2020-01-01\nb@x.io,cleaned,,\nc@x.io,,,'
  const first = await importing(text)
  expect(first.counts).toEqual({ contacts: countsOf(3, { created: 2, rejected: 1 }) })
  expect(first.rejected).toMatchObject([{ path: 'row 3', id: 'b@x.io' }])
  expect(first.notes.map(({ code, count }) => [code, count])).toEqual([
    ['no_time_zone', 1],
    ['no_import_mode', 1],
  ])
  const read = (id_or_email: string) =>
    call('GET /lists/:list_id/contacts/:id_or_email', { list_id, id_or_email })
  expect(await read('a@x.io')).toMatchObject({ status: 'unsubscribed', tags: ['a', 'b'] })
  const second = await importing('Email,Status,Tags\na@x.io,true,"b,c"\nc@x.io,,')
  expect(second.counts).toEqual({ contacts: countsOf(2, { updated: 1, unchanged: 1 }) })
  expect(await read('a@x.io')).toMatchObject({ status: 'unsubscribed', tags: ['a', 'b', 'c'] })
})

test('a service without import mode rejects boards after one request', async () => {
  const owner = await service.workspace()
  const asked: string[] = []
  const call = createApiClient({
    base_url: 'http://service.test/v1',
    key: owner.key,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      asked.push(`${request.method} ${new URL(request.url).pathname}`)
      return service.app.fetch(request)
    },
  })
  const text = JSON.stringify({ id: 'b', name: 'B', lists: [], cards: [] })
  const [ready] = await trelloImporter()([{ path: 'b.json', name: 'b.json', text }])
  await expect(ready?.apply(call, {})).rejects.toThrow('it has no import mode')
  expect(asked).toEqual(['GET /v1/me'])
})
