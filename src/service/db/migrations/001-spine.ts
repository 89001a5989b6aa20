import { sql, type Kysely } from 'kysely'

// PostgreSQL 15 features only. Ids and keys are compared by bytes, because the default collation
// differs between the engines; workspace_id comes first in every key, so that workspaces can be sharded.
const statements = [
  `create table instance (
    id integer primary key default 1 check (id = 1),
    engine text not null,
    secret_fingerprint text,
    created_at timestamptz(3) not null
  )`,

  `create table workspaces (
    id text collate "C" primary key,
    name text not null,
    owner_id text collate "C" not null,
    owner_name text not null,
    owner_email text,
    time_zone text not null default 'UTC',
    locale text not null default 'en',
    version integer not null default 1,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,

  `create table api_keys (
    workspace_id text collate "C" not null references workspaces (id) on delete cascade,
    id text collate "C" not null,
    name text not null,
    prefix text not null,
    last4 text not null,
    hash text collate "C" not null unique,
    scope text not null check (scope in ('read', 'write')),
    admin boolean not null default false,
    expires_at timestamptz(3),
    last_used_at timestamptz(3),
    revoked_at timestamptz(3),
    version integer not null default 1,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (workspace_id, id)
  )`,

  `create table members (
    workspace_id text collate "C" not null references workspaces (id) on delete cascade,
    id text collate "C" not null,
    name text not null,
    email text,
    avatar_url text,
    role text,
    external_ref text collate "C",
    version integer not null default 1,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (workspace_id, id)
  )`,
  `create unique index members_by_external_ref on members (workspace_id, external_ref)
    where external_ref is not null`,

  `create table boards (
    workspace_id text collate "C" not null references workspaces (id) on delete cascade,
    id text collate "C" not null,
    name text not null,
    description text,
    archived boolean not null default false,
    archived_at timestamptz(3),
    external_ref text collate "C",
    version integer not null default 1,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (workspace_id, id)
  )`,
  `create index boards_by_age on boards (workspace_id, archived, created_at, id)`,
  `create unique index boards_by_external_ref on boards (workspace_id, external_ref)
    where external_ref is not null`,

  `create table board_lists (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    board_id text collate "C" not null,
    name text not null,
    position double precision not null,
    completes_cards boolean not null default false,
    archived boolean not null default false,
    wip_limit integer,
    external_ref text collate "C",
    version integer not null default 1,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (workspace_id, id),
    foreign key (workspace_id, board_id) references boards (workspace_id, id) on delete cascade
  )`,
  `create index board_lists_in_order on board_lists (workspace_id, board_id, position, id)`,
  `create unique index board_lists_by_external_ref on board_lists (workspace_id, external_ref)
    where external_ref is not null`,

  `create table labels (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    board_id text collate "C" not null,
    name text not null,
    color text not null default 'gray',
    position double precision not null,
    external_ref text collate "C",
    version integer not null default 1,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (workspace_id, id),
    foreign key (workspace_id, board_id) references boards (workspace_id, id) on delete cascade
  )`,
  `create index labels_in_order on labels (workspace_id, board_id, position, id)`,
  `create unique index labels_by_external_ref on labels (workspace_id, external_ref)
    where external_ref is not null`,

  // A list goes only when its cards are gone: no cascade, so a verb that forgets some is refused.
  `create table cards (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    board_id text collate "C" not null,
    list_id text collate "C" not null,
    name text not null,
    description text,
    label_ids text[] collate "C" not null default '{}',
    member_ids text[] collate "C" not null default '{}',
    due_at timestamptz(3),
    start_at timestamptz(3),
    completed boolean not null default false,
    completed_at timestamptz(3),
    status text not null default 'open' check (status in ('open', 'archived')),
    position double precision not null,
    post_id text collate "C",
    external_ref text collate "C",
    search tsvector not null default '',
    search_text text collate "C" not null default '',
    deleted_at timestamptz(3),
    version integer not null default 1,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (workspace_id, id),
    foreign key (workspace_id, board_id) references boards (workspace_id, id) on delete cascade,
    foreign key (workspace_id, list_id) references board_lists (workspace_id, id)
  )`,
  `create index cards_in_order on cards (workspace_id, list_id, position, id)
    where status = 'open' and deleted_at is null`,
  `create index cards_open_per_list on cards (workspace_id, board_id, list_id)
    where status = 'open' and deleted_at is null`,
  `create index cards_by_change on cards (workspace_id, board_id, updated_at, id)`,
  // The whole list, archived and deleted cards included: for its deletion and for the foreign key.
  `create index cards_of_list on cards (workspace_id, list_id)`,
  `create index cards_search on cards using gin (search)`,
  `create unique index cards_by_external_ref on cards (workspace_id, external_ref)
    where external_ref is not null`,

  `create table events (
    workspace_id text collate "C" not null references workspaces (id) on delete cascade,
    id text collate "C" not null,
    seq bigint,
    kind text collate "C" not null,
    body text not null,
    silent boolean not null default false,
    key_id text collate "C",
    created_at timestamptz(3) not null,
    primary key (workspace_id, id)
  )`,
  `create unique index events_in_order on events (workspace_id, seq) where seq is not null`,
  `create index events_without_number on events (workspace_id, id) where seq is null`,

  `create table idempotency_keys (
    workspace_id text collate "C" not null,
    key_id text collate "C" not null,
    value text collate "C" not null,
    method text collate "C" not null,
    path text collate "C" not null check (length(path) <= 1000),
    body_hash text collate "C" not null,
    state text not null check (state in ('running', 'done')),
    status integer,
    answer text,
    headers jsonb,
    leased_until timestamptz(3),
    expires_at timestamptz(3) not null,
    primary key (workspace_id, key_id, value, method, path),
    foreign key (workspace_id, key_id) references api_keys (workspace_id, id) on delete cascade
  )`,
  `create index idempotency_keys_by_expiry on idempotency_keys (expires_at)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
