import { allPages } from '#client/importers/core/all-pages.ts'
import type { ImportCall } from '#client/importers/core/import-call.ts'
import type { Board, BoardList, Label } from '#contract/tasks/boards.ts'
import type { Card } from '#contract/tasks/cards.ts'
import type { BoardPlan } from './board-plan.ts'

/** What an earlier import of the same board left here, by `external_ref`. */
export interface Existing {
  readonly board: Board | undefined
  readonly lists: ReadonlyMap<string, BoardList>
  readonly labels: ReadonlyMap<string, Label>
  readonly cards: ReadonlyMap<string, Card>
}

export async function readExisting(call: ImportCall, plan: BoardPlan): Promise<Existing> {
  const { external_ref } = plan.board
  const board = (await call('GET /boards', { external_ref })).data[0]
  if (!board) return { board, lists: new Map(), labels: new Map(), cards: new Map() }

  const board_id = board.id
  const lists = await Promise.all(
    [false, true].map((archived) =>
      allPages((page) => call('GET /boards/:board_id/lists', { board_id, archived, ...page })),
    ),
  )
  const cards = await allPages((page) =>
    call('GET /boards/:board_id/cards', { board_id, status: 'all', ...page }),
  )
  return {
    board,
    lists: byRef(lists.flat()),
    labels: byRef(board.labels),
    cards: byRef(cards),
  }
}

const byRef = <Item extends { external_ref: string | null }>(items: readonly Item[]) =>
  new Map(items.flatMap((item) => (item.external_ref === null ? [] : [[item.external_ref, item]])))
