import type { ColumnType, Generated } from 'kysely'

import type { Instant, Optional, OptionalInstant, ResourceColumns } from './columns.ts'

export interface WorkspacesTable extends Omit<ResourceColumns, 'workspace_id'> {
  name: string
  owner_id: string
  owner_name: string
  owner_email: Optional<string>
  time_zone: Generated<string>
  locale: Generated<string>
  public_changelog: Generated<boolean>
  /** From when on the activity of contacts is complete. */
  activity_since: ColumnType<string, Date | string | undefined, never>
}

export interface ApiKeysTable extends ResourceColumns {
  name: string
  prefix: string
  last4: string
  /** SHA-256 of the key in hexadecimal; the one unique index that does not begin with the workspace. */
  hash: string
  scope: 'read' | 'write'
  admin: Generated<boolean>
  member_id: Optional<string>
  expires_at: OptionalInstant
  last_used_at: OptionalInstant
  revoked_at: OptionalInstant
}

/** An assignee, not a login. */
export interface MembersTable extends ResourceColumns {
  name: string
  email: Optional<string>
  avatar_url: Optional<string>
  role: Optional<string>
  external_ref: Optional<string>
  deleted_at: OptionalInstant
}

/** `jsonb`: written as JSON text, read as an object. */
type StoredHeaders = ColumnType<
  Record<string, string> | null,
  string | null | undefined,
  string | null
>

export interface IdempotencyKeysTable {
  workspace_id: string
  key_id: string
  value: string
  method: string
  /** At most 1,000 characters, because it is part of the primary key; of a longer path, its hash. */
  path: string
  body_hash: string
  state: 'running' | 'done'
  status: Optional<number>
  answer: Optional<string>
  headers: StoredHeaders
  leased_until: OptionalInstant
  expires_at: Instant
}

/** A filter of a list of the dashboard under a name. */
export interface ViewsTable extends ResourceColumns {
  /** Of a board or a list of contacts, whose id is in a column of its own, too. */
  page: string
  board_id: Optional<string>
  list_id: Optional<string>
  name: string
  name_key: string
  query: string
  position: number
  /** Null for the command line. */
  key_id: Optional<string>
  member_id: Optional<string>
}

/** What a request did. Without a key, it came from the command line. */
export interface AuditLogTable {
  workspace_id: string
  id: string
  at: Instant
  kind: string
  resource_type: string
  resource_id: Optional<string>
  parent_id: Optional<string>
  count: Optional<number>
  key_id: Optional<string>
  member_id: Optional<string>
  address: string
  request_id: string
}
