import type { ColumnType, Generated } from 'kysely'

/** `timestamptz(3)`: milliseconds as in the API, so that a cursor finds the same row again. */
export type Instant = ColumnType<string, Date | string, Date | string>
export type OptionalInstant = ColumnType<
  string | null,
  Date | string | null | undefined,
  Date | string | null
>
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

/** What happened to a resource, as people read it. Unlike events it is kept as long as the resource, or a year. */
export interface ActivityColumns {
  workspace_id: string
  id: string
  kind: string
  /** `jsonb`: written as JSON text, read as an object. */
  changes: ColumnType<Record<string, unknown>, string, string>
  /** Null for the command line and jobs. */
  key_id: Optional<string>
  /** Whom the key stood for at that time. */
  member_id: Optional<string>
  created_at: Instant
}

/** `version` counts changes that alter a field, for `If-Match`. */
export interface ResourceColumns {
  workspace_id: string
  id: string
  version: Generated<number>
  created_at: Instant
  updated_at: Instant
}
