import type { ApiError } from '#client/api-error.ts'
import type { Card } from '#client/resources.ts'
import type { CardMove } from '#contract/tasks/cards.ts'
import { endpointQuery, undefinedIfNotFound } from '#web/query/endpoint-query.ts'
import type { KeySession } from '#web/session/session.ts'
import {
  findCard,
  findCopies,
  getCachedPages,
  replaceCardInCache,
  getCurrentCard,
} from '#web/tasks/cards/card-cache.ts'
import { flattenCards, nearestMove } from '#web/tasks/cards/card-queries.data.ts'
import { refetchList } from '#web/tasks/cards/refetch-lists.ts'
import type { CardMutationContext } from './card-mutation.ts'
import { setCardError } from './card-save-state.ts'

/** Someone else was first (412): shows their version where they moved it. Undefined when the card no longer exists. */
export async function fetchServerVersion(
  session: KeySession,
  card: Card,
): Promise<Card | undefined> {
  const query = endpointQuery('GET /cards/:card_id', { card_id: card.id })
  const response = await session.queryClient
    .fetchQuery({ ...query, staleTime: 0 })
    .catch(undefinedIfNotFound)
  if (!response) return undefined
  const shown = getCurrentCard(session, card)
  const current = { ...shown, ...response }
  replaceCardInCache(session.queryClient, shown, current)
  return current
}

/** Reports that the card no longer exists; it stays where it was until its list is refetched. */
export function showRemoval({ session, onOutcome }: CardMutationContext, card: Card) {
  const removed = getCurrentCard(session, card)
  const refetch = () => void refetchList(session, removed.board_id, removed.list_id)
  onOutcome({ type: 'gone', card: removed, refetch })
  clearErrorOnceRemoved(session, removed)
}

/** The error goes with the card, so that nothing moves under the pointer before. */
function clearErrorOnceRemoved(session: KeySession, { id, board_id, list_id }: Card) {
  const unsubscribe = session.queryClient.getQueryCache().subscribe(() => {
    if (findCard(session.queryClient, board_id, list_id, id)) return
    unsubscribe()
    setCardError(session, id, null) // the card may be restored later
  })
}

/** Refetches a card and shows it in the list it is in now. Without a response the card stays as it is shown. */
export async function refetchCard(session: KeySession, shown: Card): Promise<Card> {
  const query = endpointQuery('GET /cards/:card_id', { card_id: shown.id })
  const response = await session.queryClient
    .fetchQuery({ ...query, staleTime: 0 })
    .catch(() => shown)
  // A server of the public API alone returns no `board_id` here.
  const current = { ...shown, ...response }
  // Lists that disagree are being refetched, and so are the counts: the card did not move from one to the other.
  const copies = findCopies(session.queryClient, shown)
  const from = copies.length === 1 ? (copies[0] ?? current) : current
  if (current.list_id !== shown.list_id) replaceCardInCache(session.queryClient, from, current)
  return current
}

/** The request names a card that has left the list. */
export function isStaleNeighbor(error: ApiError, move: CardMove): boolean {
  const isRelative = move.after_card_id !== undefined || move.before_card_id !== undefined
  return isRelative && error.details.some(({ field }) => /after_card_id|before_card_id/.test(field))
}

/** Refetches the target list and returns the move to the position nearest to the intended one. */
export async function nearestPosition(
  session: KeySession,
  card: Card,
  move: CardMove,
  expected: readonly Card[],
): Promise<CardMove> {
  await refetchList(session, card.board_id, move.list_id)
  const current = flattenCards(getCachedPages(session.queryClient, card.board_id, move.list_id))
  return nearestMove(move, expected, current, card.id)
}
