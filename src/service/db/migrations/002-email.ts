import { sql, type Kysely } from 'kysely'

// `*_key` columns are folded by the application and compared by bytes. A cursor holds 80 code points of any kind,
// so names sort by their first 80 and then by id.
const statements = [
  `create table email_lists (
    workspace_id text collate "C" not null references workspaces (id) on delete cascade,
    id text collate "C" not null,
    name text not null,
    name_key text collate "C" not null,
    description text,
    double_opt_in boolean not null default false,
    archived boolean not null default false,
    external_ref text collate "C",
    search tsvector not null default '',
    search_text text collate "C" not null default '',
    version integer not null default 1,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (workspace_id, id)
  )`,
  `create index email_lists_by_age on email_lists (workspace_id, archived, created_at, id)`,
  `create unique index email_lists_by_external_ref on email_lists (workspace_id, external_ref)
    where external_ref is not null`,

  // Tags stand on the contact as they are spelled, so that a page of contacts needs no second table.
  `create table contacts (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    list_id text collate "C" not null,
    email_address text not null,
    address_key text collate "C" not null,
    status text collate "C" not null
      check (status in ('pending', 'subscribed', 'unsubscribed', 'bounced', 'complained')),
    tags text[] not null default '{}',
    fields jsonb not null default '{}',
    source text not null check (source in ('api', 'import', 'dashboard')),
    subscribed_at timestamptz(3),
    unsubscribed_at timestamptz(3),
    external_ref text collate "C",
    search tsvector not null default '',
    search_text text collate "C" not null default '',
    version integer not null default 1,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (workspace_id, id),
    foreign key (workspace_id, list_id) references email_lists (workspace_id, id) on delete cascade
  )`,
  `create unique index contacts_by_address on contacts (workspace_id, list_id, address_key)`,
  `create index contacts_by_age on contacts (workspace_id, list_id, created_at, id)`,
  `create index contacts_by_status on contacts (workspace_id, list_id, status, created_at, id)`,
  `create index contacts_by_change on contacts (workspace_id, list_id, updated_at, id)`,
  `create index contacts_search on contacts using gin (search)`,
  `create unique index contacts_by_external_ref on contacts (workspace_id, external_ref)
    where external_ref is not null`,

  `create table list_tags (
    workspace_id text collate "C" not null,
    list_id text collate "C" not null,
    key text collate "C" not null,
    name text not null,
    version integer not null default 1,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (workspace_id, list_id, key),
    foreign key (workspace_id, list_id) references email_lists (workspace_id, id) on delete cascade
  )`,

  // Who carries a tag, in the order of the contacts: a page of a rare tag reads its own rows and no others.
  `create table contact_tags (
    workspace_id text collate "C" not null,
    list_id text collate "C" not null,
    tag_key text collate "C" not null,
    created_at timestamptz(3) not null,
    contact_id text collate "C" not null,
    primary key (workspace_id, list_id, tag_key, created_at, contact_id)
  )`,

  // A write appends what it adds or takes away; upkeep folds that into the counts. A shared counter row
  // would make the writers of one list wait for each other.
  `create table list_counts (
    workspace_id text collate "C" not null,
    list_id text collate "C" not null,
    counted text collate "C" not null check (counted in ('status', 'tag')),
    key text collate "C" not null,
    count integer not null,
    primary key (workspace_id, list_id, counted, key)
  )`,
  `create table list_count_deltas (
    workspace_id text collate "C" not null,
    list_id text collate "C" not null,
    counted text collate "C" not null,
    key text collate "C" not null,
    delta integer not null
  )`,
  `create index list_count_deltas_of_list on list_count_deltas (workspace_id, list_id, counted, key)`,

  `create table segments (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    list_id text collate "C" not null,
    name text not null,
    name_key text collate "C" not null,
    filter jsonb not null,
    external_ref text collate "C",
    version integer not null default 1,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (workspace_id, id),
    foreign key (workspace_id, list_id) references email_lists (workspace_id, id) on delete cascade
  )`,
  `create index segments_by_age on segments (workspace_id, list_id, created_at, id)`,
  `create unique index segments_by_external_ref on segments (workspace_id, external_ref)
    where external_ref is not null`,

  `create table campaigns (
    workspace_id text collate "C" not null references workspaces (id) on delete cascade,
    id text collate "C" not null,
    name text not null,
    name_key text collate "C" not null,
    subject text not null,
    preview_text text,
    status text collate "C" not null default 'draft' check (status in
      ('draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled', 'error')),
    from_name text,
    from_address text,
    list_id text collate "C",
    segment_id text collate "C",
    scheduled_at timestamptz(3),
    sent_at timestamptz(3),
    stats jsonb not null default '{}',
    links jsonb not null default '[]',
    reported_at timestamptz(3),
    external_ref text collate "C",
    version integer not null default 1,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (workspace_id, id),
    foreign key (workspace_id, list_id) references email_lists (workspace_id, id)
      on delete set null (list_id),
    foreign key (workspace_id, segment_id) references segments (workspace_id, id)
      on delete set null (segment_id)
  )`,
  `create index campaigns_by_age on campaigns (workspace_id, created_at, id)`,
  `create index campaigns_by_status on campaigns (workspace_id, status, created_at, id)`,
  `create index campaigns_of_list on campaigns (workspace_id, list_id) where list_id is not null`,
  `create index campaigns_of_segment on campaigns (workspace_id, segment_id) where segment_id is not null`,
  `create unique index campaigns_by_external_ref on campaigns (workspace_id, external_ref)
    where external_ref is not null`,

  `create table automations (
    workspace_id text collate "C" not null references workspaces (id) on delete cascade,
    id text collate "C" not null,
    name text not null,
    name_key text collate "C" not null,
    status text collate "C" not null default 'draft'
      check (status in ('draft', 'active', 'paused', 'archived')),
    list_id text collate "C" not null,
    trigger text not null default 'api' check (trigger in ('api', 'contact_created', 'tag_added')),
    allow_repeat boolean not null default false,
    external_ref text collate "C",
    version integer not null default 1,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (workspace_id, id),
    foreign key (workspace_id, list_id) references email_lists (workspace_id, id) on delete cascade
  )`,
  `create index automations_by_age on automations (workspace_id, created_at, id)`,
  `create index automations_of_list on automations (workspace_id, list_id)`,
  `create unique index automations_by_external_ref on automations (workspace_id, external_ref)
    where external_ref is not null`,

  `create table enrollments (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    automation_id text collate "C" not null,
    contact_id text collate "C" not null,
    status text collate "C" not null default 'active'
      check (status in ('active', 'completed', 'cancelled', 'failed')),
    completed_at timestamptz(3),
    version integer not null default 1,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (workspace_id, id),
    foreign key (workspace_id, automation_id) references automations (workspace_id, id) on delete cascade,
    foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete cascade
  )`,
  `create index enrollments_by_status on enrollments (workspace_id, automation_id, status)`,
  `create index enrollments_by_age on enrollments (workspace_id, automation_id, created_at, id)`,
  `create index enrollments_of_contact on enrollments (workspace_id, contact_id, automation_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
