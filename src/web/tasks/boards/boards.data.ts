import type { Board } from '#client/resources.ts'
import { endpointPages, endpointQuery } from '#web/query/endpoint-query.ts'
import { normalizeText } from '#web/ui/normalize-text.ts'

/** The boards of the index, page by page. */
export const boardsQuery = (archived: boolean) =>
  endpointPages('GET /boards', archived ? { archived: true } : {})

export const boardQuery = (board_id: string) => endpointQuery('GET /boards/:board_id', { board_id })

/** Starred boards first, each half in the order the service gave. */
export const starredFirst = (boards: readonly Board[], stars: readonly string[]): Board[] => [
  ...boards.filter((board) => stars.includes(board.id)),
  ...boards.filter((board) => !stars.includes(board.id)),
]

/** Boards whose name holds every word of the text, in any case and with or without accents. */
export function filterBoards<B extends { name: string }>(boards: readonly B[], text: string): B[] {
  const words = normalizeText(text).split(/\s+/).filter(Boolean)
  return boards.filter((board) => words.every((word) => normalizeText(board.name).includes(word)))
}
