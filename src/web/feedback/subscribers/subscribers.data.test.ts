import { expect, test } from 'vitest'

import { respondJson } from '#client/test-stub-server.ts'
import { testSession } from '#web/session/test-session.ts'
import { now } from '#web/ui/server-time.ts'
import { addSubscribers, subscriberInput } from './subscribers.data.ts'

/** A service that stores each address as unsubscribed, but for those that are allowed. */
async function openSubscribers(allowed: readonly string[], capabilities = ['changelog.edit']) {
  const requests: unknown[] = []
  const { session } = await testSession(
    ({ line, body }, response) => {
      requests.push(body ?? line)
      if (line.startsWith('DELETE')) return void response.writeHead(204).end()
      const { email } = body as { email: string } // what is sent below
      const status = allowed.includes(email) ? 'confirmed' : 'unsubscribed'
      const created_at = new Date(now().getTime() + 1000).toISOString()
      respondJson(response, 201, { id: `sub_${email[0]}`, email, status, created_at })
    },
    { capabilities },
  )
  await session.capabilities.settled
  return { session, requests }
}

test('subscribing again is sent for those who are unsubscribed alone', async () => {
  const { session, requests } = await openSubscribers(['new@example.com'])
  const addresses = ['again@example.com', 'new@example.com']
  addSubscribers(session, addresses, { resubscribe: true, unsubscribed: ['again@example.com'] })
  await expect
    .poll(() => requests)
    .toEqual([
      { email: 'again@example.com', resubscribe: true },
      { email: 'new@example.com', resubscribe: false },
    ])
})

test('a server without additions gets the address alone', async () => {
  const { session } = await openSubscribers([], [])
  expect(subscriberInput(session, 'ana@example.com', true)).toEqual({ email: 'ana@example.com' })
})

test('an undo removes new subscribers who are stored as unsubscribed', async () => {
  const { session, requests } = await openSubscribers(['ana@example.com'])
  addSubscribers(session, ['ana@example.com', 'bob@example.com'], {
    resubscribe: false,
    unsubscribed: [],
  })
  await expect.poll(() => session.undo.list()[0]?.state).toBe('done')
  session.undo.undoLast()
  await expect
    .poll(() => new Set(requests.slice(2)))
    .toEqual(
      new Set([
        'DELETE /feedback/changelog/subscribers/sub_a',
        'DELETE /feedback/changelog/subscribers/sub_b',
      ]),
    )
})
