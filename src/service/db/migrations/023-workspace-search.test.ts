// Runs on both engines: migrations run on both, and each plans queries by itself.
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Database } from '#service/db/db.ts'
import { openTestDatabase } from '#service/db/test-database.ts'
import { explainQueries } from '#service/db/test-plans.ts'
import { findByWords } from '#service/search.store.ts'
import { up } from './023-workspace-search.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  await database.pool.transaction().execute(async (tx) => {
    const all = `'w', 'id' || g, now() + g * interval '1 s', now()`
    for (const statement of [
      // Their workspace, boards and lists are not there: foreign keys are triggers.
      `set local session_replication_role = replica`,
      `insert into boards (workspace_id, id, created_at, updated_at, name)
        select ${all}, 'Élan' from generate_series(1, 1) g`,
      `insert into campaigns (workspace_id, id, created_at, updated_at, name, name_key, subject)
        select ${all}, 'March', 'march', 'Tables' from generate_series(1, 1) g`,
      `insert into changelog_entries (workspace_id, id, created_at, updated_at, title, body, author_id)
        select ${all}, 'Entry ' || g, 'Is back', 'a' from generate_series(1, 1200) g`,
      ...['cards', 'posts'].map(
        (
          table,
        ) => `insert into ${table} (workspace_id, id, created_at, updated_at, board_id, search, search_text,
          ${table === 'cards' ? 'list_id, name, position' : 'title, details, status_id, author_type, author_id'})
          select ${all}, 'b', array_to_tsvector(array['thing', 't' || g]), 'thing t' || g || E'\\n',
          ${table === 'cards' ? `'l', 'n', g` : `'t', 'd', 's', 'team', 'a'`} from generate_series(1, 5000) g`,
      ),
    ])
      await sql.raw(statement).execute(tx)
  })
  for (const table of ['cards', 'posts'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(database.pool)
})
afterAll(() => database.close())

test('migration 023 makes what exists findable', async () => {
  for (const table of ['cards', 'posts'])
    await sql`drop index ${sql.table(`${table}_by_title`)}`.execute(database.pool)
  for (const table of ['boards', 'campaigns', 'changelog_entries'])
    await sql`alter table ${sql.table(table)} drop column search, drop column search_text`.execute(
      database.pool,
    )
  // A migration knows no tables by type: it makes them.
  await up(database.pool as unknown as Kysely<unknown>)
  const titles = async (type: 'board' | 'campaign' | 'entry', text: string) =>
    database.transaction('w', async (db) =>
      (await findByWords(db, type, { text, now: new Date() })).map(({ title }) => title),
    )
  expect(await titles('board', 'elan')).toEqual(['Élan'])
  expect(await titles('campaign', 'table')).toEqual(['March'])
  for (const n of [1, 500, 501, 1200])
    expect((await titles('entry', `entry ${n}`))[0]).toBe(`Entry ${n}`)
  expect(await titles('entry', 'back')).toHaveLength(5)
})

test.each(['card', 'post'] as const)('a search of each %s reads indexes', async (type) => {
  const plan = await explainQueries(database, (db) =>
    findByWords(db, type, { text: 'thing t', now: new Date() }),
  )
  expect(plan).toContain(`${type}s_by_title`)
  expect(plan).toContain(`${type}s_pkey`)
  expect(plan).not.toMatch(/Seq Scan on (cards|posts)/)
})
