import type { Card } from '#client/resources.ts'
import { applyCardMove } from '#contract/tasks/cards.rules.ts'
import type { CardMove } from '#contract/tasks/cards.ts'
import { messages } from '#web/messages/en/app.ts'
import { boardText as text } from '#web/messages/en/board.ts'
import { writeAtOnce } from '#web/query/query-client.ts'
import type { KeySession } from '#web/session/session.ts'
import type {
  BoardActions,
  OverlayAnchor,
  QuickAddState,
} from '#web/tasks/board-state/board-context.ts'
import type { CardFocus } from '#web/tasks/board-state/card-focus.ts'
import type { CardSelection } from '#web/tasks/board-state/card-selection.ts'
import type {
  BoardSnapshot,
  ColumnHandle,
  ColumnRegistry,
} from '#web/tasks/board-state/column-registry.ts'
import { setListView } from '#web/tasks/board-state/list-views.ts'
import {
  editSelected,
  moveSelected,
  removeSelected,
  selectList,
} from '#web/tasks/board-state/selected-cards.ts'
import type { CardMutationContext, CardOutcome } from '#web/tasks/card-changes/card-mutation.ts'
import {
  type CardError,
  getCardSaveState,
  setCardError,
} from '#web/tasks/card-changes/card-save-state.ts'
import { setCardCompleted } from '#web/tasks/card-changes/edit-card.data.ts'
import { moveCard } from '#web/tasks/card-changes/move-card.data.ts'
import { announceMove, cardPosition } from '#web/tasks/cards/announcements.ts'
import { getCachedPages, listOf } from '#web/tasks/cards/card-cache.ts'
import { activeLists, flattenCards } from '#web/tasks/cards/card-queries.data.ts'
import { formatError, formatSaveError } from '#web/ui/error-message.ts'
import { announce } from '#web/ui/live-region.tsx'
import { dismissToast, toast, type Toast } from '#web/ui/toast.ts'
import type { OpenOverlay } from './card-menus.tsx'

interface BoardActionsOptions {
  readonly session: KeySession
  readonly registry: ColumnRegistry
  readonly focus: CardFocus
  readonly selection: CardSelection
  readonly setQuickAdd: (quickAdd: QuickAddState | null) => void
  readonly setOverlay: (overlay: OpenOverlay) => void
  readonly openCard: BoardActions['openCard']
}

/** What a person can do on a board, and its one place that shows toasts and announces how changes went. */
export function createBoardActions(options: BoardActionsOptions) {
  const { session, registry, focus, selection, setOverlay } = options

  const context = (): CardMutationContext => {
    const { board } = registry.snapshot()
    const onOutcome = (outcome: CardOutcome) => reportOutcome(session, board, outcome)
    return { session, board, onOutcome }
  }
  const cardsWith = (card: Card): readonly Card[] => {
    if (!selection.has(card.id)) return [card]
    const { board } = registry.snapshot()
    const cards = activeLists(board).flatMap(({ id }) =>
      flattenCards(getCachedPages(session.queryClient, board.id, id)),
    )
    return cards.filter(({ id }) => selection.has(id))
  }
  const move: BoardActions['move'] = (card, cardMove, urgency) => {
    const cards = cardsWith(card)
    if (cards.length > 1) writeAtOnce(() => moveSelected(actions, cards, cardMove, urgency))
    else {
      writeAtOnce(() => moveCard(context(), card, cardMove, { isAnnounced: true }))
      reportMove(session, registry.snapshot(), card, cardMove, urgency)
    }
    focus.request(card.id)
    requestAnimationFrame(() => {
      const column = registry.columns.get(cardMove.list_id)
      column?.reveal(column.cards().findIndex(({ id }) => id === card.id))
    })
  }
  const toggleCompleted = (card: Card, completed: boolean) =>
    setCardCompleted(context(), card, completed)
  const openMoveDialog = (card: Card, anchor?: OverlayAnchor) =>
    setOverlay({ kind: 'move', card, anchor })
  const openQuickAdd = ({ list_id, position }: QuickAddState) => {
    const { canAddAtTop } = registry.snapshot()
    const opener = document.activeElement
    setListView(session.connection.fingerprint, list_id, { isCollapsed: false })
    options.setQuickAdd({ list_id, position: canAddAtTop ? position : 'bottom', opener })
  }
  const addCard = (position: 'top' | 'bottom') => {
    const lists = activeLists(registry.snapshot().board)
    // The first list in view: on a phone the only one.
    const list = lists.find(({ id }) => isInView(registry.columns.get(id))) ?? lists[0]
    if (!list) return
    openQuickAdd({ list_id: list.id, position })
    registry.revealList(list.id) // the box is rendered with its list
  }
  const ifEditable = (change: () => void) => {
    const { disabledReason } = registry.snapshot()
    if (disabledReason === undefined) change()
    else toast({ text: disabledReason })
  }
  const guard =
    <Args extends unknown[]>(action: (...args: Args) => void) =>
    (...args: Args) =>
      ifEditable(() => action(...args))

  const actions: BoardActions = {
    board_id: registry.snapshot().board.id,
    registry,
    focus,
    selection,
    cardsWith,
    selectList: (list_id) => void selectList(actions, list_id),
    context,
    ifEditable,
    move: guard(move),
    toggleCompleted: guard(toggleCompleted),
    openCard: options.openCard,
    editCards: guard((cards, fields) => editSelected(actions, cards, fields)),
    removeCards: (cards, type) => removeSelected(actions, cards, type),
    openMenu: (card) => setOverlay({ kind: 'menu', card }),
    openMoveDialog: guard(openMoveDialog),
    openEditor: guard((field, cards, anchor) => setOverlay({ kind: field, cards, anchor })),
    openQuickAdd: guard(openQuickAdd),
    closeQuickAdd: () => options.setQuickAdd(null),
  }
  return {
    actions,
    /** Opens the quick add of the first rendered list. */
    addCard: guard(addCard),
    /** Unguarded: cards are not draggable while the board cannot be changed, and a drag in progress may end. */
    dragActions: {
      cardsWith,
      move: (card: Card, cardMove: CardMove) => move(card, cardMove, 'assertive'),
      onLongPress: (card: Card) => openMoveDialog(card),
    },
  }
}

