import type { ColumnType, Generated } from 'kysely'

/** `timestamptz(3)`: whole milliseconds, so that a cursor made of a JavaScript date finds the same row again. */
export type Instant = ColumnType<Date, Date, Date>
export type OptionalInstant = ColumnType<Date | null, Date | null | undefined, Date | null>
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

/** What every resource row carries: `version` counts real changes and guards `If-Match`. */
export interface ResourceColumns {
  workspace_id: string
  id: string
  version: Generated<number>
  created_at: Instant
  updated_at: Instant
}
