import type { ColumnType, Generated } from 'kysely'

import type { Instant, Optional, OptionalInstant, ResourceColumns } from './columns.ts'

export interface BoardsTable extends ResourceColumns {
  name: string
  description: Optional<string>
  archived: Generated<boolean>
  archived_at: OptionalInstant
  external_ref: Optional<string>
  search: Generated<string>
  search_text: Generated<string>
}

export interface BoardListsTable extends ResourceColumns {
  board_id: string
  name: string
  position: number
  completes_cards: Generated<boolean>
  archived: Generated<boolean>
  wip_limit: Optional<number>
  external_ref: Optional<string>
}

export interface LabelsTable extends ResourceColumns {
  board_id: string
  /** May be empty: unnamed labels exist. */
  name: string
  color: Generated<string>
  position: number
  external_ref: Optional<string>
}

export interface CardsTable extends ResourceColumns {
  board_id: string
  list_id: string
  name: string
  description: Optional<string>
  label_ids: Generated<string[]>
  member_ids: Generated<string[]>
  due_at: OptionalInstant
  start_at: OptionalInstant
  completed: Generated<boolean>
  completed_at: OptionalInstant
  status: Generated<'open' | 'archived'>
  position: number
  post_id: Optional<string>
  external_ref: Optional<string>
  /** `array_to_tsvector` of the folded words of name and description. */
  search: Generated<string>
  /** The folded text itself, for words whose punctuation must match literally. */
  search_text: Generated<string>
  deleted_at: OptionalInstant
}

/** What happened to a card, as people read it. Unlike events it is kept as long as the card. */
export interface CardActivityTable {
  workspace_id: string
  card_id: string
  id: string
  kind: string
  /** `jsonb`: written as JSON text, read as an object. */
  changes: ColumnType<Record<string, unknown>, string, string>
  /** Null for the command line and jobs. */
  key_id: Optional<string>
  created_at: Instant
}
