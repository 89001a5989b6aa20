import type { ColumnType, Generated } from 'kysely'

import type { Instant, Optional } from './columns.ts'

export interface EventsTable {
  workspace_id: string
  id: string
  /** Given by the dispatcher after commit, in one order per workspace; `bigint` is read as a string. */
  seq: ColumnType<string | null, number | string | null | undefined, number | string | null>
  kind: string
  /** The bytes that are delivered, so that a signature holds however often they are sent. */
  body: string
  /** In the change feed only: imports tell no webhook. */
  silent: Generated<boolean>
  key_id: Optional<string>
  created_at: Instant
}
