import { sql, type Kysely } from 'kysely'

const statements = [
  `drop index posts_live_by_age`,
  // With the tags, so that counting the posts of every tag reads this index alone.
  `create index posts_live_by_age on posts (workspace_id, created_at, id) include (tag_ids)
    where deleted_at is null and merged_into_id is null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
