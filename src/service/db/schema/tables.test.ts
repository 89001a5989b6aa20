/* oxlint-disable max-lines -- a table: a line for each column */
// Runs on both engines: both have the schema.
import { type Insertable, type Selectable, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Database } from '#service/db/db.ts'
import { openTestDatabase } from '#service/db/test-database.ts'
import type { Tables } from './tables.ts'

/** What a type says of a column: `?` may be null, `=` may be left out of an insert although it may not be null. */
type Described<Value, Given> = `${Kind<NonNullable<Value>, Given>}${Mark<Value, Given>}`
type Mark<Value, Given> = null extends Value ? '?' : undefined extends Given ? '=' : ''
// What the database alone writes is a moment or a number.
type Kind<Value, Given> = [Given] extends [never]
  ? Value extends number
    ? 'number'
    : 'moment'
  : Date extends Given
    ? 'moment'
    : Value extends string
      ? 'text'
      : Value extends number
        ? 'number'
        : Value extends boolean
          ? 'boolean'
          : Value extends string[]
            ? 'texts'
            : 'json'
type ColumnsOf<Row> = {
  [Column in keyof Selectable<Row>]: Described<
    Selectable<Row>[Column],
    Column extends keyof Insertable<Row> ? Insertable<Row>[Column] : never
  >
}

const resource = {
  workspace_id: 'text',
  id: 'text',
  version: 'number=',
  created_at: 'moment',
  updated_at: 'moment',
} as const
const { workspace_id: _, ...rowOfItsOwn } = resource

const named = {
  ...resource,
  name: 'text',
  name_key: 'text',
  color: 'text=',
  external_ref: 'text?',
} as const

const activity = {
  workspace_id: 'text',
  id: 'text',
  kind: 'text',
  changes: 'json',
  key_id: 'text?',
  member_id: 'text?',
  created_at: 'moment',
} as const

