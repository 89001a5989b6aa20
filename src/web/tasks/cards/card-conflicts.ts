import type { Board } from '#contract/tasks/boards.ts'
import type { Card, CardMove } from '#contract/tasks/cards.ts'
import { boardLazyText } from '#web/messages/en/board-lazy.ts'
import { endpointQuery, undefinedIfNotFound } from '#web/query/endpoint-query.ts'
import type { KeySession } from '#web/session/session.ts'
import { toast } from '#web/ui/toast.ts'
import {
  findCard,
  findCopies,
  getCachedPages,
  replaceCardInCache,
  getCurrentCard,
  listOf,
  refetchList,
  insertionIndex,
} from './card-cache.ts'
import { flattenCards } from './card-queries.data.ts'
import { setCardError } from './card-save-state.ts'

/** Somebody else was first (412): their card is shown where they put it, with a way to insist; one that is gone fades until the next refresh. */
export async function showServerVersion(
  session: KeySession,
  board: Board,
  card: Card,
  again: () => void,
) {
  const read = endpointQuery('GET /cards/:card_id', { card_id: card.id })
  const theirs = await session.queryClient
    .fetchQuery({ ...read, staleTime: 0 })
    .catch(undefinedIfNotFound)
  if (!theirs) return showGone(session, getCurrentCard(session, card))
  replaceCardInCache(session.queryClient, getCurrentCard(session, card), theirs)
  const moved = theirs.list_id !== card.list_id
  const text = moved
    ? boardLazyText.movedByOther(card.name, listOf(board, theirs.list_id).name)
    : boardLazyText.changedByOther(card.name)
  toast({ text, tone: 'bad', action: { label: boardLazyText.anyway, run: again } })
}

/** It stays where it was, so that nothing moves under the pointer, until its list is read again. */
function showGone(session: KeySession, { id, name, board_id, list_id }: Card) {
  const again = () => void refetchList(session, board_id, list_id)
  setCardError(session, id, {
    message: boardLazyText.gone,
    isGone: true,
    label: boardLazyText.refresh,
    retry: again,
  })
  toast({ text: boardLazyText.goneFirst(name), tone: 'bad' })
  const stop = session.queryClient.getQueryCache().subscribe(() => {
    if (findCard(session.queryClient, board_id, list_id, id)) return
    stop()
    setCardError(session, id, null) // somebody may restore it
  })
}

/** Refetches a card and shows it in the list it is in now. Without a response the card stays as it is shown. */
export async function refetchCard(session: KeySession, held: Card): Promise<Card> {
  const read = endpointQuery('GET /cards/:card_id', { card_id: held.id })
  const now = await session.queryClient.fetchQuery({ ...read, staleTime: 0 }).catch(() => held)
  // Lists that disagree are being refetched, and so are the counts: the card did not move from one to the other.
  const copies = findCopies(session, held)
  const from = copies.length === 1 ? (copies[0] ?? now) : now
  if (now.list_id !== held.list_id) replaceCardInCache(session.queryClient, from, now)
  return now
}

/** The list is asked again, and answers the place nearest to where a move was meant. */
export async function nearestPosition(
  session: KeySession,
  card: Card,
  move: CardMove,
  meant: readonly Card[],
): Promise<CardMove> {
  await refetchList(session, card.board_id, move.list_id)
  const now = flattenCards(getCachedPages(session.queryClient, card.board_id, move.list_id))
  return nearestMove(move, meant, now, card.id)
}

/** The move again after its neighbour left: the nearest place to where it was meant. */
export function nearestMove(
  move: CardMove,
  meant: readonly Card[],
  now: readonly Card[],
  card_id: string,
): CardMove {
  const others = now.filter(({ id }) => id !== card_id)
  const { list_id } = move
  const wanted = insertionIndex(meant, move)
  const still = new Set(others.map(({ id }) => id))
  const above = meant.slice(0, wanted).findLast(({ id }) => id !== card_id && still.has(id))
  if (above) return { list_id, after_card_id: above.id }
  const below = meant.slice(wanted).find(({ id }) => id !== card_id && still.has(id))
  return below ? { list_id, before_card_id: below.id } : { list_id, position: 'bottom' }
}
