import { afterEach, expect, test } from 'vitest'

import { createApiClient } from '#client/api-client.ts'
import { contactsImporter } from '#client/importers/contacts/contacts-importer.ts'
import { insertReaders } from '#client/importers/core/test-importer.ts'
import { type TestService, openTestService } from '#service/http/test-service.ts'
import { withRetries } from './connect.ts'

let service: TestService
afterEach(() => service.close())

async function openList(env: Record<string, string>, intercept?: () => Response | undefined) {
  service = await openTestService(env)
  const owner = await service.workspace()
  const requestLines: string[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const suffix = request.headers.has('idempotency-key') ? ' keyed' : ''
    requestLines.push(`${request.method} ${new URL(request.url).pathname.slice(3)}${suffix}`)
    return intercept?.() ?? service.app.fetch(request)
  }
  const call = withRetries(
    createApiClient({ base_url: 'http://service.test/v1', key: owner.key, fetch }),
  )
  return { call, requestLines, list_id: await insertReaders(service, owner.workspace_id) }
}

test('a mutation has no idempotency key where the server has no such capability', async () => {
  const { call, requestLines, list_id } = await openList({ PROFILE: 'public' })
  const add = (email_address: string) =>
    call('POST /lists/:list_id/contacts', { list_id, email_address })
  expect((await add('a@x.io')).email_address).toBe('a@x.io')
  await add('b@x.io')
  const addLine = `POST /lists/${list_id}/contacts`
  expect(requestLines).toEqual(['GET /me', addLine, addLine])
})

test('mutations get an idempotency key where supported, reads skip the check', async () => {
  const { call, requestLines, list_id } = await openList({})
  await call('GET /lists', {})
  await call('POST /lists/:list_id/contacts', { list_id, email_address: 'a@x.io' })
  expect(requestLines).toEqual(['GET /lists', 'GET /me', `POST /lists/${list_id}/contacts keyed`])
})

test('a rate limit delays single contacts of the public API, however often', async () => {
  let limited = 0
  const envelope = JSON.stringify({ error: { code: 'rate_limited', message: 'Too many.' } })
  const reject = () => new Response(envelope, { status: 429, headers: { 'retry-after': '0' } })
  // Three of four requests, so that some are rejected more often than a failure is retried.
  const intercept = () => ((limited += 1) % 4 === 0 ? undefined : reject())
  const { call, requestLines, list_id } = await openList({ PROFILE: 'public' }, intercept)
  const rows = Array.from({ length: 12 }, (_, index) => `a${index}@x.io`)
  const file = { path: 'c.csv', name: 'c.csv', text: `Email\n${rows.join('\n')}` }
  const options = { time_zone: 'UTC', now: '2026-11-21T12:00:00.000Z' }
  const [ready] = await contactsImporter(list_id, options)([file])
  const report = await ready?.apply(call, {})
  expect(report?.counts['contacts']).toMatchObject({ created: 12, rejected: 0 })
  const again = await contactsImporter(list_id, options)([file])
  expect((await again[0]?.apply(call, {}))?.counts['contacts']).toMatchObject({ unchanged: 12 })
  const writes = requestLines.filter((line) => line.startsWith('POST'))
  expect(writes.length).toBeGreaterThan(12)
})
