import { sql, type Kysely } from 'kysely'

const statements = [
  // What a post reads about itself in other areas.
  `create index cards_of_post on cards (workspace_id, post_id, created_at, id)
    where post_id is not null and deleted_at is null`,
  `create index changelog_entries_of_post on changelog_entries using gin (post_ids)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
