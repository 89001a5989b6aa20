import type { ApiError } from '#client/api-error.ts'
import type { Board, BoardList } from '#contract/tasks/boards.ts'
import { applyCardMove } from '#contract/tasks/cards.rules.ts'
import type { Card, CardMove } from '#contract/tasks/cards.ts'
import { messages } from '#web/messages/en/app.ts'
import { boardText as text } from '#web/messages/en/board.ts'
import type { KeySession } from '#web/session/session.ts'
import { errorText, notSavedText } from '#web/ui/error-message.ts'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.ts'
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
import { setCardError } from './card-save-state.ts'

/** Writes to the cards of one board reach the service in the order they were made. */
export const boardScope = (board_id: string) => `board:${board_id}`

interface MoveOptions {
  /** The neighbour was asked for once more already. */
  readonly retried?: boolean
  /** What the change is called, where that is more than its list. */
  readonly told?: string | undefined
  /** The card is opened again right after, so nobody needs to be asked. */
  readonly reopens?: boolean
}

/** Called by every way of moving a card: the drop, the key, the menu, the sheet. The screen changes before this returns. */
export function moveCard(
  session: KeySession,
  board: Board,
  card: Card,
  move: CardMove,
  { retried, told, reopens }: MoveOptions = {},
) {
  const { queryClient } = session
  const target = listOf(board, move.list_id)
  const meant = flattenCards(getCachedPages(queryClient, board.id, move.list_id))
  const home = positionOf(
    flattenCards(getCachedPages(queryClient, board.id, card.list_id)),
    card.id,
  )
  const shown = applyCardMove(card, move, target)
  const putBack = applyMoveToCache(queryClient, card, shown, move)
  const again = () => moveCard(session, board, getCurrentCard(session, card), move)
  const giveWay = () => showServerVersion(session, board, card, again)
  const tell = (error: ApiError) => tellRefusal(session, board, card, error, again)
  setCardError(session, card.id, null)
  if (!reopens && leavesDone(board, card, move)) offerReopen(session, board, shown)

  const sent = session.mutate(
    'POST /cards/:card_id/move',
    { card_id: card.id, ...move },
    {
      scope: boardScope(board.id),
      // Of several waiting moves of one card only the last is sent.
      replaces: `move:${card.id}`,
      version: () => versionOf(getCurrentCard(session, shown)),
      // The answer is the truth about this one card. A refetch here could show the older order for a moment.
      onSuccess: (moved) => {
        const held = getCurrentCard(session, shown)
        replaceCardInCache(queryClient, held, { ...held, ...moved })
        if (!getCachedPages(queryClient, board.id, moved.list_id))
          void refetchList(session, board.id, moved.list_id)
      },
      // Put back this one card, not the page: another move may be in flight.
      onError: (error) => {
        putBack()
        if (isGone(error)) giveWay().catch(() => tell(error))
        else if (isStaleNeighbour(error, move) && !retried) {
          retryNearby(session, board, card, move, meant).catch(() => tell(error))
        } else tell(error)
      },
      onConflict: (error) => void giveWay().catch(() => (putBack(), tell(error))),
      undo: {
        label: told ?? movedWords(card, shown, target),
        undo: () => moveBack(session, board, card, shown, home),
        confirmBefore: () => objectionTo(session, board, card, shown),
      },
      silent: true,
    },
  )
  void refetchIfOutcomeUnknown(session, sent, [card, shown])
}

/** The tick: shown at once, and never moves the card. */
export function setCardCompleted(
  session: KeySession,
  board: Board,
  card: Card,
  completed: boolean,
) {
  const completed_at = completed ? new Date().toISOString() : null
  patchCardNow(
    session,
    board,
    card,
    { completed },
    { completed, completed_at },
    {
      label: completed ? text.markedDoneToast(card.name) : text.reopened(card.name),
      undo: () => setCardCompleted(session, board, getCurrentCard(session, card), !completed),
    },
  )
}

function patchCardNow(
  session: KeySession,
  board: Board,
  card: Card,
  fields: { completed: boolean },
  shown: Partial<Card>,
  undo?: { label: string; undo: () => void },
) {
  const { queryClient } = session
  const putBack = patchCardInCache(queryClient, card, shown)
  const again = () =>
    patchCardNow(session, board, getCurrentCard(session, card), fields, shown, undo)
  const giveWay = () => showServerVersion(session, board, card, again)
  const tell = (error: ApiError) => tellTrouble(session, card, notSavedText(error), again)
  setCardError(session, card.id, null)
  const sent = session.mutate(
    'PATCH /cards/:card_id',
    { card_id: card.id, ...fields },
    {
      scope: boardScope(board.id),
      replaces: `completed:${card.id}`,
      version: () => versionOf(getCurrentCard(session, card)),
      onSuccess: (answer) => {
        const held = getCurrentCard(session, card)
        // A waiting move of this card already shows its new place; only the fields are news.
        patchCardInCache(queryClient, held, {
          ...answer,
          list_id: held.list_id,
          position: held.position,
        })
      },
      onError: (error) => {
        putBack()
        if (isGone(error)) giveWay().catch(() => tell(error))
        else tell(error)
      },
      onConflict: (error) => void giveWay().catch(() => (putBack(), tell(error))),
      undo,
      silent: true,
    },
  )
  void refetchIfOutcomeUnknown(session, sent, [card])
}

