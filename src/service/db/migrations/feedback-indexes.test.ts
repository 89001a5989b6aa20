// Runs on both engines: each plans queries by itself.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Database } from '#service/db/db.ts'
import { openTestDatabase } from '#service/db/test-database.ts'
import { explainQueries } from '#service/db/test-plans.ts'
import { postsAfter } from '#service/feedback/posts/posts.store.ts'

let database: Database

/** Enough rows for a plan. Their boards and statuses are not there: foreign keys are triggers. */
beforeAll(async () => {
  database = await openTestDatabase()
  const all = `'w', 'id' || g, now() + g * interval '1 s', now()`
  const post = `'b', 't', 'd', 's', 'team', 'a', case when g % 50 = 0 then 'm' || g % 4 end`
  await database.pool.transaction().execute(async (tx) => {
    for (const statement of [
      `set local session_replication_role = replica`,
      `insert into posts (workspace_id, id, created_at, updated_at, board_id, title, details, status_id, author_type,
        author_id, owner_id, merged_into_id)
        select ${all}, ${post}, case when g % 70 = 1 then 'id1' end from generate_series(1, 5000) g`,
      `insert into portal_users (workspace_id, id, created_at, updated_at, external_id, search_text)
        select ${all}, 'e' || g, 'name' || g from generate_series(1, 5000) g`,
      `insert into cards (workspace_id, id, created_at, updated_at, board_id, list_id, name, position, post_id)
        select ${all}, 'b', 'l', 'n', g, case when g % 20 = 0 then 'p' || g % 100 end
        from generate_series(1, 5000) g`,
      `insert into changelog_entries (workspace_id, id, created_at, updated_at, title, body, author_id, post_ids)
        select ${all}, 't', 'b', 'a', array['p' || g] from generate_series(1, 5000) g`,
    ])
      await sql.raw(statement).execute(tx)
  })
  for (const table of ['posts', 'portal_users', 'cards', 'changelog_entries'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(database.pool)
})
afterAll(() => database.close())

test.each([
  [
    'cards_of_post',
    `select id from cards where workspace_id = 'w' and post_id = 'p0' and deleted_at is null
      and (created_at, id) > (now(), 'id') order by created_at, id limit 100`,
  ],
  [
    'changelog_entries_of_post',
    `select id from changelog_entries where workspace_id = 'w' and post_ids @> array['p7']`,
  ],
  [
    'posts_live_by_owner',
    `select * from posts where workspace_id = 'w' and owner_id = any (array['m0']) and deleted_at is null
      and merged_into_id is null`,
  ],
  [
    'posts_merged',
    `select * from posts where workspace_id = 'w' and deleted_at is null and merged_into_id is not null
      order by created_at desc, id desc limit 10`,
  ],
  [
    'portal_users_by_name',
    `select * from portal_users where workspace_id = 'w' and deleted_at is null
      order by left(search_text, 60), id limit 100`,
  ],
])('the plan of a list of feedback contains %s', async (index, query) => {
  const { rows } = await sql`explain ${sql.raw(query)}`.execute(database.pool)
  expect(JSON.stringify(rows)).toContain(index)
})

test.each([undefined, [412, 'id7']])(
  'the plan of posts by votes after %s is its index',
  async (last) => {
    const filter = {
      board_ids: undefined,
      status_ids: undefined,
      tag_ids: undefined,
      untagged: false,
    }
    const plan = await explainQueries(database, (db) =>
      postsAfter(db, { ...filter, sort: 'votes' }, last, 101),
    )
    expect(plan).toContain('posts_live_by_votes')
    expect(plan).not.toContain('Sort Key: post.votes_total')
  },
)
