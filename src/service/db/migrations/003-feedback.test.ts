// Runs on both engines: migrations run on both.
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Database } from '#service/db/db.ts'
import { openTestDatabase } from '#service/db/test-database.ts'
import { defaultStatuses } from '#service/feedback/setup/default-statuses.rules.ts'
import { up } from './003-feedback.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const tables = [
  'changelog_subscribers',
  'changelog_entries',
  'comments',
  'votes',
  'posts',
  'portal_users',
  'changelog_labels',
  'post_tags',
  'post_statuses',
  'feedback_boards',
]

test('migration 003 adds the default statuses to existing workspaces', async () => {
  for (const table of tables)
    await sql`drop table ${sql.table(table)} cascade`.execute(database.pool)
  const now = new Date()
  const workspace = { owner_id: 'mem_1', owner_name: 'O', created_at: now, updated_at: now }
  await database.pool
    .insertInto('workspaces')
    .values(['wsp_1', 'wsp_2'].map((id) => ({ id, name: id, ...workspace })))
    .execute()
  // A migration knows no tables by type: it makes them.
  await up(database.pool as unknown as Kysely<unknown>)
  const statuses = await database.pool
    .selectFrom('post_statuses')
    .select(['key', 'name', 'color', 'category', 'is_default'])
    .orderBy('workspace_id')
    .orderBy('position')
    .execute()
  const expected = defaultStatuses.map((status, index) => ({ ...status, is_default: index === 0 }))
  expect(statuses).toEqual([...expected, ...expected])
})
