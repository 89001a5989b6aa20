import { fittingRef } from '#client/importers/core/external-ref.ts'
import { idOf } from '#client/importers/formats/json-values.ts'

/** How records of one board are named here: ids of Trello's own are unique everywhere, others only on their board. */
export interface Refs {
  readonly board: string
  of(id: string): string
  /** For what has no id of its own. */
  made(name: string): string
}

export function refsOf(board_id: unknown, file_name: string): Refs {
  const id = idOf(board_id)
  const board = fittingRef(id === undefined ? `trello:file/${file_name}` : `trello:${id}`)
  return {
    board,
    of: (record) => fittingRef(isTrelloId(record) ? `trello:${record}` : `${board}/${record}`),
    made: (name) => fittingRef(`${board}/${name}`),
  }
}

const isTrelloId = (id: string) => /^[0-9a-f]{24}$/i.test(id)

/** When a record was made: Trello's ids begin with the second of their making. */
export function madeAt(id: string): string | undefined {
  if (!isTrelloId(id)) return undefined
  const made = new Date(Number.parseInt(id.slice(0, 8), 16) * 1000)
  // Trello began in 2011: an earlier moment means that the id was made up.
  return made.getUTCFullYear() < 2011 ? undefined : made.toISOString()
}
