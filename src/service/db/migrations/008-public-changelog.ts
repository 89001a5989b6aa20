import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table workspaces add column public_changelog boolean not null default false`.execute(
    db,
  )
}
