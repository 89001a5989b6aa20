import type { ColumnType, Generated } from 'kysely'

/** `timestamptz(3)`: milliseconds as in the API, so that a cursor finds the same row again. */
export type Instant = ColumnType<string, Date | string, Date | string>
export type OptionalInstant = ColumnType<
  string | null,
  Date | string | null | undefined,
  Date | string | null
>
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

/** `version` counts changes that alter a field, for `If-Match`. */
export interface ResourceColumns {
  workspace_id: string
  id: string
  version: Generated<number>
  created_at: Instant
  updated_at: Instant
}
