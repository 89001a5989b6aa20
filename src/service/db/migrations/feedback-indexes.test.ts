// Runs on both engines: each plans queries by itself.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Database } from '#service/db/db.ts'
import { openTestDatabase } from '#service/db/test-database.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const planOf = (query: string) =>
  database.pool.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_bitmapscan = off`.execute(tx)
    return JSON.stringify((await sql`explain ${sql.raw(query)}`.execute(tx)).rows)
  })

test.each([
  [
    'cards_of_post',
    `cards where workspace_id = 'w' and post_id = 'p' and deleted_at is null
      and (created_at, id) > (now(), 'c') order by created_at, id`,
  ],
  [
    'posts_live_by_owner',
    `posts where workspace_id = 'w' and owner_id = 'm' and deleted_at is null
      and merged_into_id is null`,
  ],
  [
    'posts_merged',
    `posts where workspace_id = 'w' and deleted_at is null and merged_into_id is not null
      order by created_at desc, id desc`,
  ],
  [
    'portal_users_by_name',
    `portal_users where workspace_id = 'w' and deleted_at is null order by left(search_text, 60), id`,
  ],
])('the index %s serves its list without a sort', async (index, query) => {
  const plan = await planOf(`select * from ${query} limit 100`)
  expect(plan).toContain(index)
  expect(plan).not.toContain('Sort')
})

test('changelog entries are found by a post with an index', async () => {
  const plan = await database.pool.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return sql`explain select id from changelog_entries where post_ids @> array['p']`.execute(tx)
  })
  expect(JSON.stringify(plan.rows)).toContain('changelog_entries_of_post')
})
