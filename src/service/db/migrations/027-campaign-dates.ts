import { sql, type Kysely } from 'kysely'

const statements = [
  // As `sendTime` of the contract: the plan of a canceled campaign is no date.
  `alter table campaigns add column dated_at timestamptz(3) not null generated always as (
    coalesce(sent_at, case when status <> 'cancelled' then scheduled_at end, created_at)) stored`,
  `create index campaigns_by_date on campaigns (workspace_id, dated_at, id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