function reportMove(
  session: KeySession,
  { board, filtered }: BoardSnapshot,
  card: Card,
  move: CardMove,
  urgency: 'polite' | 'assertive',
) {
  const target = listOf(board, move.list_id)
  const cards = flattenCards(getCachedPages(session.queryClient, board.id, move.list_id))
  const reorders = move.list_id === card.list_id
  const count = 'card_count' in target ? target.card_count + Number(!reorders) : cards.length
  const index = cards.findIndex(({ id }) => id === card.id)
  const markedDone = applyCardMove(card, move, target).completed && !card.completed
  const amongHidden = filtered && move.after_card_id !== undefined
  const position = cardPosition(board, move.list_id, index, String(count))
  announceMove(card, { position, reorders, markedDone, amongHidden }, urgency)
}

type ToastAction = Toast['action']

function reportOutcome(session: KeySession, board: BoardSnapshot['board'], outcome: CardOutcome) {
  const { card, type } = outcome
  const key = `card:${card.id}`
  const showError = (error: CardError, toastText: string, action?: ToastAction) => {
    setCardError(session, card.id, error)
    const id = toast({ key, text: toastText, tone: 'bad', ...(action && { action }) })
    // The next change of the card clears its error, and the toast with it.
    const { errors } = getCardSaveState(session)
    const stop = errors.subscribe(() => {
      if (errors.get().get(card.id) === error) return
      stop()
      dismissToast(id)
    })
  }

  if (type === 'still_completed') {
    toast({
      text: text.stillCompleted(card.name),
      action: { label: text.reopen, run: outcome.reopen },
    })
  } else if (type === 'gone') {
    const { refetch } = outcome
    const error = {
      message: text.removed,
      isGone: true,
      label: text.refresh,
      retry: refetch,
    } as const
    showError(error, text.cardAlreadyDeleted(card.name))
  } else if (type === 'changed_by_other') {
    const { current, retry } = outcome
    const message =
      current.list_id === card.list_id
        ? text.changedBySomeoneElse(card.name)
        : text.movedBySomeoneElse(card.name, listOf(board, current.list_id).name)
    toast({
      key,
      text: message,
      tone: 'bad',
      action: { label: text.moveAnyway, run: retry },
    })
  } else {
    const { error, retry } = outcome
    const isMove = type === 'move_rejected'
    const message = formatSaveError(error, isMove ? { formatReason: text.notMoved } : {})
    showError({ message, retry }, message, { label: messages.app.tryAgain, run: retry })
    if (!isMove) return
    const list = listOf(board, card.list_id).name
    const announcement = error.isOutcomeUnknown
      ? `${text.backIn(card.name, list)} ${message}`
      : text.refused(card.name, list, formatError(error))
    announce(announcement, 'assertive')
  }
}

function isInView(column: ColumnHandle | undefined): boolean {
  const { left = -1 } = column?.positionAt(0) ?? {}
  return left >= 0 && left < innerWidth
}
