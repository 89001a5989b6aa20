import { expect, test } from 'vitest'

import { testSession } from '#web/session/test-session.ts'
import { inList, type Item, showItem } from './places.ts'

interface Post extends Item {
  readonly title: string
  readonly status: string
}

test('a copy of an older version gets a saved field but no newer version', async () => {
  const { session } = await testSession(() => undefined)
  const { queryClient } = session
  const older = { id: 'pst_1', title: 'More light', status: 'open', version: '3' }
  const seen = { ...older, title: 'Less light', version: '5' }
  const keys = ['open', 'all'].map((filter) => ['GET /feedback/posts', { filter }])
  for (const [index, key] of keys.entries())
    queryClient.setQueryData(key, { data: [index === 0 ? older : seen] })

  const saved = { status: 'planned', version: '6' }
  const resource = { places: [inList<Post>('GET /feedback/posts')] }
  showItem(session, resource, { ...seen, ...saved }, saved, seen.version)

  const data = keys.map((key) => queryClient.getQueryData<{ data: Post[] }>(key)?.data[0])
  expect(data).toEqual([
    { ...older, status: 'planned' },
    { ...seen, ...saved },
  ])
})
