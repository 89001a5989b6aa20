import { sql, type Kysely } from 'kysely'

/** What an import changed and left out; not known of those before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table contact_imports
        add column notes jsonb not null default '[]',
        add column not_mapped jsonb not null default '[]',
        add column pending_at_most integer not null default 0`,
    )
    .execute(db)
}
