import { expect, test } from 'vitest'

import type { WorkspaceDb } from '#service/db/db.ts'
import { createVersionReader } from './workspace-version.ts'

/** Looks that end when they are told to. */
function heldLooks() {
  const begun: { readonly workspace_id: string; readonly end: (version: string) => void }[] = []
  const versionOf = createVersionReader(
    ({ workspace_id }) => new Promise((end) => void begun.push({ workspace_id, end })),
  )
  // Nothing but the name of the workspace is looked at here.
  const ask = (workspace_id: string) => versionOf({ workspace_id } as WorkspaceDb)
  return { begun, ask }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('who asks while a look is under way is answered by the next one, which all of them share', async () => {
  const { begun, ask } = heldLooks()
  const first = ask('a')
  await settled()
  const later = [ask('a'), ask('a'), ask('a')]
  await settled()
  expect(begun.length).toBe(1)
  begun[0]?.end('1')
  expect(await first).toBe('1')
  await settled()
  expect(begun.length).toBe(2)
  begun[1]?.end('2')
  expect(await Promise.all(later)).toEqual(['2', '2', '2'])
})

test('one workspace does not wait for another', async () => {
  const { begun, ask } = heldLooks()
  void ask('a')
  void ask('b')
  await settled()
  expect(begun.map(({ workspace_id }) => workspace_id)).toEqual(['a', 'b'])
})

test('a look that failed is told to those who asked, and the next one is made all the same', async () => {
  let turn = 0
  const versionOf = createVersionReader(async () => {
    if (++turn === 1) throw new Error('gone')
    return String(turn)
  })
  const db = { workspace_id: 'a' } as WorkspaceDb // as above
  await expect(versionOf(db)).rejects.toThrow('gone')
  expect(await versionOf(db)).toBe('2')
})
