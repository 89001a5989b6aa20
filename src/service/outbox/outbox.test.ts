import { expect, test } from 'vitest'

import type { WorkspaceDb } from '#service/db/db.ts'
import { createVersionReader } from './outbox.ts'

/** A version reader whose queries end when the test resolves them. */
function createManualReader() {
  const queries: { readonly workspace_id: string; readonly end: (version: string) => void }[] = []
  const readVersion = createVersionReader(
    ({ workspace_id }) => new Promise((end) => void queries.push({ workspace_id, end })),
  )
  // The reader uses nothing but the id of the workspace.
  const read = (workspace_id: string) => readVersion({ workspace_id } as WorkspaceDb)
  return { queries, read }
}
const nextTick = () => new Promise((resolve) => setImmediate(resolve))

test('version requests during a query share the next query', async () => {
  const { queries, read } = createManualReader()
  const first = read('a')
  await nextTick()
  const waiting = [read('a'), read('a'), read('a')]
  await nextTick()
  expect(queries.length).toBe(1)
  queries[0]?.end('1')
  expect(await first).toBe('1')
  await nextTick()
  expect(queries.length).toBe(2)
  queries[1]?.end('2')
  expect(await Promise.all(waiting)).toEqual(['2', '2', '2'])
})

test('version queries of two workspaces run at the same time', async () => {
  const { queries, read } = createManualReader()
  void read('a')
  void read('b')
  await nextTick()
  expect(queries.map(({ workspace_id }) => workspace_id)).toEqual(['a', 'b'])
})

test('a failed version query rejects its requests and is retried by the next', async () => {
  let attempt = 0
  const readVersion = createVersionReader(async () => {
    if (++attempt === 1) throw new Error('gone')
    return String(attempt)
  })
  const db = { workspace_id: 'a' } as WorkspaceDb // as above
  await expect(readVersion(db)).rejects.toThrow('gone')
  expect(await readVersion(db)).toBe('2')
})
