import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  type TestService,
  type TestWorkspace,
  openTestService,
} from '#service/http/test-service.ts'
import { claimRow, storeResponse, release } from './idempotency.store.ts'

let service: TestService
let owner: TestWorkspace
beforeAll(async () => {
  service = await openTestService()
  owner = await service.workspace()
})
afterAll(() => service.close())

const now = new Date()
const soon = new Date(now.getTime() + 60_000)
const answer = { status: 201, body: '{}', headers: {} }

async function claimed(value: string) {
  const { id: key_id } = (await owner.request('GET /me')).body.key
  const { workspace_id } = owner
  const key = { workspace_id, key_id, value, method: 'POST', path: '/v1/boards' }
  const again = () =>
    claimRow(service.database.pool, {
      ...key,
      body_hash: 'x',
      now,
      leased_until: soon,
      expires_at: soon,
    })
  expect(await again()).toBeUndefined()
  return { key, again }
}

test('work that failed frees its key', async () => {
  const { key, again } = await claimed('failed')
  await release(service.database.pool, key)
  expect(await again()).toBeUndefined()
})

test('work that was written, and whose commit was not heard of, is answered and not done again', async () => {
  const { key, again } = await claimed('unheard')
  await storeResponse(service.database.pool, key, answer).execute()
  await release(service.database.pool, key)
  expect(await again()).toMatchObject({ answer })
})
