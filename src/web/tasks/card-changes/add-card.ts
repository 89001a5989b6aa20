import type { Board } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { newCardText as text } from '#web/messages/en/new-card.ts'
import type { KeySession } from '#web/session/session.ts'
import { listOf } from '#web/tasks/cards/card-cache.ts'
import { formatSaveError } from '#web/ui/error-message.ts'
import { announce } from '#web/ui/live-region.tsx'
import { dismissToast, toast } from '#web/ui/toast.ts'
import { getCardSaveState, type NewCard } from './card-save-state.ts'
import { type CardOpener, createCards } from './create-card.data.ts'

type CardDraft = Omit<NewCard, 'error'>

/** For a card that is added where its board is not on the screen. */
interface ElsewhereOptions {
  /** Names the board, too. */
  readonly label?: string
  readonly open?: CardOpener
}

/** Adds one card outside of the lists of a board. Resolves with the card, or with what was rejected. */
export async function addCard(
  session: KeySession,
  board: Board,
  draft: CardDraft,
  {
    label = text.added(draft.name, listOf(board, draft.list_id).name),
    open,
  }: ElsewhereOptions = {},
) {
  const options = { session, board_id: board.id, label, open, isAnnounced: true }
  const [card] = await createCards({ ...options, onCreated: () => {}, onUndo: () => {} }, [draft])
  if (card) announce(label)
  const { newCards } = getCardSaveState(session)
  return { card, rejected: newCards.get().find(({ key }) => key === draft.key) }
}

/** Says what was rejected, and offers to try again. The card stays with its text in its list and in the calendar. */
export function reportRejectedCard(
  session: KeySession,
  board: Board,
  rejected: NewCard | undefined,
  elsewhere: ElsewhereOptions = {},
) {
  if (!rejected?.error) return
  const { error, ...draft } = rejected
  const retry = async () => {
    const result = await addCard(session, board, draft, elsewhere)
    reportRejectedCard(session, board, result.rejected, elsewhere)
  }
  const { newCards } = getCardSaveState(session)
  // Discarded or tried again elsewhere, the card must not be created by the toast.
  const stop = newCards.subscribe(() => {
    if (newCards.get().includes(rejected)) return
    stop()
    dismissToast(toast_id)
  })
  const toast_id = toast({
    text: formatSaveError(error, {
      formatReason: (reason) => text.notAdded(rejected.name, reason),
      canDuplicate: session.mutate.canDuplicate('POST /boards/:board_id/cards'),
    }),
    tone: 'bad',
    action: { label: messages.app.tryAgain, run: () => void retry() },
  })
}
