import { sql, type Kysely } from 'kysely'

// No rows: their hashes need a key that SQL does not have. `openAddressHashes` adds them at the first start after this.
const statements = [
  `alter table instance add column suppression_key text`,
  // No reference to the contact or the list: a row outlives them.
  `create table suppressions (
    workspace_id text collate "C" not null references workspaces (id) on delete cascade,
    id text collate "C" not null,
    address_hash text collate "C" not null,
    scope text collate "C" not null,
    reason text collate "C" not null
      check (reason in ('hard', 'complaint', 'unsubscribed', 'unsubscribed_all', 'manual')),
    holder_id text collate "C",
    since timestamptz(3) not null,
    primary key (workspace_id, id)
  )`,
  `create unique index suppressions_by_address on suppressions (workspace_id, address_hash, scope, reason)`,
  `create index suppressions_by_age on suppressions (workspace_id, since, id)`,
  `create index suppressions_by_scope on suppressions (workspace_id, scope, since, id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
