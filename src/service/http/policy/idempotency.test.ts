// Runs on both engines: it relies on row locks.
import { hash } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import { canRetryWrite, parseRetryAfter } from '#client/retry-policy.ts'
import { hasOneConnection } from '#service/db/test-lock-waits.ts'
import { perFile, servicePerFile } from '#service/http/test-service.ts'
import { claimKey, releaseKey, storeResponse } from './idempotency.store.ts'

const service = servicePerFile()
const owner = perFile(() => service.workspace())

const response = { status: 201, body: '{}', headers: {} }

async function createClaim(value: string, body_hash = 'x', lease_ms = 60_000) {
  const { id: key_id } = (await owner.request('GET /me')).body.key
  const { workspace_id } = owner
  const key = { workspace_id, key_id, value, method: 'POST', path: '/v1/boards' }
  const claim = () =>
    claimKey(service.database.pool, {
      ...key,
      body_hash,
      lease_ms,
      retention_ms: 60_000,
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

// The embedded engine has the clock of its process.
test.skipIf(hasOneConnection)(
  'leases of idempotency keys follow no clock of a process',
  async () => {
    const running = await createClaim('leased')
    const crashed = await createClaim('crashed', 'x', -1)
    onTestFinished(() => void vi.useRealTimers())
    for (const hours of [-1, 1]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
      // Ahead, it would run the request a second time; behind, the key would stay taken.
      expect([hours, await running.claim()]).toEqual([
        hours,
        { body_hash: 'x', response: undefined },
      ])
      expect([hours, await crashed.claim()]).toEqual([hours, undefined])
      vi.useRealTimers()
    }
  },
)
