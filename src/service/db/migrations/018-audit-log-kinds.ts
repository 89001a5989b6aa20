import { sql, type Kysely } from 'kysely'

/** For a filter by rare kinds, which would read the whole log. Most writes are of the other kinds, which do not pay for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create index audit_log_by_rare_kind on audit_log (workspace_id, kind, id)
        where kind not in ('created', 'updated', 'moved', 'imported')`,
    )
    .execute(db)
}
