import { oneLine } from './clean-text.ts'
import { idOf } from './json-values.ts'

/** How records of one board are named here: ids of Trello's own are unique everywhere, others only on their board. */
export interface Refs {
  readonly board: string
  of(id: string): string
  /** For what has no id of its own. */
  made(name: string): string
}

const limit = 255

export function refsOf(board_id: unknown, file_name: string): Refs {
  const id = idOf(board_id)
  const board = fitting(id === undefined ? `trello:file/${file_name}` : `trello:${id}`)
  return {
    board,
    of: (record) => fitting(isTrelloId(record) ? `trello:${record}` : `${board}/${record}`),
    made: (name) => fitting(`${board}/${name}`),
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

/** As the service stores it; one that is too long keeps its beginning and a fingerprint of the whole. */
function fitting(given: string): string {
  const ref = oneLine(given).text
  const chars = [...ref]
  if (chars.length <= limit) return ref
  let hash = 0xcbf29ce484222325n
  for (const char of chars) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(char.codePointAt(0) ?? 0)) * 0x100000001b3n)
  }
  return `${chars
    .slice(0, limit - 14)
    .join('')
    .trimEnd()}~${hash.toString(36)}`
}
