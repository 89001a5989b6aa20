import { sql, type Kysely } from 'kysely'

const statements = [
  // Deleted with its card. The key is also the index that a page of activity is read by.
  `create table card_activity (
    workspace_id text collate "C" not null,
    card_id text collate "C" not null,
    id text collate "C" not null,
    kind text collate "C" not null,
    changes jsonb not null,
    key_id text collate "C",
    created_at timestamptz(3) not null,
    primary key (workspace_id, card_id, id),
    foreign key (workspace_id, card_id) references cards (workspace_id, id) on delete cascade
  )`,
  // For the hourly purge, which covers all workspaces.
  `create index cards_deleted on cards (deleted_at) where deleted_at is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
