import type { ApiError } from '#client/api-error.ts'
import type { Board, BoardList, Card } from '#client/resources.ts'
import { applyCardMove } from '#contract/tasks/cards.rules.ts'
import type { CardMove } from '#contract/tasks/cards.ts'
import { boardText as text } from '#web/messages/en/board.ts'
import type { KeySession } from '#web/session/session.ts'
import { lazyChunk } from '#web/ui/lazy-chunk.tsx'
import {
  findCopies,
  patchCardInCache,
  type ListPosition,
  applyMoveToCache,
  positionOf,
  getCachedPages,
  replaceCardInCache,
  refetchIfOutcomeUnknown,
  getCurrentCard,
  listOf,
  refetchList,
} from './card-cache.ts'
import { flattenCards } from './card-queries.data.ts'
import { setCardError, trackSaving } from './card-save-state.ts'

/** Mutations of the cards of one board reach the server in order. */
export const boardScope = (board_id: string) => `board:${board_id}`

/** What the person should hear of; a change that simply succeeded has no outcome. */
export type CardOutcome =
  /** The card left a completing list and is still completed. */
  | { type: 'still_completed'; card: Card; reopen: () => void }
  | { type: 'move_rejected' | 'update_rejected'; card: Card; error: ApiError; retry: () => void }
  /** Someone else changed the card first; the cache already shows their version. */
  | {
      type: 'changed_by_other'
      card: Card
      current: Card
      retry: () => void
      isMove: boolean
    }
  /** The card no longer exists; it stays in the cache until its list is refetched. */
  | { type: 'gone'; card: Card; refetch: () => void }

/** Where mutations go, and who reports their outcomes, including those of later retries and undos. */
export interface CardMutationContext {
  readonly session: KeySession
  readonly board: Board
  readonly onOutcome: (outcome: CardOutcome) => void
}

