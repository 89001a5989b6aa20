import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Database } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { openTestDatabase } from '#service/db/test-database.ts'
import { createWorkspace } from '#service/new-workspace.ts'
import { exampleContent } from './example.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const tables = [
  'members',
  'boards',
  'board_lists',
  'labels',
  'cards',
  'email_lists',
  'contacts',
  'list_tags',
  'contact_tags',
  'list_counts',
  'segments',
  'campaigns',
  'automations',
  'enrollments',
  'feedback_boards',
  'post_statuses',
  'post_tags',
  'portal_users',
  'posts',
  'votes',
  'comments',
  'changelog_labels',
  'changelog_entries',
  'changelog_subscribers',
] as const

/** A digest of every table's rows in a workspace of this seed. Only the workspace's own id differs. */
async function digests(seed: number) {
  const content = exampleContent({ size: 'small', seed, now: new Date('2026-06-01T09:00:00Z') })
  const { workspace_id } = await createWorkspace(database, 'Seeded', {
    ...content,
    makeId: (prefix) => (prefix === 'wsp' ? newId('wsp') : content.makeId(prefix)),
  })
  const digestByTable = new Map<string, string | null>()
  for (const table of tables) {
    const { rows } = await sql<{ digest: string | null }>`
      select md5(string_agg(one, '|' order by one collate "C")) as digest from (
        select (to_jsonb(t) - 'workspace_id')::text as one from ${sql.table(table)} t
        where workspace_id = ${workspace_id}) rows`.execute(database.pool)
    digestByTable.set(table, rows[0]?.digest ?? null)
  }
  return { workspace_id, digestByTable }
}

test('the same seed and time generate identical rows', async () => {
  const { digestByTable: first } = await digests(1)
  expect([...first.values()].every((digest) => digest !== null)).toBe(true)
  expect((await digests(1)).digestByTable).toEqual(first)
  const { digestByTable: second } = await digests(2)
  for (const table of ['contacts', 'posts', 'votes', 'campaigns', 'cards'] as const)
    expect(second.get(table)).not.toBe(first.get(table))
}, 120_000)

test('a generated workspace has valid references', async () => {
  const { workspace_id } = await digests(3)
  const count = async (broken: RawBuilder<unknown>) =>
    (await sql<{ count: number }>`select count(*)::int as count ${broken}`.execute(database.pool))
      .rows[0]?.count
  const here = (name: string) => sql`${sql.ref(`${name}.workspace_id`)} = ${workspace_id}`
  const listElsewhere = sql`from cards c join board_lists l on l.workspace_id = c.workspace_id and l.id = c.list_id
    where ${here('c')} and l.board_id <> c.board_id`
  const labelElsewhere = sql`from cards c, unnest(c.label_ids) label_id
    where ${here('c')} and not exists (select from labels l
      where l.workspace_id = c.workspace_id and l.id = label_id and l.board_id = c.board_id)`
  const unknownMember = sql`from cards c, unnest(c.member_ids) member_id
    where ${here('c')} and not exists (select from members m where m.workspace_id = c.workspace_id and m.id = member_id)`
  const notCompleted = sql`from cards c join board_lists l on l.workspace_id = c.workspace_id and l.id = c.list_id
    where ${here('c')} and l.completes_cards and not c.completed`
  const unknownAuthor = sql`from posts p where ${here('p')} and not exists (
      select from portal_users u where u.workspace_id = p.workspace_id and u.id = p.author_id
        and p.author_type = 'user'
      union all select from members m where m.workspace_id = p.workspace_id and m.id = p.author_id
        and p.author_type = 'team')`
  const earlyVote = sql`from votes v join posts p on p.workspace_id = v.workspace_id and p.id = v.post_id
    where ${here('v')} and v.created_at < p.created_at`
  const replyToNote = sql`from comments c join comments above on above.workspace_id = c.workspace_id and above.id = c.parent_id
    where ${here('c')} and (above.post_id <> c.post_id or above.internal)`
  const wrongTags = sql`from contacts c where ${here('c')} and cardinality(c.tags) <> (
    select count(*) from contact_tags t where t.workspace_id = c.workspace_id and t.contact_id = c.id
      and t.created_at = c.created_at)`
  const changedEarly = sql`from contacts c where ${here('c')} and c.updated_at < c.created_at`
  for (const broken of [
    listElsewhere,
    labelElsewhere,
    unknownMember,
    notCompleted,
    unknownAuthor,
    earlyVote,
    replyToNote,
    wrongTags,
    changedEarly,
  ])
    expect(await count(broken)).toBe(0)
})

test('generated names, cards and posts are found by search', async () => {
  const { workspace_id } = await digests(4)
  const { rows } = await sql<{ name: string }>`
    select name from cards where workspace_id = ${workspace_id} and search @@ 'seed:* & library'::tsquery
    union all select title from posts where workspace_id = ${workspace_id} and search @@ 'spreadsheet'::tsquery
    union all select name from portal_users where workspace_id = ${workspace_id} and search @@ 'bellweather & asha'::tsquery
    order by 1`.execute(database.pool)
  expect(rows.map(({ name }) => name)).toEqual([
    'Asha Bellweather',
    'Order history as a spreadsheet',
    'Photograph the seed library in morning light',
  ])
})
