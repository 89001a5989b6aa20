import { expect, test } from 'vitest'

import { respondJson, errorBody } from '#client/test-stub-server.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { waitFor } from '#web/test-time.ts'
import { testSession } from './test-session.ts'

/** A service that knows only keys that end in `new`, for all but `GET /me`. */
const rekeyed = () =>
  testSession(({ headers }, response) =>
    headers.authorization?.endsWith('new')
      ? respondJson(response, 200, { id: 'a' })
      : respondJson(response, 401, errorBody('unauthenticated')),
  )

const patch = { card_id: 'a', completed: true }

test('a mutation rejected with 401 is resent with the replacement key', async () => {
  const { session, requests } = await rekeyed()
  const seen: string[] = []
  const written = session.mutate('PATCH /cards/:card_id', patch, {
    onSuccess: () => seen.push('answer'),
    onError: () => seen.push('refusal'),
  })
  await waitFor(() => expect(session.keyState.get()).toBe('rejected'))
  expect(session.mutate.isMutating()).toBe(true)

  session.apiKey.replace({ ...session.connection, key: 'wsk_w_new', last4: '_new' })
  expect(await written).toMatchObject({ state: 'success' })
  expect(seen).toEqual(['answer'])
  expect(session.keyState.get()).toBe('accepted')
  expect(session.connection.last4).toBe('_new')
  const keys = requests().map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toBe(keys[1])
})

test('without a replacement key mutations are rejected and the dialog reopens', async () => {
  const { session } = await rekeyed()
  const written = session.mutate('PATCH /cards/:card_id', patch)
  await waitFor(() => expect(session.keyState.get()).toBe('rejected'))
  session.apiKey.dismiss()
  expect(await written).toMatchObject({ state: 'error', error: { code: 'unauthenticated' } })
  expect(session.keyState.get()).toBe('dismissed')

  void session.mutate('PATCH /cards/:card_id', patch)
  await waitFor(() => expect(session.keyState.get()).toBe('rejected'))
})

test('a rejected read does not reopen a dismissed key dialog', async () => {
  const { session } = await rekeyed()
  await session.queryClient.prefetchQuery(endpointQuery('GET /boards', {}))
  session.apiKey.dismiss()
  await session.queryClient.prefetchQuery(endpointQuery('GET /boards', {}))
  expect(session.keyState.get()).toBe('dismissed')
})
