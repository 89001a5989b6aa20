// Runs on both engines: it relies on row locks.
import { hash } from 'node:crypto'
import { expect, test } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import { canRetryWrite, parseRetryAfter } from '#client/retry-policy.ts'
import { perFile, servicePerFile } from '#service/http/test-service.ts'
import { claimKey, releaseKey, storeResponse } from './idempotency.store.ts'

const service = servicePerFile()
const owner = perFile(() => service.workspace())

const now = new Date()
const soon = new Date(now.getTime() + 60_000)
const response = { status: 201, body: '{}', headers: {} }

async function createClaim(value: string, body_hash = 'x') {
  const { id: key_id } = (await owner.request('GET /me')).body.key
  const { workspace_id } = owner
  const key = { workspace_id, key_id, value, method: 'POST', path: '/v1/boards' }
  const claim = () =>
    claimKey(service.database.pool, {
      ...key,
      body_hash,
      now,
      leased_until: soon,
      expires_at: soon,
    })
  expect(await claim()).toBeUndefined()
  return { key, claim }
}

test('a released idempotency key can be claimed again', async () => {
  const { key, claim } = await createClaim('failed')
  await releaseKey(service.database.pool, key)
  expect(await claim()).toBeUndefined()
})

test('a stored response survives the release after a lost commit confirmation', async () => {
  const { key, claim } = await createClaim('unheard')
  await storeResponse(service.database.pool, key, response).execute()
  await releaseKey(service.database.pool, key)
  expect(await claim()).toMatchObject({ response })
})

test('the client waits for a request that is still running', async () => {
  const body = { name: 'Twice' }
  const { key } = await createClaim('running', hash('sha256', JSON.stringify(body)))
  const repeat = () =>
    owner.request('POST /boards', { body, headers: { 'Idempotency-Key': key.value } })
  const refused = await repeat()
  const retry_after = parseRetryAfter(refused.headers, Date.now())
  const error = new ApiError({ ...refused.body.error, status: refused.status, retry_after })
  expect(error).toMatchObject({ code: 'conflict', status: 409, retry_after: 1 })
  expect(canRetryWrite('POST /boards', error, 1, true)).toBe(true)
  await releaseKey(service.database.pool, key)
  expect((await repeat()).status).toBe(201)
})
