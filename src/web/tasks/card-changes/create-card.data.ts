import type { Card } from '#client/resources.ts'
import type { ShownRequest } from '#client/shown-request.ts'
import type { WriteName } from '#contract/endpoints.ts'
import { boardPartsText as text } from '#web/messages/en/board-parts.ts'
import type { MutationResult } from '#web/session/mutations/mutation.ts'
import { randomId } from '#web/session/random-id.ts'
import type { KeySession } from '#web/session/session.ts'
import { boardScope } from '#web/tasks/boards/boards.data.ts'
import { addToList, getCurrentCard, removeFromList } from '#web/tasks/cards/card-cache.ts'
import { refetchIfOutcomeUnknown } from '#web/tasks/cards/refetch-lists.ts'
import { type NewCard, removeNewCard, setNewCard } from './card-save-state.ts'

type CardDraft = Omit<NewCard, 'error'>

/** A button that opens a new card. */
export interface CardOpener {
  readonly label: string
  readonly run: (card: Card) => void
}

interface CreateCardsOptions {
  readonly session: KeySession
  readonly board_id: string
  /** In the undo history, where these cards are one change. */
  readonly label: string
  readonly savingLabel?: string | undefined
  /** In the toast, for a card that is added where its board is not on the screen. */
  readonly open?: CardOpener | undefined
  /** The caller announces the cards. */
  readonly isAnnounced?: boolean
  /** A card is in its list. */
  readonly onCreated: (card: Card) => void
  /** Undo is about to remove these cards from their list. */
  readonly onUndo: (cards: readonly Card[]) => void
}

/** Shows the cards as being saved at once; a rejected one stays in the save state. Resolves with the created ones. */
export async function createCards(options: CreateCardsOptions, drafts: readonly CardDraft[]) {
  const { session, label, savingLabel, open, isAnnounced, onCreated, onUndo } = options
  const cards: Card[] = []
  let isUndone = false
  const requests: ShownRequest[] = []
  const isChanged = (card: Card) => getCurrentCard(session, card).version !== card.version

  const record = session.undo.record({
    label,
    savingLabel,
    isAnnounced,
    requests,
    undo: () => {
      isUndone = true
      for (const { key } of drafts) removeNewCard(session, key)
      if (cards.length > 0) onUndo(cards)
      void recordRemoval(session, label, cards, () => createCards(options, drafts.map(copyDraft)))
    },
    confirmBefore: () => {
      const changed = cards.find(isChanged)
      return changed && text.changedSinceAdded(changed.name)
    },
  })
  const results = drafts.map((draft) =>
    createCard(options, draft, {
      // A card undone while it was being saved never appears, nor does its error.
      isUndone: () => isUndone,
      onSuccess: (card) => {
        if (isUndone) return void removeCard(session, card)
        addToList(session.queryClient, card)
        cards.push(card)
        onCreated(card)
      },
      requests,
    }),
  )
  await Promise.all(results)
  const [first] = cards
  if (first) record.done(open && { open: { label: open.label, run: () => open.run(first) } })
  else record.remove()
  return isUndone ? [] : cards
}

/** A new card, not a repeated request for the one that was removed. */
const copyDraft = (draft: CardDraft): CardDraft => ({ ...draft, key: randomId(), lost: undefined })

/** The entry whose undo adds the cards once more. */
async function recordRemoval(
  session: KeySession,
  label: string,
  cards: readonly Card[],
  undo: () => unknown,
) {
  const requests: ShownRequest[] = []
  const record = session.undo.record({ label, undo, requests })
  const results = await Promise.all(cards.map((card) => removeCard(session, card, requests)))
  // Cards still being saved are removed once they are.
  if (results.length === 0 || results.some(({ state }) => state === 'success')) record.done()
  else record.remove()
}

function createCard(
  { session, board_id }: CreateCardsOptions,
  { key, list_id, name, position, label_ids = [], due_at, lost }: CardDraft,
  {
    isUndone,
    onSuccess,
    requests,
  }: {
    isUndone: () => boolean
    onSuccess: (card: Card) => void
    requests: ShownRequest[]
  },
) {
  const draft = { key, list_id, name, position, label_ids, due_at }
  setNewCard(session, draft)
  const idempotency_key = lost?.name === name ? lost.key : randomId()
  // The public API promises the bottom; only the top is sent.
  const input = {
    board_id,
    list_id,
    name,
    ...(position === 'top' && { position }),
    ...(label_ids.length > 0 && { label_ids: [...label_ids] }),
    ...(due_at && { due_at }),
  }
  const result = session.mutate('POST /boards/:board_id/cards', input, {
    scope: boardScope(board_id),
    merges: true,
    idempotency_key,
    requests,
    onSuccess: (card) => {
      removeNewCard(session, key)
      onSuccess({ ...card, board_id, list_id })
    },
    onError: (error) => {
      if (isUndone()) return
      const lostRequest = error.isOutcomeUnknown ? { name, key: idempotency_key } : undefined
      setNewCard(session, { ...draft, error, lost: lostRequest })
    },
    silent: true,
  })
  void refetchIfOutcomeUnknown(session, result, [{ board_id, list_id }])
  return result
}

/** Deletes a card, or archives it where the server cannot delete cards. */
function removeCard(
  session: KeySession,
  card: Card,
  requests?: ShownRequest[],
): Promise<MutationResult<WriteName>> {
  const { id: card_id, board_id } = card
  const current = getCurrentCard(session, card)
  const rollback = removeFromList(session.queryClient, current)
  const options = {
    scope: boardScope(board_id),
    merges: true,
    onError: () => rollback(),
    requests,
    retry: () => removeCard(session, card),
  }
  const result: Promise<MutationResult<WriteName>> = session.capabilities.can('cards.delete')
    ? session.mutate('DELETE /cards/:card_id', { card_id }, options)
    : session.mutate('PATCH /cards/:card_id', { card_id, status: 'archived' }, options)
  void refetchIfOutcomeUnknown(session, result, [current])
  return result
}

/** The non-empty lines of a pasted text, trimmed. */
export const splitLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