// A service without versions sends none, whatever the type says.
const versionOf = (card: Card): string | undefined => card.version

function movedWords(card: Card, shown: Card, target: Pick<BoardList, 'name'>): string {
  return shown.completed && !card.completed
    ? text.movedToDone(card.name, target.name)
    : text.movedTo(card.name, target.name)
}

/**
 * With versions the service rejects an outdated move. Without them, or while the lists disagree about where the card is,
 * the card is refetched first, unless a mutation in flight would make that response outdated.
 */
function objectionTo(session: KeySession, board: Board, card: Card, shown: Card) {
  const held = movedAgain(board, getCurrentCard(session, shown), shown, card)
  const isCertain = session.capabilities.can('etag') && findCopies(session, shown).length === 1
  if (held || isCertain || session.mutate.isWriting()) return held
  return conflicts().then(async ({ refetchCard }) =>
    movedAgain(board, await refetchCard(session, getCurrentCard(session, shown)), shown, card),
  )
}

/** Somebody, or a later move of this tab, took the card on: putting it back is asked for first. */
function movedAgain(board: Board, now: Card, shown: Card, from: Card): string | undefined {
  if (now.list_id === shown.list_id) return undefined
  const name = ({ list_id }: Card) => listOf(board, list_id).name
  return text.movedAgain(now.name, name(now), name(from))
}

/** Undo: between its old neighbours, or at the bottom where the service knows only ends, and open again if the list had set its tick. */
function moveBack(session: KeySession, board: Board, from: Card, shown: Card, home: ListPosition) {
  const now = getCurrentCard(session, shown)
  const relative = session.capabilities.can('cards.relative_move')
  const reopens = !from.completed && shown.completed
  const isKnown = relative || !home.after_card_id
  const place: ListPosition = isKnown ? home : { position: 'bottom' }
  const told = isKnown ? undefined : text.movedToBottom(from.name, listOf(board, from.list_id).name)
  moveCard(session, board, now, { list_id: from.list_id, ...place }, { told, reopens })
  if (!reopens) return
  patchCardNow(
    session,
    board,
    getCurrentCard(session, now),
    { completed: false },
    { completed: false, completed_at: null },
  )
}

/** Leaving a completing list keeps the tick, so whoever wanted it off has one press to go. */
function leavesDone(board: Board, card: Card, move: CardMove): boolean {
  const left = board.lists.find(({ id }) => id === card.list_id)
  return card.completed && left?.completes_cards === true && move.list_id !== card.list_id
}

function offerReopen(session: KeySession, board: Board, card: Card) {
  const run = () => setCardCompleted(session, board, getCurrentCard(session, card), false)
  toast({ text: text.stillDone(card.name), action: { label: text.reopen, run } })
}

/** The card itself, not something the request named beside it. */
const isGone = (error: ApiError) => error.code === 'not_found' && error.details.length === 0

function isStaleNeighbour(error: ApiError, move: CardMove): boolean {
  const beside = move.after_card_id !== undefined || move.before_card_id !== undefined
  return beside && error.details.some(({ field }) => /after_card_id|before_card_id/.test(field))
}

function tellRefusal(
  session: KeySession,
  board: Board,
  card: Card,
  error: ApiError,
  again: () => void,
) {
  const message = notSavedText(error, { say: text.notMoved })
  tellTrouble(session, card, message, again)
  const list = listOf(board, card.list_id).name
  const sentence = error.isOutcomeUnknown
    ? `${text.backIn(card.name, list)} ${message}`
    : text.refused(card.name, list, errorText(error))
  announce(sentence, 'assertive')
}

function tellTrouble(session: KeySession, card: Card, message: string, again: () => void) {
  setCardError(session, card.id, { message, retry: again })
  toast({ text: message, tone: 'bad', action: { label: messages.app.tryAgain, run: again } })
}

// Code that is seldom needed, and only when the service is there to answer; it may still not come.
const conflicts = () => import('./card-conflicts.ts')

const showServerVersion = async (
  session: KeySession,
  board: Board,
  card: Card,
  again: () => void,
) => (await conflicts()).showServerVersion(session, board, card, again)

/** The neighbour moved meanwhile: the list is asked again and the move tried once more, at the nearest place. */
async function retryNearby(
  session: KeySession,
  board: Board,
  card: Card,
  move: CardMove,
  meant: readonly Card[],
) {
  const { nearestPosition } = await conflicts()
  const next = await nearestPosition(session, card, move, meant)
  moveCard(session, board, getCurrentCard(session, card), next, { retried: true })
}
