import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import SquareKanban from 'lucide-react/icons/square-kanban'
import StickyNote from 'lucide-react/icons/sticky-note'

import type { ReadName } from '#contract/endpoints.ts'
import type { Board } from '#contract/tasks/boards.ts'
import type { Card } from '#contract/tasks/cards.ts'
import { shell } from '#web/messages/en/shell.ts'
import { paths } from '#web/paths.ts'
import type { Choice } from './palette-choice.ts'

const said = shell.palette

/** Things already in the cache that have a page: boards, then cards. A new kind of page is a function like these two. */
export function cachedChoices(cache: QueryClient): Choice[] {
  const boards = new Map(
    [...held<Board>(cache, 'GET /boards'), ...held<Board>(cache, 'GET /boards/:board_id')].map(
      (board) => [board.id, board],
    ),
  )
  const cards = held<Card>(cache, 'GET /boards/:board_id/cards')
  return [
    ...[...boards.values()].map(boardChoice),
    ...once(cards).map((card) => cardChoice(card, boards.get(card.board_id))),
  ]
}

export const boardChoice = (board: Board): Choice => ({
  id: `board:${board.id}`,
  label: board.name,
  icon: SquareKanban,
  detail: board.archived ? said.archivedBoard : said.board,
  does: { to: paths.board(board.id) },
})

const cardChoice = (card: Card, board: Board | undefined): Choice => ({
  id: `card:${card.id}`,
  label: card.name,
  icon: StickyNote,
  detail: board ? said.cardIn(board.name) : said.card,
  does: { to: paths.boardFinding(card.board_id, card.name) },
})

const once = <Thing extends { id: string }>(things: readonly Thing[]) => [
  ...new Map(things.map((thing) => [thing.id, thing])).values(),
]

/** Every thing of one kind in the cache, read alone, as a page, or page by page. */
function held<Thing>(cache: QueryClient, name: ReadName): Thing[] {
  type Page = { data: Thing[] }
  // The cache holds what `endpointQuery` and `endpointPages` asked for under this name, in one of these three shapes.
  const answers = cache.getQueriesData<Thing | Page | InfiniteData<Page>>({ queryKey: [name] })
  return answers.flatMap(([, answer]) => {
    if (!answer || typeof answer !== 'object') return []
    if ('pages' in answer) return answer.pages.flatMap((page) => page.data)
    return 'data' in answer ? answer.data : [answer]
  })
}
