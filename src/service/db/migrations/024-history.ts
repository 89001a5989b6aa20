import { sql, type Kysely } from 'kysely'

/** As `card_activity`: deleted with its resource. The key is also the index that a page of activity is read by. */
const activityOf = (resource: string, parent: string) => `
  create table ${resource}_activity (
    workspace_id text collate "C" not null,
    ${resource}_id text collate "C" not null,
    id text collate "C" not null,
    kind text collate "C" not null,
    changes jsonb not null,
    key_id text collate "C",
    member_id text collate "C",
    created_at timestamptz(3) not null,
    primary key (workspace_id, ${resource}_id, id),
    foreign key (workspace_id, ${resource}_id) references ${parent} (workspace_id, id) on delete cascade
  )`

const statements = [
  // Whom the key stood for at that time. Earlier rows name the key.
  `alter table card_activity add column member_id text collate "C"`,
  activityOf('post', 'posts'),
  activityOf('contact', 'contacts'),
  // For the hourly purge, which covers all workspaces. Rows are added in the order of their time, so that a summary of
  // each few blocks is enough, which costs an upsert next to nothing.
  `create index contact_activity_by_age on contact_activity using brin (created_at) with (pages_per_range = 32)`,
  // From when on contacts have activity: this migration, or the creation of a later workspace.
  `alter table workspaces add column activity_since timestamptz(3) not null default now()`,

  // A text of an entry. The current one has no `replaced_at`.
  `create table changelog_versions (
    workspace_id text collate "C" not null,
    entry_id text collate "C" not null,
    id text collate "C" not null,
    title text not null,
    body text not null,
    key_id text collate "C",
    member_id text collate "C",
    restored boolean not null default false,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    replaced_at timestamptz(3),
    primary key (workspace_id, entry_id, id),
    foreign key (workspace_id, entry_id) references changelog_entries (workspace_id, id)
      on delete cascade
  )`,
  // For the hourly purge, which covers all workspaces.
  `create index changelog_versions_replaced on changelog_versions (replaced_at)
    where replaced_at is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
