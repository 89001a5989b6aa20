import { sql, type Kysely } from 'kysely'

const statements = [
  // What merges moved here and away, so that an import can set the votes of its source, and an unmerge return them.
  `alter table posts
    add column merged_imported_votes integer not null default 0,
    add column moved_imported_votes integer not null default 0,
    add column votes_total integer not null generated always as (vote_count + imported_votes) stored,
    add check (imported_votes >= 0)`,
  `drop index posts_live_by_votes`,
  `create index posts_live_by_votes on posts (workspace_id, votes_total, id)
    where deleted_at is null and merged_into_id is null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
