import { sql, type Kysely } from 'kysely'

import { newId } from '#service/db/ids.ts'

const resource = `
    version integer not null default 1,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (workspace_id, id)`

const statements = [
  `create table feedback_boards (
    workspace_id text collate "C" not null references workspaces (id) on delete cascade,
    id text collate "C" not null,
    name text not null,
    slug text collate "C" not null,
    description text,
    private boolean not null default false,
    archived boolean not null default false,
    external_ref text collate "C",
    ${resource}
  )`,
  `create index feedback_boards_by_age on feedback_boards (workspace_id, created_at, id)`,
  `create unique index feedback_boards_by_slug on feedback_boards (workspace_id, slug)`,
  `create unique index feedback_boards_by_external_ref on feedback_boards (workspace_id, external_ref)
    where external_ref is not null`,

  `create table post_statuses (
    workspace_id text collate "C" not null references workspaces (id) on delete cascade,
    id text collate "C" not null,
    key text collate "C" not null,
    name text not null,
    name_key text collate "C" not null,
    color text not null default 'gray',
    category text not null check (category in ('open', 'active', 'done', 'closed')),
    position double precision not null,
    is_default boolean not null default false,
    external_ref text collate "C",
    ${resource}
  )`,
  `create unique index post_statuses_by_key on post_statuses (workspace_id, key)`,
  `create unique index post_statuses_by_name on post_statuses (workspace_id, name_key)`,
  `create unique index post_statuses_by_external_ref on post_statuses (workspace_id, external_ref)
    where external_ref is not null`,
  // A post made without a status must always find exactly one.
  `create unique index post_statuses_default on post_statuses (workspace_id) where is_default`,

  ...['post_tags', 'changelog_labels'].flatMap((table) => [
    `create table ${table} (
      workspace_id text collate "C" not null references workspaces (id) on delete cascade,
      id text collate "C" not null,
      name text not null,
      name_key text collate "C" not null,
      color text not null default 'gray',
      external_ref text collate "C",
      ${resource}
    )`,
    `create unique index ${table}_by_name on ${table} (workspace_id, name_key)`,
    `create unique index ${table}_by_external_ref on ${table} (workspace_id, external_ref)
      where external_ref is not null`,
  ]),

  `create table portal_users (
    workspace_id text collate "C" not null references workspaces (id) on delete cascade,
    id text collate "C" not null,
    external_id text collate "C",
    email text,
    email_key text collate "C",
    name text,
    avatar_url text,
    attributes text not null default '{}',
    last_seen_at timestamptz(3),
    search tsvector not null default '',
    search_text text collate "C" not null default '',
    ${resource},
    check (external_id is not null or email_key is not null)
  )`,
  `create unique index portal_users_by_external_id on portal_users (workspace_id, external_id)
    where external_id is not null`,
  `create unique index portal_users_by_email on portal_users (workspace_id, email_key)
    where email_key is not null`,
  `create index portal_users_by_age on portal_users (workspace_id, created_at, id)`,
  `create index portal_users_search on portal_users using gin (search)`,

  `create table posts (
    workspace_id text collate "C" not null references workspaces (id) on delete cascade,
    id text collate "C" not null,
    board_id text collate "C" not null,
    title text not null,
    details text not null,
    status_id text collate "C" not null,
    tag_ids text[] collate "C" not null default '{}',
    owner_id text collate "C",
    eta date,
    author_type text not null check (author_type in ('team', 'user')),
    author_id text collate "C" not null,
    vote_count integer not null default 0 check (vote_count >= 0),
    imported_votes integer not null default 0,
    comment_count integer not null default 0 check (comment_count >= 0),
    internal_comment_count integer not null default 0 check (internal_comment_count >= 0),
    merged_into_id text collate "C",
    deleted_at timestamptz(3),
    external_ref text collate "C",
    search tsvector not null default '',
    search_text text collate "C" not null default '',
    ${resource},
    foreign key (workspace_id, board_id) references feedback_boards (workspace_id, id),
    foreign key (workspace_id, status_id) references post_statuses (workspace_id, id)
  )`,
  ...[
    ['age', 'created_at, id'],
    ['votes', 'vote_count, id'],
    ['board', 'board_id, created_at, id'],
    ['status', 'status_id, created_at, id'],
    ['author', 'author_type, author_id, id'],
  ].map(
    ([name, columns]) => `create index posts_live_by_${name} on posts (workspace_id, ${columns})
      where deleted_at is null and merged_into_id is null`,
  ),
  `create index posts_by_change on posts (workspace_id, updated_at, id)`,
  // Deleted posts included: for the foreign keys, and for moving all posts of a board or a status.
  `create index posts_of_board on posts (workspace_id, board_id)`,
  `create index posts_of_status on posts (workspace_id, status_id)`,
  `create index posts_deleted on posts (workspace_id, created_at, id) where deleted_at is not null`,
  `create index posts_tagged on posts using gin (tag_ids)`,
  `create index posts_search on posts using gin (search)`,
  `create unique index posts_by_external_ref on posts (workspace_id, external_ref)
    where external_ref is not null`,

  `create table votes (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    post_id text collate "C" not null,
    user_id text collate "C" not null,
    created_at timestamptz(3) not null,
    primary key (workspace_id, id),
    foreign key (workspace_id, post_id) references posts (workspace_id, id) on delete cascade,
    foreign key (workspace_id, user_id) references portal_users (workspace_id, id)
  )`,
  `create unique index votes_once on votes (workspace_id, post_id, user_id)`,
  `create index votes_by_age on votes (workspace_id, post_id, created_at, id)`,
  `create index votes_of_user on votes (workspace_id, user_id, post_id)`,

  `create table comments (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    post_id text collate "C" not null,
    parent_id text collate "C",
    body text not null,
    internal boolean not null default false,
    author_type text not null check (author_type in ('team', 'user')),
    author_id text collate "C" not null,
    external_ref text collate "C",
    ${resource},
    foreign key (workspace_id, post_id) references posts (workspace_id, id) on delete cascade
  )`,
  `create index comments_by_age on comments (workspace_id, post_id, created_at, id)`,
  `create index comments_of_parent on comments (workspace_id, parent_id) where parent_id is not null`,
  `create index comments_of_author on comments (workspace_id, author_id, post_id)
    where author_type = 'user'`,
  `create unique index comments_by_external_ref on comments (workspace_id, external_ref)
    where external_ref is not null`,

  `create table changelog_entries (
    workspace_id text collate "C" not null references workspaces (id) on delete cascade,
    id text collate "C" not null,
    title text not null,
    body text not null,
    label_ids text[] collate "C" not null default '{}',
    post_ids text[] collate "C" not null default '{}',
    publish_at timestamptz(3),
    published_at timestamptz(3),
    notify boolean not null default true,
    announced boolean not null default false,
    author_id text collate "C" not null,
    external_ref text collate "C",
    version integer not null default 1,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    dated_at timestamptz(3) not null
      generated always as (coalesce(published_at, publish_at, created_at)) stored,
    primary key (workspace_id, id)
  )`,
  `create index changelog_entries_by_date on changelog_entries (workspace_id, dated_at, id)`,
  // What the sweep reads: only entries that wait for their time are in it.
  `create index changelog_entries_waiting on changelog_entries (publish_at, workspace_id, id)
    where published_at is null and publish_at is not null`,
  `create index changelog_entries_labelled on changelog_entries using gin (label_ids)`,
  `create unique index changelog_entries_by_external_ref on changelog_entries (workspace_id, external_ref)
    where external_ref is not null`,

  `create table changelog_subscribers (
    workspace_id text collate "C" not null references workspaces (id) on delete cascade,
    id text collate "C" not null,
    email text not null,
    email_key text collate "C" not null,
    status text not null check (status in ('confirmed', 'pending', 'unsubscribed')),
    external_ref text collate "C",
    ${resource}
  )`,
  `create unique index changelog_subscribers_by_email on changelog_subscribers (workspace_id, email_key)`,
  `create index changelog_subscribers_by_age on changelog_subscribers (workspace_id, created_at, id)`,
  `create unique index changelog_subscribers_by_external_ref
    on changelog_subscribers (workspace_id, external_ref) where external_ref is not null`,
]

// As `default-statuses.rules.ts` has them for new workspaces, frozen here for those that exist already.
const statuses = [
  ['open', 'Open', 'gray', 'open'],
  ['under_review', 'Under review', 'amber', 'open'],
  ['planned', 'Planned', 'blue', 'active'],
  ['in_progress', 'In progress', 'purple', 'active'],
  ['complete', 'Complete', 'green', 'done'],
  ['closed', 'Closed', 'red', 'closed'],
] as const

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  const now = new Date()
  const { rows } = await sql<{ id: string }>`select id from workspaces`.execute(db)
  for (const { id: workspace_id } of rows)
    for (const [index, [key, name, color, category]] of statuses.entries())
      await sql`
        insert into post_statuses
          (workspace_id, id, key, name, name_key, color, category, position, is_default, created_at, updated_at)
        values (${workspace_id}, ${newId('sta', now)}, ${key}, ${name}, ${name.toLowerCase()}, ${color},
          ${category}, ${index + 1}, ${key === 'open'}, ${now}, ${now})`.execute(db)
}
