import { sql, type Kysely } from 'kysely'

const statements = [
  // `file` is deleted when the import ends. `lease` names the process that works on it until `leased_until`.
  `create table contact_imports (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    list_id text collate "C" not null,
    status text collate "C" not null default 'waiting'
      check (status in ('waiting', 'running', 'completed', 'failed', 'cancelled')),
    dry_run boolean not null,
    file_name text,
    options jsonb not null,
    file text,
    next_offset integer not null,
    next_row integer not null,
    total integer not null,
    created integer not null default 0,
    updated integer not null default 0,
    skipped integer not null default 0,
    failed integer not null default 0,
    errors jsonb not null default '[]',
    error text,
    key_id text collate "C",
    lease text collate "C",
    leased_until timestamptz(3),
    version integer not null default 1,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    finished_at timestamptz(3),
    primary key (workspace_id, id),
    foreign key (workspace_id, list_id) references email_lists (workspace_id, id) on delete cascade
  )`,
  `create index contact_imports_of_list on contact_imports (workspace_id, list_id)`,
  `create index contact_imports_unfinished on contact_imports (created_at)
    where status in ('waiting', 'running')`,
  // A page of one status follows the index instead of sorting all enrollments.
  `drop index enrollments_by_status`,
  `create index enrollments_by_status on enrollments (workspace_id, automation_id, status, created_at, id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
