import { expect, test } from 'vitest'

import { createGate, errorBody, respondJson } from '#client/test-stub-server.ts'
import { endpointPages } from '#web/query/endpoint-query.ts'
import { findItem } from '#web/session/resources/places.ts'
import { testSession } from '#web/session/test-session.ts'
import { setupResources } from './setup-resources.ts'
import { editItem } from './setup.data.ts'

test('two rejected changes of one status end with the saved name', async () => {
  const saved = { id: 'sta_1', name: 'Open', key: 'open', version: '1' }
  const first = createGate()
  const { session } = await testSession(async ({ line }, response) => {
    if (line.startsWith('GET')) return respondJson(response, 200, { data: [saved], paging: {} })
    await first.whenOpen
    respondJson(response, 422, errorBody('validation_error'))
  })
  await session.queryClient.fetchInfiniteQuery(endpointPages('GET /feedback/statuses', {}))
  const shown = () => findItem(session, setupResources.statuses, saved.id)
  const edit = (name: string) => editItem(session, 'statuses', shown() ?? saved, { name })
  const edits = [edit('Waiting'), edit('New')]
  expect(shown()).toMatchObject({ name: 'New' })
  first.open()
  expect(await Promise.all(edits)).toMatchObject([{ state: 'canceled' }, { state: 'error' }])
  expect(shown()).toMatchObject(saved)
})
