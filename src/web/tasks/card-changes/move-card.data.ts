import type { ApiError } from '#client/api-error.ts'
import type { Board, BoardList, Card } from '#client/resources.ts'
import { applyCardMove } from '#contract/tasks/cards.rules.ts'
import type { CardMove } from '#contract/tasks/cards.ts'
import { boardText as text } from '#web/messages/en/board.ts'
import type { UndoEntry } from '#web/session/mutations/undo-history.ts'
import { passVersion } from '#web/session/resources/pending-changes.ts'
import { boardScope } from '#web/tasks/boards/boards.data.ts'
import {
  findCopies,
  patchCardInCache,
  applyMovesToCache,
  positionOf,
  getCachedPages,
  replaceCardInCache,
  getCurrentCard,
  hasLeftList,
  listOf,
} from '#web/tasks/cards/card-cache.ts'
import { isNewer } from '#web/tasks/cards/card-copies.rules.ts'
import { flattenCards, type ListPosition } from '#web/tasks/cards/card-queries.data.ts'
import {
  refetchIfOutcomeUnknown,
  refetchList,
  refetchWhenIdle,
} from '#web/tasks/cards/refetch-lists.ts'
import {
  fetchServerVersion,
  isStaleNeighbor,
  nearestPosition,
  refetchCard,
  showRemoval,
} from './card-conflicts.ts'
import type { CardMutationContext } from './card-mutation.ts'
import { cardResource, mergeSavedFields } from './card-resource.ts'
import { setCardError, trackSaving } from './card-save-state.ts'
import { setCardCompleted } from './edit-card.data.ts'

interface MoveOptions extends Pick<UndoEntry, 'isAnnounced'> {
  /** The neighbor was already resolved again once. */
  readonly retried?: boolean
  /** Label in the undo history, where the list alone does not say enough. */
  readonly label?: string | undefined
  /** The caller reopens the card next, so the person is not offered to. */
  readonly reopens?: boolean
}

/** Every way of moving a card ends here: an optimistic update, written before this returns, with its rollback. */
export function moveCard(
  context: CardMutationContext,
  seen: Card,
  move: CardMove,
  { retried, label, reopens, isAnnounced }: MoveOptions = {},
) {
  const { session, board, onOutcome } = context
  const { queryClient } = session
  // A response may have arrived since the caller read it, and an older version would be rejected.
  const card = getCurrentCard(session, seen)
  const target = listOf(board, move.list_id)
  const targetCards = flattenCards(getCachedPages(queryClient, board.id, move.list_id))
  const sourceCards = flattenCards(getCachedPages(queryClient, board.id, card.list_id))
  const origin = positionOf(sourceCards, card.id)
  const moved = applyCardMove(card, move, target)
  const [cacheMove] = applyMovesToCache(queryClient, [{ from: card, to: moved }], move)
  const rollback = () =>
    cacheMove?.rollback() || refetchWhenIdle(session, board.id, [card.list_id, moved.list_id])
  const shown = getCurrentCard(session, moved)
  const retry = () => moveCard(context, card, move)
  const reject = (error: ApiError) => onOutcome({ type: 'move_rejected', card, error, retry })
  setCardError(session, card.id, null)
  if (!reopens && leavesCompletingList(board, card, move)) {
    const reopen = () => setCardCompleted(context, getCurrentCard(session, moved), false)
    onOutcome({ type: 'still_completed', card: moved, reopen })
  }

  let sent = card
  const result = session.mutate(
    'POST /cards/:card_id/move',
    { card_id: card.id, ...move },
    {
      scope: boardScope(board.id),
      // Of several queued moves of one card only the last is sent.
      replaces: `move:${card.id}`,
      merges: true,
      version: () => (sent = getCurrentCard(session, moved)).version,
      // The response is the truth about this one card. A refetch could briefly show the older order.
      onSuccess: (output) => {
        const current = getCurrentCard(session, moved)
        const { version, updated_at } = output
        passVersion(session, cardResource, sent, version)
        // A queued change of many cards may have moved it on.
        const isThere = current.list_id === shown.list_id && current.position === shown.position
        if (isThere && !hasLeftList(queryClient, current))
          replaceCardInCache(
            queryClient,
            current,
            mergeSavedFields(session, current, shown, output),
          )
        else
          patchCardInCache(queryClient, current, {
            ...(version !== undefined && { version, updated_at }),
          })
        if (!getCachedPages(queryClient, board.id, output.list_id))
          void refetchList(session, board.id, output.list_id)
      },
      rollback,
      // Rolls back this card only; other moves may be in flight.
      onError: (error) => {
        rollback()
        if (isGone(error)) showServerVersion(context, card, retry).catch(() => reject(error))
        else if (isStaleNeighbor(error, move) && !retried) {
          retryNearby(context, card, move, targetCards).catch(() => reject(error))
        } else reject(error)
      },
      onConflict: (error) =>
        void showServerVersion(context, card, retry).catch(() => (rollback(), reject(error))),
      undo: {
        label: label ?? moveLabel(card, moved, target),
        note: label,
        isAnnounced,
        resource_id: card.id,
        undo: () => undoMove(context, card, moved, origin),
        confirmBefore: () => undoConfirmation(context, card, moved),
      },
      silent: true,
    },
  )
  void trackSaving(session, card.id, result)
  void refetchIfOutcomeUnknown(session, result, [card, moved])
}

