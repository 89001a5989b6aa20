import { expect, test } from 'vitest'

import { respondJson, errorBody } from '#client/test-stub-server.ts'
import { testSession } from '#web/session/test-session.ts'
import type { MutationError } from './mutation.ts'

/** Makes a board that is answered so, presses Try again, and answers the keys of both requests. */
async function keysOfBoth(status: number, code: string, capabilities?: readonly string[]) {
  const { session, requests } = await testSession(
    (_, response) => respondJson(response, status, errorBody(code)),
    capabilities && { capabilities },
  )
  const reports: MutationError[] = []
  session.mutate.onError((report) => reports.push(report))
  await session.mutate('POST /boards', { name: 'Launch' })
  reports[0]?.retry()
  await expect.poll(() => requests().length).toBe(2)
  return {
    keys: requests().map(({ headers }) => headers['idempotency-key']),
    canDuplicate: session.mutate.canDuplicate('POST /boards'),
  }
}

test('retrying an unknown outcome reuses its idempotency key', async () => {
  const { keys, canDuplicate } = await keysOfBoth(500, 'internal_error')
  expect(keys[0]).toMatch(/\S/)
  expect(keys[1]).toBe(keys[0])
  expect(canDuplicate).toBe(false)
})

test('retrying a rejection uses a new idempotency key', async () => {
  const { keys } = await keysOfBoth(409, 'conflict')
  expect(keys[1]).toMatch(/\S/)
  expect(keys[1]).not.toBe(keys[0])
})

test('without idempotency keys canDuplicate is true', async () => {
  const { keys, canDuplicate } = await keysOfBoth(500, 'internal_error', [])
  expect(keys).toEqual([undefined, undefined])
  expect(canDuplicate).toBe(true)
})