/** Spelled out once more, so that the compiler compares it with the types and the test with the database. */
const described: { [Name in keyof Tables]: ColumnsOf<Tables[Name]> } = {
  instance: {
    id: 'number=',
    engine: 'text',
    secret_fingerprint: 'text?',
    suppression_key: 'text?',
    created_at: 'moment',
  },
  workspaces: {
    ...rowOfItsOwn,
    name: 'text',
    owner_id: 'text',
    owner_name: 'text',
    owner_email: 'text?',
    time_zone: 'text=',
    locale: 'text=',
    public_changelog: 'boolean=',
    activity_since: 'moment=',
  },
  api_keys: {
    ...resource,
    name: 'text',
    prefix: 'text',
    last4: 'text',
    hash: 'text',
    scope: 'text',
    admin: 'boolean=',
    member_id: 'text?',
    expires_at: 'moment?',
    last_used_at: 'moment?',
    revoked_at: 'moment?',
  },
  members: {
    ...resource,
    name: 'text',
    email: 'text?',
    avatar_url: 'text?',
    role: 'text?',
    external_ref: 'text?',
    deleted_at: 'moment?',
  },
  idempotency_keys: {
    workspace_id: 'text',
    key_id: 'text',
    value: 'text',
    method: 'text',
    path: 'text',
    body_hash: 'text',
    state: 'text',
    status: 'number?',
    answer: 'text?',
    headers: 'json?',
    leased_until: 'moment?',
    expires_at: 'moment',
  },
  boards: {
    ...resource,
    name: 'text',
    description: 'text?',
    archived: 'boolean=',
    archived_at: 'moment?',
    external_ref: 'text?',
    search: 'text=',
    search_text: 'text=',
  },
  board_lists: {
    ...resource,
    board_id: 'text',
    name: 'text',
    position: 'number',
    completes_cards: 'boolean=',
    archived: 'boolean=',
    wip_limit: 'number?',
    external_ref: 'text?',
  },
  labels: {
    ...resource,
    board_id: 'text',
    name: 'text',
    color: 'text=',
    position: 'number',
    external_ref: 'text?',
  },
  cards: {
    ...resource,
    board_id: 'text',
    list_id: 'text',
    name: 'text',
    description: 'text?',
    label_ids: 'texts=',
    member_ids: 'texts=',
    due_at: 'moment?',
    start_at: 'moment?',
    completed: 'boolean=',
    completed_at: 'moment?',
    status: 'text=',
    position: 'number',
    post_id: 'text?',
    external_ref: 'text?',
    search: 'text=',
    search_text: 'text=',
    deleted_at: 'moment?',
  },
  card_activity: { ...activity, card_id: 'text' },
  feedback_boards: {
    ...resource,
    name: 'text',
    slug: 'text',
    description: 'text?',
    private: 'boolean=',
    archived: 'boolean=',
    external_ref: 'text?',
  },
  post_statuses: {
    ...resource,
    key: 'text',
    name: 'text',
    name_key: 'text',
    color: 'text=',
    category: 'text',
    position: 'number',
    is_default: 'boolean=',
    external_ref: 'text?',
  },
  post_tags: named,
  changelog_labels: named,
  portal_users: {
    ...resource,
    external_id: 'text?',
    email: 'text?',
    email_key: 'text?',
    name: 'text?',
    avatar_url: 'text?',
    attributes: 'text=',
    last_seen_at: 'moment?',
    deleted_at: 'moment?',
    search: 'text=',
    search_text: 'text=',
  },
  posts: {
    ...resource,
    board_id: 'text',
    title: 'text',
    details: 'text',
    status_id: 'text',
    tag_ids: 'texts=',
    owner_id: 'text?',
    eta: 'text?',
    author_type: 'text',
    author_id: 'text',
    vote_count: 'number=',
    imported_votes: 'number=',
    merged_imported_votes: 'number=',
    moved_imported_votes: 'number=',
    votes_total: 'number',
    comment_count: 'number=',
    internal_comment_count: 'number=',
    merged_into_id: 'text?',
    deleted_at: 'moment?',
    external_ref: 'text?',
    search: 'text=',
    search_text: 'text=',
  },
  post_activity: { ...activity, post_id: 'text' },
  post_words: { workspace_id: 'text', word: 'text', stem: 'text', near: 'texts' },
  votes: {
    workspace_id: 'text',
    id: 'text',
    post_id: 'text',
    user_id: 'text',
    created_at: 'moment',
  },
  merged_votes: { workspace_id: 'text', post_id: 'text', vote_id: 'text' },
  comments: {
    ...resource,
    post_id: 'text',
    parent_id: 'text?',
    body: 'text',
    internal: 'boolean=',
    author_type: 'text',
    author_id: 'text',
    external_ref: 'text?',
  },
  changelog_entries: {
    ...resource,
    title: 'text',
    body: 'text',
    label_ids: 'texts=',
    post_ids: 'texts=',
    publish_at: 'moment?',
    published_at: 'moment?',
    dated_at: 'moment',
    notify: 'boolean=',
    announced: 'boolean=',
    author_id: 'text',
    external_ref: 'text?',
    search: 'text=',
    search_text: 'text=',
  },
  changelog_versions: {
    workspace_id: 'text',
    entry_id: 'text',
    id: 'text',
    title: 'text',
    body: 'text',
    key_id: 'text?',
    member_id: 'text?',
    restored: 'boolean=',
    created_at: 'moment',
    updated_at: 'moment',
    replaced_at: 'moment?',
  },
  changelog_subscribers: {
    ...resource,
    email: 'text',
    email_key: 'text',
    status: 'text',
    external_ref: 'text?',
  },
  email_lists: {
    ...resource,
    name: 'text',
    name_key: 'text',
    description: 'text?',
    double_opt_in: 'boolean=',
    archived: 'boolean=',
    external_ref: 'text?',
    search: 'text=',
    search_text: 'text=',
  },
  contacts: {
    ...resource,
    list_id: 'text',
    email_address: 'text',
    address_key: 'text',
    status: 'text',
    tags: 'texts=',
    fields: 'json=',
    source: 'text',
    subscribed_at: 'moment?',
    unsubscribed_at: 'moment?',
    external_ref: 'text?',
    search: 'text=',
    search_text: 'text=',
  },
  contact_activity: { ...activity, contact_id: 'text' },
  list_tags: {
    workspace_id: 'text',
    list_id: 'text',
    key: 'text',
    name: 'text',
    version: 'number=',
    created_at: 'moment',
    updated_at: 'moment',
  },
  contact_tags: {
    workspace_id: 'text',
    list_id: 'text',
    tag_key: 'text',
    created_at: 'moment',
    contact_id: 'text',
  },
  list_counts: {
    workspace_id: 'text',
    list_id: 'text',
    counted: 'text',
    key: 'text',
    count: 'number',
  },
  list_count_deltas: {
    workspace_id: 'text',
    list_id: 'text',
    counted: 'text',
    key: 'text',
    delta: 'number',
  },
  segments: {
    ...resource,
    list_id: 'text',
    name: 'text',
    name_key: 'text',
    filter: 'json',
    external_ref: 'text?',
  },
  contact_imports: {
    ...resource,
    list_id: 'text',
    status: 'text=',
    dry_run: 'boolean',
    file_name: 'text?',
    options: 'json',
    file: 'text?',
    next_offset: 'number',
    next_row: 'number',
    total: 'number',
    created: 'number=',
    updated: 'number=',
    skipped: 'number=',
    failed: 'number=',
    errors: 'json=',
    notes: 'json=',
    not_mapped: 'json=',
    pending_at_most: 'number=',
    error: 'text?',
    key_id: 'text?',
    lease: 'text?',
    leased_until: 'moment?',
    finished_at: 'moment?',
  },
  imported_contacts: { workspace_id: 'text', import_id: 'text', contact_id: 'text' },
  campaigns: {
    ...resource,
    name: 'text',
    name_key: 'text',
    subject: 'text',
    preview_text: 'text?',
    status: 'text=',
    from_name: 'text?',
    from_address: 'text?',
    list_id: 'text?',
    segment_id: 'text?',
    scheduled_at: 'moment?',
    sent_at: 'moment?',
    dated_at: 'moment',
    stats: 'json=',
    links: 'json=',
    reported_at: 'moment?',
    audience_at: 'moment?',
    external_ref: 'text?',
    search: 'text=',
    search_text: 'text=',
  },
  campaign_recipients: {
    workspace_id: 'text',
    campaign_id: 'text',
    contact_id: 'text',
    delivered_at: 'moment?',
    opened_at: 'moment?',
    clicked_at: 'moment?',
    soft_bounced_at: 'moment?',
    hard_bounced_at: 'moment?',
    complained_at: 'moment?',
    unsubscribed_at: 'moment?',
  },
  campaign_event_ids: { workspace_id: 'text', campaign_id: 'text', event_id: 'text' },
  campaign_clicks: {
    workspace_id: 'text',
    campaign_id: 'text',
    contact_id: 'text',
    url_hash: 'text',
  },
  campaign_hours: {
    workspace_id: 'text',
    campaign_id: 'text',
    hour: 'moment',
    opens_unique: 'number',
    opens_total: 'number',
    clicks_unique: 'number',
    clicks_total: 'number',
  },
  automations: {
    ...resource,
    name: 'text',
    name_key: 'text',
    status: 'text=',
    list_id: 'text',
    trigger: 'text=',
    allow_repeat: 'boolean=',
    external_ref: 'text?',
  },
  enrollments: {
    ...resource,
    automation_id: 'text',
    contact_id: 'text',
    status: 'text=',
    completed_at: 'moment?',
  },
  suppressions: {
    workspace_id: 'text',
    id: 'text',
    address_hash: 'text',
    scope: 'text',
    reason: 'text',
    holder_id: 'text?',
    since: 'moment',
  },
  webhooks: {
    ...resource,
    url: 'text',
    description: 'text?',
    events: 'texts',
    format: 'text',
    headers: 'json=',
    filter: 'json=',
    ignore_api: 'boolean=',
    secret: 'text',
    previous_secret: 'text?',
    previous_secret_until: 'moment?',
    disabled_reason: 'text?',
    disabled_at: 'moment?',
    queued_seq: 'text',
    events_since: 'moment',
    pauses: 'json=',
    failure_count: 'number=',
    failing_since: 'moment?',
    probe_at: 'moment?',
    next_replay_at: 'moment?',
    last_attempt: 'json?',
  },
  webhook_deliveries: {
    workspace_id: 'text',
    webhook_id: 'text',
    id: 'text',
    event_id: 'text',
    kind: 'text',
    body: 'text?',
    state: 'text=',
    manual: 'boolean=',
    replay: 'boolean=',
    due_at: 'moment?',
    claimed_by: 'text?',
    claimed_until: 'moment?',
    tries: 'number=',
    attempt_count: 'number=',
    last_attempt: 'json?',
    created_at: 'moment',
    finished_at: 'moment?',
  },
  webhook_attempts: {
    workspace_id: 'text',
    webhook_id: 'text',
    delivery_id: 'text',
    number: 'number',
    at: 'moment',
    http_status: 'number?',
    duration_ms: 'number?',
    error: 'text?',
    request_headers: 'json',
    response_headers: 'json?',
    response_excerpt: 'text?',
  },
  audit_log: {
    workspace_id: 'text',
    id: 'text',
    at: 'moment',
    kind: 'text',
    resource_type: 'text',
    resource_id: 'text?',
    parent_id: 'text?',
    count: 'number?',
    key_id: 'text?',
    member_id: 'text?',
    address: 'text',
    request_id: 'text',
  },
  views: {
    ...resource,
    page: 'text',
    board_id: 'text?',
    list_id: 'text?',
    name: 'text',
    name_key: 'text',
    query: 'text',
    position: 'number',
    key_id: 'text?',
    member_id: 'text?',
  },
  events: {
    workspace_id: 'text',
    id: 'text',
    seq: 'text?',
    kind: 'text',
    body: 'text',
    silent: 'boolean=',
    key_id: 'text?',
    created_at: 'moment',
  },
}

