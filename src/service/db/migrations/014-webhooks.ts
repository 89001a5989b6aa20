import { sql, type Kysely } from 'kysely'

const statements = [
  // `secret`, `previous_secret` and the values of `headers` are sealed with a key of the instance secret.
  `create table webhooks (
    workspace_id text collate "C" not null references workspaces (id) on delete cascade,
    id text collate "C" not null,
    url text not null,
    description text,
    events text[] not null,
    format text collate "C" not null check (format in ('standard', 'slack', 'discord', 'teams')),
    headers jsonb not null default '{}',
    filter jsonb not null default '{}',
    ignore_api boolean not null default false,
    secret text not null,
    previous_secret text,
    previous_secret_until timestamptz(3),
    disabled_reason text check (disabled_reason in ('manual', 'gone', 'failing')),
    disabled_at timestamptz(3),
    queued_seq bigint not null,
    events_since timestamptz(3) not null,
    failure_count integer not null default 0,
    failing_since timestamptz(3),
    probe_at timestamptz(3),
    last_attempt jsonb,
    version integer not null default 1,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (workspace_id, id)
  )`,

  // `body` is null while the bytes are those of the event: until it is deleted, and in the standard format only.
  `create table webhook_deliveries (
    workspace_id text collate "C" not null,
    webhook_id text collate "C" not null,
    id text collate "C" not null,
    event_id text collate "C" not null,
    kind text collate "C" not null,
    body text,
    state text collate "C" not null default 'waiting'
      check (state in ('waiting', 'claimed', 'succeeded', 'failed', 'skipped')),
    manual boolean not null default false,
    due_at timestamptz(3),
    claimed_by text collate "C",
    claimed_until timestamptz(3),
    tries integer not null default 0,
    attempt_count integer not null default 0,
    last_attempt jsonb,
    created_at timestamptz(3) not null,
    finished_at timestamptz(3),
    primary key (workspace_id, webhook_id, id),
    foreign key (workspace_id, webhook_id) references webhooks (workspace_id, id) on delete cascade
  )`,
  `create unique index webhook_deliveries_by_event on webhook_deliveries (workspace_id, webhook_id, event_id)`,
  `create index webhook_deliveries_due on webhook_deliveries (workspace_id, webhook_id, due_at, id)
    where state = 'waiting'`,
  `create index webhook_deliveries_manual on webhook_deliveries (workspace_id, webhook_id, due_at, id)
    where state = 'waiting' and manual`,
  `create index webhook_deliveries_claimed on webhook_deliveries (workspace_id, webhook_id, claimed_until)
    where state = 'claimed'`,
  `create index webhook_deliveries_failed on webhook_deliveries (workspace_id, webhook_id, id)
    where state = 'failed'`,
  `create index webhook_deliveries_finished on webhook_deliveries (workspace_id, webhook_id, finished_at)
    where finished_at is not null`,

  `create table webhook_attempts (
    workspace_id text collate "C" not null,
    webhook_id text collate "C" not null,
    delivery_id text collate "C" not null,
    number integer not null,
    at timestamptz(3) not null,
    http_status integer,
    duration_ms integer,
    error text collate "C",
    request_headers jsonb not null,
    response_headers jsonb,
    response_excerpt text,
    primary key (workspace_id, webhook_id, delivery_id, number),
    foreign key (workspace_id, webhook_id, delivery_id)
      references webhook_deliveries (workspace_id, webhook_id, id) on delete cascade
  )`,
  `create index webhook_attempts_by_time on webhook_attempts (workspace_id, webhook_id, at)
    include (duration_ms) where http_status is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