const moveLabel = (card: Card, moved: Card, target: Pick<BoardList, 'name'>): string => {
  if (card.list_id === moved.list_id) return text.reordered(card.name, target.name)
  return moved.completed && !card.completed
    ? text.cardMovedAndCompleted(card.name, target.name)
    : text.movedTo(card.name, target.name)
}

/**
 * Undo: between its old neighbors, or at the bottom of its list where the server supports only the ends, and reopened
 * if the move had completed it.
 */
function undoMove(context: CardMutationContext, from: Card, moved: Card, origin: ListPosition) {
  const { session, board } = context
  const { list_id, name } = from
  // While lists are refetched two of them may have the card, and an older version would be rejected.
  const copies = findCopies(session.queryClient, moved)
  const newest = copies.find((one) => copies.every((other) => !isNewer(other, one))) ?? moved
  const current = getCurrentCard(session, newest)
  const reopens = !from.completed && moved.completed
  const isSupported = session.capabilities.can('cards.relative_move') || !origin.after_card_id
  const position: ListPosition = isSupported ? origin : { position: 'bottom' }
  const label = isSupported ? undefined : text.cardMovedToBottom(name, listOf(board, list_id).name)
  moveCard(context, current, { list_id, ...position }, { label, reopens })
  if (!reopens) return
  setCardCompleted(context, getCurrentCard(session, current), false, { isRecorded: false })
}

/**
 * With ETags the server rejects an outdated move. Without them, or while the lists disagree about where the card is,
 * the card is refetched first, unless a mutation in flight would make that response outdated.
 */
function undoConfirmation({ session, board }: CardMutationContext, from: Card, moved: Card) {
  const question = movedSince(board, getCurrentCard(session, moved), moved, from)
  const isCertain =
    session.capabilities.can('etag') && findCopies(session.queryClient, moved).length === 1
  if (question || isCertain || session.mutate.isMutating()) return question
  return refetchCard(session, getCurrentCard(session, moved)).then((current) =>
    movedSince(board, current, moved, from),
  )
}

/** Someone else, or a later move of this tab, moved the card on: the person confirms before it moves back. */
function movedSince(board: Board, current: Card, moved: Card, from: Card): string | undefined {
  if (current.list_id === moved.list_id) return undefined
  const listName = ({ list_id }: Card) => listOf(board, list_id).name
  return text.movedAgain(current.name, listName(current), listName(from))
}

/** Leaving a completing list keeps the card completed, so the caller may offer to reopen it. */
function leavesCompletingList(board: Board, card: Card, move: CardMove): boolean {
  const source = board.lists.find(({ id }) => id === card.list_id)
  return card.completed && source?.completes_cards === true && move.list_id !== card.list_id
}

/** The card itself does not exist, rather than something the request refers to. */
const isGone = (error: ApiError) => error.code === 'not_found' && error.details.length === 0

async function showServerVersion(context: CardMutationContext, card: Card, retry: () => void) {
  const { session, onOutcome } = context
  const current = await fetchServerVersion(session, card)
  if (current) onOutcome({ type: 'changed_by_other', card, current, retry })
  else showRemoval(context, card)
}

/** The neighbor has moved: the list is refetched and the move retried once, at the nearest position. */
async function retryNearby(
  context: CardMutationContext,
  card: Card,
  move: CardMove,
  targetCards: readonly Card[],
) {
  const next = await nearestPosition(context.session, card, move, targetCards)
  moveCard(context, card, next, { retried: true })
}