/** As `pg` reads them; `bigint` arrives as text. */
const kinds: Record<string, string> = {
  text: 'text',
  date: 'text',
  tsvector: 'text',
  bigint: 'text',
  integer: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  'timestamp with time zone': 'moment',
  ARRAY: 'texts',
  jsonb: 'json',
}

interface Column {
  table_name: string
  column_name: string
  data_type: string
  is_nullable: string
  column_default: string | null
  datetime_precision: number | null
  collation_name: string | null
}

let database: Database
let columns: Column[]
beforeAll(async () => {
  database = await openTestDatabase()
  columns = (
    await sql<Column>`
      select table_name, column_name, data_type, is_nullable, column_default, datetime_precision, collation_name
      from information_schema.columns
      where table_schema = 'public' and table_name not like 'kysely%'`.execute(database.pool)
  ).rows
})
afterAll(() => database.close())

test('the table types match the database', () => {
  const found: Record<string, Record<string, string>> = {}
  for (const column of columns) {
    const optional = column.column_default === null ? '' : '='
    const mark = column.is_nullable === 'YES' ? '?' : optional
    const table = (found[column.table_name] ??= {})
    table[column.column_name] = `${kinds[column.data_type] ?? column.data_type}${mark}`
  }
  expect(found).toEqual(described)
})

