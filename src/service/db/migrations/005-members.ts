import { sql, type Kysely } from 'kysely'

/** Somebody who left is not offered any more, and is still named as the author of what they wrote. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table members add column deleted_at timestamptz(3)`).execute(db)
  await sql.raw(`create index members_by_age on members (workspace_id, created_at, id)`).execute(db)
}
