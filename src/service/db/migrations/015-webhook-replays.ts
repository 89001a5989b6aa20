import { sql, type Kysely } from 'kysely'

const statements = [
  `alter table webhooks add next_replay_at timestamptz(3)`,
  `alter table webhooks add pauses jsonb not null default '[]'`,
  `alter table webhook_deliveries add replay boolean not null default false`,
  // The deliveries of a replay wait beside the others, which must not be searched behind them.
  `drop index webhook_deliveries_due`,
  `create index webhook_deliveries_due on webhook_deliveries (workspace_id, webhook_id, replay, due_at, id)
    where state = 'waiting'`,
  // For the log, which shows the few of them without reading the many that succeeded.
  `drop index webhook_deliveries_failed`,
  `create index webhook_deliveries_unsuccessful on webhook_deliveries (workspace_id, webhook_id, state, id)
    where state in ('failed', 'skipped')`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