test('every timestamp column has millisecond precision', () => {
  const moments = columns.filter(({ data_type }) => data_type.startsWith('timestamp'))
  expect(moments.filter(({ datetime_precision }) => datetime_precision !== 3)).toEqual([])
  expect(moments.length).toBeGreaterThan(0)
})

test('ids and keys have the byte-order collation', () => {
  const isKey = /^(id|hash|value|method|path|kind|external_ref|body_hash|search_text)$|_ids?$/
  const keys = columns.filter(
    ({ column_name, data_type }) =>
      isKey.test(column_name) && ['text', 'ARRAY'].includes(data_type),
  )
  expect(keys.filter(({ collation_name }) => collation_name !== 'C')).toEqual([])
  expect(keys.length).toBeGreaterThan(0)
})

test('every key begins with workspace_id', async () => {
  const { rows } = await sql<{ rule: string; first: string }>`
    select i.indexrelid::regclass::text as rule, a.attname as first
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    join pg_class t on t.oid = i.indrelid
    where i.indisunique and t.relnamespace = 'public'::regnamespace and t.relname not like 'kysely%'
    union all
    select c.conname, a.attname
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace`.execute(database.pool)
  const others = rows.filter(({ first }) => first !== 'workspace_id').map(({ rule }) => rule)
  // The two rows that are above workspaces, and the look-up that tells the workspace of a key.
  expect(others.toSorted()).toEqual(['api_keys_hash_key', 'instance_pkey', 'workspaces_pkey'])
})
