import { afterEach, expect, test } from 'vitest'

import { createApiClient } from '#client/api-client.ts'
import { insertReaders } from '#client/importers/core/test-importer.ts'
import { type TestService, openTestService } from '#service/http/test-service.ts'
import { patient } from './connect.ts'

let service: TestService
afterEach(() => service.close())

async function openList(env: Record<string, string>) {
  service = await openTestService(env)
  const owner = await service.workspace()
  const sent: string[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const keyed = request.headers.has('idempotency-key') ? ' keyed' : ''
    sent.push(`${request.method} ${new URL(request.url).pathname.slice(3)}${keyed}`)
    return service.app.fetch(request)
  }
  const call = patient(
    createApiClient({ base_url: 'http://service.test/v1', key: owner.key, fetch }),
  )
  return { call, sent, list_id: await insertReaders(service, owner.workspace_id) }
}

test('a write to a service of the public document alone carries no header that it does not name', async () => {
  const { call, sent, list_id } = await openList({ PROFILE: 'public' })
  const add = (email_address: string) =>
    call('POST /lists/:list_id/contacts', { list_id, email_address })
  expect((await add('a@x.io')).email_address).toBe('a@x.io')
  await add('b@x.io')
  const line = `POST /lists/${list_id}/contacts`
  expect(sent).toEqual(['GET /me', line, line])
})

test('where the service keeps answers every write is keyed, and reads ask nothing beforehand', async () => {
  const { call, sent, list_id } = await openList({})
  await call('GET /lists', {})
  await call('POST /lists/:list_id/contacts', { list_id, email_address: 'a@x.io' })
  expect(sent).toEqual(['GET /lists', 'GET /me', `POST /lists/${list_id}/contacts keyed`])
})
