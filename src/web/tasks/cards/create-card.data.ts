import { randomId } from '#web/session/random-id.ts'
import type { KeySession } from '#web/session/session.ts'
import { notSavedText } from '#web/ui/error-message.ts'
import { addToList, refetchIfOutcomeUnknown } from './card-cache.ts'
import { removeNewCard, type NewCard, setNewCard } from './card-save-state.ts'
import { boardScope } from './cards.data.ts'

type CardDraft = Pick<NewCard, 'list_id' | 'name' | 'position' | 'lost'>

/** Shows the card as being saved at once; refused, it stays as a box with its text. */
export function createCard(
  session: KeySession,
  board_id: string,
  { list_id, name, position, lost }: CardDraft,
  key = randomId(),
) {
  const draft = { list_id, name, position }
  setNewCard(session, { ...draft, key })
  const { mutate: run } = session
  const idempotency_key = lost?.name === name ? lost.key : randomId()
  // The bottom is what the public document promises; only the top has to be asked for.
  const input = { board_id, list_id, name, ...(position === 'top' && { position }) }
  const sent = run('POST /boards/:board_id/cards', input, {
    scope: boardScope(board_id),
    idempotency_key,
    onSuccess: (card) => {
      removeNewCard(session, key)
      addToList(session.queryClient, { ...card, board_id, list_id })
    },
    onError: (error) => {
      const mayDouble = run.mayDouble('POST /boards/:board_id/cards')
      setNewCard(session, {
        ...draft,
        key,
        problem: notSavedText(error, { mayDouble, textKept: true }),
        lost: error.isOutcomeUnknown ? { name, key: idempotency_key } : undefined,
      })
    },
    silent: true,
  })
  void refetchIfOutcomeUnknown(session, sent, [{ board_id, list_id }])
}

/** The lines of a pasted text, each fit to name a card. */
export const splitLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
