import { sql, type Kysely } from 'kysely'

const statements = [
  // Most posts have no owner, and few are merged: both indexes are small.
  `create index posts_live_by_owner on posts (workspace_id, owner_id, created_at, id)
    where deleted_at is null and merged_into_id is null and owner_id is not null`,
  `create index posts_merged on posts (workspace_id, created_at, id)
    where deleted_at is null and merged_into_id is not null`,
  // Must agree with the order by name in users.store.ts.
  `create index portal_users_by_name on portal_users (workspace_id, left(search_text, 60), id)
    where deleted_at is null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
