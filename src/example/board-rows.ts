import { type Row, searchedBy } from './rows.store.ts'

/** The rows of some boards, in the order they are written. */
export interface BoardRows {
  readonly boards: Row<'boards'>[]
  readonly board_lists: Row<'board_lists'>[]
  readonly labels: Row<'labels'>[]
  readonly members: Row<'members'>[]
  readonly cards: Row<'cards'>[]
}

export const noRows = (): BoardRows => ({
  boards: [],
  board_lists: [],
  labels: [],
  members: [],
  cards: [],
})

type Given<Table extends 'boards' | 'board_lists' | 'labels' | 'members' | 'cards'> = Partial<
  Row<Table>
> & { readonly id: string; readonly created_at: Date }

// Rows that are written together must name the same columns: what a row does not say stands here.

export const boardRow = (row: Given<'boards'> & { readonly name: string }): Row<'boards'> => ({
  description: null,
  archived: false,
  archived_at: null,
  external_ref: null,
  updated_at: row.created_at,
  ...searchedBy(`${row.name}\n${row.description ?? ''}`),
  ...row,
})

export const listRow = (
  row: Given<'board_lists'> & Pick<Row<'board_lists'>, 'board_id' | 'name' | 'position'>,
): Row<'board_lists'> => ({
  completes_cards: false,
  archived: false,
  wip_limit: null,
  external_ref: null,
  updated_at: row.created_at,
  ...row,
})

export const labelRow = (
  row: Given<'labels'> & Pick<Row<'labels'>, 'board_id' | 'name' | 'position'>,
): Row<'labels'> => ({ color: 'gray', external_ref: null, updated_at: row.created_at, ...row })

export const memberRow = (row: Given<'members'> & { readonly name: string }): Row<'members'> => ({
  email: null,
  avatar_url: null,
  role: null,
  external_ref: null,
  updated_at: row.created_at,
  ...row,
})

/** With what it is searched by, as the store of cards has it. */
export function cardRow(
  row: Given<'cards'> & Pick<Row<'cards'>, 'board_id' | 'list_id' | 'name' | 'position'>,
): Row<'cards'> {
  return {
    description: null,
    label_ids: [],
    member_ids: [],
    due_at: null,
    start_at: null,
    completed: false,
    completed_at: null,
    status: 'open',
    external_ref: null,
    post_id: null,
    updated_at: row.created_at,
    ...searchedBy(`${row.name}\n${row.description ?? ''}`),
    ...row,
  }
}