interface MoveOptions {
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
  card: Card,
  move: CardMove,
  { retried, label, reopens }: MoveOptions = {},
) {
  const { session, board, onOutcome } = context
  const { queryClient } = session
  const target = listOf(board, move.list_id)
  const targetCards = flattenCards(getCachedPages(queryClient, board.id, move.list_id))
  const sourceCards = flattenCards(getCachedPages(queryClient, board.id, card.list_id))
  const origin = positionOf(sourceCards, card.id)
  const moved = applyCardMove(card, move, target)
  const rollback = applyMoveToCache(queryClient, card, moved, move)
  const retry = () => moveCard(context, getCurrentCard(session, card), move)
  const reject = (error: ApiError) => onOutcome({ type: 'move_rejected', card, error, retry })
  setCardError(session, card.id, null)
  if (!reopens && leavesCompletingList(board, card, move)) {
    const reopen = () => setCardCompleted(context, getCurrentCard(session, moved), false)
    onOutcome({ type: 'still_completed', card: moved, reopen })
  }

  const result = session.mutate(
    'POST /cards/:card_id/move',
    { card_id: card.id, ...move },
    {
      scope: boardScope(board.id),
      // Of several queued moves of one card only the last is sent.
      replaces: `move:${card.id}`,
      version: () => getCurrentCard(session, moved).version,
      // The response is the truth about this one card. A refetch could briefly show the older order.
      onSuccess: (output) => {
        const current = getCurrentCard(session, moved)
        replaceCardInCache(queryClient, current, { ...current, ...output })
        if (!getCachedPages(queryClient, board.id, output.list_id))
          void refetchList(session, board.id, output.list_id)
      },
      rollback,
      // Rolls back this card only; other moves may be in flight.
      onError: (error) => {
        rollback()
        if (isGone(error)) showServerVersion(context, card, retry, true).catch(() => reject(error))
        else if (isStaleNeighbor(error, move) && !retried) {
          retryNearby(context, card, move, targetCards).catch(() => reject(error))
        } else reject(error)
      },
      onConflict: (error) =>
        void showServerVersion(context, card, retry, true).catch(() => (rollback(), reject(error))),
      undo: {
        label: label ?? moveLabel(card, moved, target),
        note: label,
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

/** Completes or reopens a card. Shown at once; never moves the card. */
export function setCardCompleted(context: CardMutationContext, card: Card, completed: boolean) {
  const completed_at = completed ? new Date().toISOString() : null
  updateCard(
    context,
    card,
    { completed, completed_at },
    {
      label: completed ? text.markedDoneToast(card.name) : text.reopened(card.name),
      undo: () => setCardCompleted(context, getCurrentCard(context.session, card), !completed),
    },
  )
}

function updateCard(
  context: CardMutationContext,
  card: Card,
  fields: Pick<Card, 'completed' | 'completed_at'>,
  undo?: { label: string; undo: () => void },
) {
  const { session, board, onOutcome } = context
  const { queryClient } = session
  const rollback = patchCardInCache(queryClient, card, fields)
  const retry = () => updateCard(context, getCurrentCard(session, card), fields, undo)
  const reject = (error: ApiError) => onOutcome({ type: 'update_rejected', card, error, retry })
  setCardError(session, card.id, null)
  const result = session.mutate(
    'PATCH /cards/:card_id',
    { card_id: card.id, completed: fields.completed },
    {
      scope: boardScope(board.id),
      replaces: `completed:${card.id}`,
      version: () => getCurrentCard(session, card).version,
      onSuccess: (output) => {
        const current = getCurrentCard(session, card)
        // A queued move of this card already shows its new position; only the fields are news.
        const { list_id: _list, position: _rank, ...fields } = output
        patchCardInCache(queryClient, current, fields)
      },
      rollback,
      onError: (error) => {
        rollback()
        if (isGone(error)) showServerVersion(context, card, retry).catch(() => reject(error))
        else reject(error)
      },
      onConflict: (error) =>
        void showServerVersion(context, card, retry).catch(() => (rollback(), reject(error))),
      undo,
      silent: true,
    },
  )
  void trackSaving(session, card.id, result)
  void refetchIfOutcomeUnknown(session, result, [card])
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
  const current = getCurrentCard(session, moved)
  const reopens = !from.completed && moved.completed
  const isSupported = session.capabilities.can('cards.relative_move') || !origin.after_card_id
  const position: ListPosition = isSupported ? origin : { position: 'bottom' }
  const label = isSupported ? undefined : text.cardMovedToBottom(name, listOf(board, list_id).name)
  moveCard(context, current, { list_id, ...position }, { label, reopens })
  if (!reopens) return
  updateCard(context, getCurrentCard(session, current), { completed: false, completed_at: null })
}

/**
 * With ETags the server rejects an outdated move. Without them, or while the lists disagree about where the card is,
 * the card is refetched first, unless a mutation in flight would make that response outdated.
 */
function undoConfirmation({ session, board }: CardMutationContext, from: Card, moved: Card) {
  const question = movedSince(board, getCurrentCard(session, moved), moved, from)
  const isCertain = session.capabilities.can('etag') && findCopies(session, moved).length === 1
  if (question || isCertain || session.mutate.isMutating()) return question
  return cardConflicts
    .load()
    .then(async ({ refetchCard }) =>
      movedSince(board, await refetchCard(session, getCurrentCard(session, moved)), moved, from),
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

function isStaleNeighbor(error: ApiError, move: CardMove): boolean {
  const isRelative = move.after_card_id !== undefined || move.before_card_id !== undefined
  return isRelative && error.details.some(({ field }) => /after_card_id|before_card_id/.test(field))
}

// Rarely needed, and only while the server responds; the import itself may still fail.
export const cardConflicts = lazyChunk(() => import('./card-conflicts.ts'))

async function showServerVersion(
  context: CardMutationContext,
  card: Card,
  retry: () => void,
  isMove = false,
) {
  const { session, onOutcome } = context
  const { fetchServerVersion, clearErrorOnceRemoved } = await cardConflicts.load()
  const current = await fetchServerVersion(session, card)
  if (current) return onOutcome({ type: 'changed_by_other', card, current, retry, isMove })
  const gone = getCurrentCard(session, card)
  const refetch = () => void refetchList(session, gone.board_id, gone.list_id)
  onOutcome({ type: 'gone', card: gone, refetch })
  clearErrorOnceRemoved(session, gone)
}

/** The neighbor has moved: the list is refetched and the move retried once, at the nearest position. */
async function retryNearby(
  context: CardMutationContext,
  card: Card,
  move: CardMove,
  targetCards: readonly Card[],
) {
  const { nearestPosition } = await cardConflicts.load()
  const next = await nearestPosition(context.session, card, move, targetCards)
  moveCard(context, getCurrentCard(context.session, card), next, { retried: true })
}
