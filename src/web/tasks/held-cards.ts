import type { Board, BoardList } from '#contract/tasks/boards.ts'
import type { Card } from '#contract/tasks/cards.ts'
import type { KeySession } from '#web/session/session.ts'
import { cardsOf, listCardsQuery } from './board-cards.ts'
import { findCard, type readList } from './place.ts'

export const listOf = (board: Board, list_id: string): BoardList | Pick<BoardList, 'id' | 'name'> =>
  board.lists.find(({ id }) => id === list_id) ?? { id: list_id, name: '' }

/** The card as shown now: in its list, or wherever a later change put it. */
export function latest(session: KeySession, card: Card): Card {
  const held = findCard(session.cache, card.board_id, card.list_id, card.id)
  if (held) return held
  const lists = session.cache.getQueriesData<ReturnType<typeof readList>>({
    queryKey: ['GET /boards/:board_id/cards'],
    predicate: ({ queryKey }) => queryKey[2] === 'pages',
  })
  for (const [, pages] of lists) {
    const found = cardsOf(pages).find(({ id }) => id === card.id)
    if (found) return found
  }
  return card
}

export const refetchList = (session: KeySession, board_id: string, list_id: string) =>
  session.cache.invalidateQueries({ queryKey: listCardsQuery(board_id, list_id).queryKey })
