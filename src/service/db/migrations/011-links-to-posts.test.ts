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
    return JSON.stringify((await sql`explain ${sql.raw(query)}`.execute(tx)).rows)
  })

test('migration 011 finds cards and entries of a post by an index', async () => {
  const cards = await planOf(
    `select id from cards where workspace_id = 'w' and post_id = 'p' and deleted_at is null
      and (created_at, id) > (now(), 'c') order by created_at, id limit 3`,
  )
  expect(cards).toContain('Scan using cards_of_post')
  expect(cards).not.toContain('Sort')
  const entries = await planOf(`select id from changelog_entries where post_ids @> array['p']`)
  expect(entries).toContain('changelog_entries_of_post')
})
