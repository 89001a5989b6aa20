import { sql, type Kysely } from 'kysely'

const statements = [
  // One row for each request, so the ids are in the order of time. Rows outlive their keys and members.
  `create table audit_log (
    workspace_id text collate "C" not null references workspaces (id) on delete cascade,
    id text collate "C" not null,
    at timestamptz(3) not null,
    kind text collate "C" not null,
    resource_type text collate "C" not null,
    resource_id text collate "C",
    parent_id text collate "C",
    count integer,
    key_id text collate "C",
    member_id text collate "C",
    address text not null,
    request_id text collate "C" not null,
    primary key (workspace_id, id)
  )`,
  // What one key did, which may be little among the entries of others.
  `create index audit_log_by_key on audit_log (workspace_id, key_id, id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
