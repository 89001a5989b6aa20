import { expect, onTestFinished, test, vi } from 'vitest'

import { respondJson } from '#client/test-stub-server.ts'
import { publishEntry } from '#web/feedback/changelog/publish.data.ts'
import { getDelayedMutations } from '#web/session/mutations/delayed-mutations.ts'
import type { KeySession } from '#web/session/session.ts'
import { testSession } from '#web/session/test-session.ts'
import { waitFor } from '#web/test-time.ts'
import { sendComment } from './comments.data.ts'

const entry = { id: 'ent_1', title: 'Refills by post', body: 'Keep the jar.', publish_at: null }
const comment = { mode: 'team', body: 'Thanks', parent: null, user: null } as const

test.each<[string, (session: KeySession) => unknown, string]>([
  [
    'an entry',
    (session) => publishEntry(session, entry, { delayMs: 60_000, notify: undefined }),
    'POST /feedback/changelog/entries/ent_1/publish',
  ],
  [
    'an entry with a date',
    (session) =>
      publishEntry(session, entry, {
        delayMs: 60_000,
        notify: undefined,
        publish_at: '2025-01-20T09:00:00Z',
      }),
    'PATCH /feedback/changelog/entries/ent_1',
  ],
  [
    'a comment',
    (session) => sendComment(session, 'pst_1', comment),
    'POST /feedback/posts/pst_1/comments',
  ],
])('a tab that closes during the delay publishes %s', async (_name, publish, line) => {
  const tab = new EventTarget()
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab))
  onTestFinished(() => void vi.unstubAllGlobals())
  const { session, requests } = await testSession((_, response) => respondJson(response, 200, {}))
  await session.capabilities.settled
  void publish(session)
  expect(requests()).toEqual([])
  tab.dispatchEvent(new Event('pagehide'))
  await waitFor(() => expect(requests().map((request) => request.line)).toEqual([line]))
  expect(getDelayedMutations(session).interrupted()).toEqual([])
})
