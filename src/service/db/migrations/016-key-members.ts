import { sql, type Kysely } from 'kysely'

/** Like the owner of a post: the service clears it when the member is deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table api_keys add member_id text collate "C"`).execute(db)
}
