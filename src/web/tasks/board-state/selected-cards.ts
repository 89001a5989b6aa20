import type { Card } from '#client/resources.ts'
import type { CardMove } from '#contract/tasks/cards.ts'
import { messages } from '#web/messages/en/app.ts'
import { boardText } from '#web/messages/en/board.ts'
import { cardSelectionText as text } from '#web/messages/en/card-selection.ts'
import { dragText } from '#web/messages/en/drag.ts'
import type { KeySession } from '#web/session/session.ts'
import type { CardFields } from '#web/tasks/card-changes/applied-edits.ts'
import {
  type CardError,
  getCardSaveState,
  setCardError,
} from '#web/tasks/card-changes/card-save-state.ts'
import {
  editCards,
  type ManyCardsContext,
  moveCards,
  type RejectedCards,
  changeStatus,
} from '#web/tasks/card-changes/edit-cards.data.ts'
import { getCachedPages, getCurrentCard, listOf } from '#web/tasks/cards/card-cache.ts'
import { flattenCards, isFullyLoaded } from '#web/tasks/cards/card-queries.data.ts'
import { fetchNextCards } from '#web/tasks/cards/load-board-cards.ts'
import { formatError, formatSaveError } from '#web/ui/error-message.ts'
import { announce } from '#web/ui/live-region.tsx'
import { dismissToast, toast, updateToast } from '#web/ui/toast.ts'
import type { BoardActions } from './board-context.ts'

/** What a person can do with many cards, with the toasts and announcements of how it went. */

export function moveSelected(
  actions: BoardActions,
  cards: readonly Card[],
  move: CardMove,
  urgency: 'polite' | 'assertive',
) {
  const context = contextOf(actions)
  const { session, board } = context
  const source = new Map(board.lists.map((list) => [list.id, list]))
  const moved = moveCards(context, cards, move, { isAnnounced: true })
  if (moved.length === 0) return void announce(dragText.cancelledMany(cards.length), urgency)
  const { name } = listOf(board, move.list_id)
  const listCards = flattenCards(getCachedPages(session.queryClient, board.id, move.list_id))
  const position = listCards.findIndex(({ id }) => id === moved[0]?.id) + 1
  const size = Math.max(listCards.length, source.get(move.list_id)?.card_count ?? 0)
  announce(text.moved(moved.length, name, position, size), urgency)

  // Leaving a completing list keeps cards completed.
  const completed = cards.filter(
    (card) =>
      card.completed &&
      card.list_id !== move.list_id &&
      source.get(card.list_id)?.completes_cards === true,
  )
  if (completed.length === 0) return
  toast({
    text: text.stillCompleted(completed.length),
    action: {
      label: boardText.reopen,
      run: () => editSelected(actions, currentCards(session, completed), { completed: false }),
    },
  })
}

export const editSelected = (actions: BoardActions, cards: readonly Card[], fields: CardFields) =>
  actions.ifEditable(() => editCards(contextOf(actions), cards, fields))

export const removeSelected = (
  actions: BoardActions,
  cards: readonly Card[],
  type: 'archive' | 'delete',
) => actions.ifEditable(() => changeStatus(contextOf(actions), cards, type))

const currentCards = (session: KeySession, cards: readonly Card[]) =>
  cards.map((card) => getCurrentCard(session, card))

function contextOf(actions: BoardActions): ManyCardsContext {
  const { session, board } = actions.context()
  const onRejected = (rejected: RejectedCards) => reportRejected(session, rejected)
  return { session, board, onRejected }
}

/** Each rejected card says why, and one toast for all of them offers to try again. */
function reportRejected(session: KeySession, { failures, total, isMove, retry }: RejectedCards) {
  const [first] = failures
  if (!first) return
  const errors = new Map<string, CardError>()
  for (const { card, error } of failures) {
    const message = formatSaveError(error, isMove ? { formatReason: boardText.notMoved } : {})
    const cardError = { message, retry: () => retry([card]) }
    errors.set(card.id, cardError)
    setCardError(session, card.id, cardError)
  }
  const reason = formatError(first.error)
  const format = first.error.isOutcomeUnknown ? text.rejectedUnknown : text.rejected
  const failed = failures.map(({ card }) => card)
  const id = toast({
    key: 'selected-cards',
    text: format(failures.length, total, reason),
    tone: 'bad',
    action: { label: messages.app.tryAgain, run: () => retry(failed) },
  })
  // Goes once every card was changed again.
  const state = getCardSaveState(session).errors
  const stop = state.subscribe(() => {
    if (failed.some((card) => state.get().get(card.id) === errors.get(card.id))) return
    stop()
    dismissToast(id)
  })
}

/** Selects all cards of a list that the filter leaves visible, after the pages still missing are loaded. */
export async function selectList(actions: BoardActions, list_id: string) {
  const { session, board } = actions.context()
  const { queryClient } = session
  const select = () => {
    const visible = actions.registry.columns.get(list_id)?.cards() ?? []
    actions.selection.selectAll(visible.map(({ id }) => id))
  }
  const pages = () => getCachedPages(queryClient, board.id, list_id)
  const total = board.lists.find(({ id }) => id === list_id)?.card_count ?? 0
  const progress = () => text.searching(flattenCards(pages()).length, total)
  let id: number | undefined
  while (!isFullyLoaded(pages())) {
    id ??= toast({ key: 'select-list', text: progress(), duration: 60_000 })
    const { error } = await fetchNextCards(queryClient, board.id, list_id)
    if (session.signal.aborted) return
    if (error) return void toast({ key: 'select-list', text: text.notLoaded, tone: 'bad' })
    updateToast(id, { text: progress() })
    // The list shows the page with the next render.
    await new Promise(requestAnimationFrame)
  }
  if (id !== undefined) dismissToast(id)
  select()
}
