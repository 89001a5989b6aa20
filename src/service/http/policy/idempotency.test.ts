// Runs on both engines: it relies on row locks.
import { expect, test } from 'vitest'

import { perFile, servicePerFile } from '#service/http/test-service.ts'
import { claimKey, releaseKey, storeResponse } from './idempotency.store.ts'

const service = servicePerFile()
const owner = perFile(() => service.workspace())

const now = new Date()
const soon = new Date(now.getTime() + 60_000)
const response = { status: 201, body: '{}', headers: {} }

async function createClaim(value: string) {
  const { id: key_id } = (await owner.request('GET /me')).body.key
  const { workspace_id } = owner
  const key = { workspace_id, key_id, value, method: 'POST', path: '/v1/boards' }
  const claim = () =>
    claimKey(service.database.pool, {
      ...key,
      body_hash: 'x',
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
