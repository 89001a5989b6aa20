import { sql, type Kysely } from 'kysely'

import { searchColumns } from '#service/search-columns.store.ts'

// Frozen here: what the stores of boards, campaigns and entries are searched by.
const searched = {
  boards: sql`name || E'\n' || coalesce(description, '')`,
  campaigns: sql`name || E'\n' || subject`,
  changelog_entries: sql`title || E'\n' || body`,
}

const indexes = [
  // Bodies of entries are long; boards and campaigns are few and short enough to be read.
  `create index changelog_entries_search on changelog_entries using gin (search)`,
  // A title that is what somebody typed, or begins with it, among many cards or posts that have the words. Must agree
  // with search.store.ts; people have such an index since migration 012.
  ...['cards', 'posts'].map(
    (table) => `create index ${table}_by_title on ${table} (workspace_id, left(search_text, 60))
      where deleted_at is null`,
  ),
]

const rowsAtOnce = 500

/** Case and accents are folded by the process: the result in the database depends on its locale and extensions. */
async function fillSearch(db: Kysely<unknown>, table: keyof typeof searched) {
  let last = ['', '']
  for (;;) {
    const { rows } = await sql<{ workspace_id: string; id: string; text: string }>`
      select workspace_id, id, ${searched[table]} as text from ${sql.table(table)}
      where (workspace_id, id) > (${last[0]}, ${last[1]})
      order by workspace_id, id limit ${sql.lit(rowsAtOnce)}`.execute(db)
    for (const { workspace_id, id, text } of rows) {
      const { search, search_text } = searchColumns(text)
      await sql`update ${sql.table(table)} set search = ${search}, search_text = ${search_text}
        where workspace_id = ${workspace_id} and id = ${id}`.execute(db)
      last = [workspace_id, id]
    }
    if (rows.length < rowsAtOnce) return
  }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['boards', 'campaigns', 'changelog_entries'] as const) {
    await sql`alter table ${sql.table(table)}
      add column search tsvector not null default '',
      add column search_text text collate "C" not null default ''`.execute(db)
    await fillSearch(db, table)
  }
  for (const statement of indexes) await sql.raw(statement).execute(db)
}
