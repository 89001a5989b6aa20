import { expect, test } from 'vitest'

import { respondJson, errorBody } from '#client/test-stub-server.ts'
import { testSession } from '#web/session/test-session.ts'
import type { MutationError } from './mutation.ts'

/** Makes a board that is answered so, presses Try again, and answers the keys of both requests. */
async function keysOfBoth(status: number, code: string, capabilities?: readonly string[]) {
  const { session, requests: asked } = await testSession(
    (_, response) => respondJson(response, status, errorBody(code)),
    capabilities && { capabilities },
  )
  const reports: MutationError[] = []
  session.mutate.onError((report) => reports.push(report))
  await session.mutate('POST /boards', { name: 'Launch' })
  reports[0]?.retry()
  await expect.poll(() => asked().length).toBe(2)
  return {
    keys: asked().map(({ headers }) => headers['idempotency-key']),
    canDuplicate: session.mutate.canDuplicate('POST /boards'),
  }
}

test('what may have been done is asked for again under its old key', async () => {
  const { keys, canDuplicate } = await keysOfBoth(500, 'internal_error')
  expect(keys[0]).toMatch(/\S/)
  expect(keys[1]).toBe(keys[0])
  expect(canDuplicate).toBe(false)
})

test('what was refused is asked under a new one, or the refusal would only be told again', async () => {
  const { keys } = await keysOfBoth(409, 'conflict')
  expect(keys[1]).toMatch(/\S/)
  expect(keys[1]).not.toBe(keys[0])
})

test('without such keys a thing can be made twice, and the person is told', async () => {
  const { keys, canDuplicate } = await keysOfBoth(500, 'internal_error', [])
  expect(keys).toEqual([undefined, undefined])
  expect(canDuplicate).toBe(true)
})
