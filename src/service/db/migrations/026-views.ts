import { sql, type Kysely } from 'kysely'

const statements = [
  // A filter of a list under a name. Those of a board or a list of contacts are deleted with it.
  `create table views (
    workspace_id text collate "C" not null references workspaces (id) on delete cascade,
    id text collate "C" not null,
    page text collate "C" not null,
    board_id text collate "C",
    list_id text collate "C",
    name text not null,
    name_key text collate "C" not null,
    query text not null,
    position double precision not null,
    key_id text collate "C",
    member_id text collate "C",
    version integer not null default 1,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (workspace_id, id),
    unique (workspace_id, page, name_key),
    foreign key (workspace_id, board_id) references boards (workspace_id, id) on delete cascade,
    foreign key (workspace_id, list_id) references email_lists (workspace_id, id) on delete cascade
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
