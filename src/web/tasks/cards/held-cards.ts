import type { WriteName } from '#contract/endpoints.ts'
import type { Board, BoardList } from '#contract/tasks/boards.ts'
import type { Card } from '#contract/tasks/cards.ts'
import type { WriteResult } from '#web/session/mutations/mutate.ts'
import type { KeySession } from '#web/session/session.ts'
import { findCard, type readList } from './card-cache.ts'
import { cardsOf, listCardsQuery } from './card-queries.data.ts'

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

/** Where an answer was lost, what is shown may be wrong: these lists are asked again, unless more is on its way. */
export async function askIfLost(
  session: KeySession,
  sent: Promise<WriteResult<WriteName>>,
  lists: readonly Pick<Card, 'board_id' | 'list_id'>[],
) {
  const result = await sent
  if (result.state !== 'refused' || !result.error.isLost || session.run.isWriting()) return
  for (const { board_id, list_id } of lists) void refetchList(session, board_id, list_id)
}
