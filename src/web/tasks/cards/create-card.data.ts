import { randomId } from '#web/session/random-id.ts'
import type { KeySession } from '#web/session/session.ts'
import { addToList, refetchIfOutcomeUnknown } from './card-cache.ts'
import { removeNewCard, type NewCard, setNewCard } from './card-save-state.ts'
import { boardScope } from './cards.data.ts'

type CardDraft = Pick<NewCard, 'list_id' | 'name' | 'position' | 'lost'>

/** Shows the card as being saved at once. A rejected one stays in the save state with its text and error. */
export function createCard(
  session: KeySession,
  board_id: string,
  { list_id, name, position, lost }: CardDraft,
  key = randomId(),
) {
  const draft = { list_id, name, position, key }
  setNewCard(session, draft)
  const idempotency_key = lost?.name === name ? lost.key : randomId()
  // The public document promises the bottom; only the top is sent.
  const input = { board_id, list_id, name, ...(position === 'top' && { position }) }
  const result = session.mutate('POST /boards/:board_id/cards', input, {
    scope: boardScope(board_id),
    idempotency_key,
    onSuccess: (card) => {
      removeNewCard(session, key)
      addToList(session.queryClient, { ...card, board_id, list_id })
    },
    onError: (error) => {
      const lostRequest = error.isOutcomeUnknown ? { name, key: idempotency_key } : undefined
      setNewCard(session, { ...draft, error, lost: lostRequest })
    },
    silent: true,
  })
  void refetchIfOutcomeUnknown(session, result, [{ board_id, list_id }])
}

/** The non-empty lines of a pasted text, trimmed. */
export const splitLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
