import { newId } from '#web/session/new-id.ts'
import type { KeySession } from '#web/session/session.ts'
import { errorText } from '#web/ui/error-text.ts'
import { boardWords } from '#web/words/en-board.ts'
import { dropNewCard, type NewCard, setNewCard } from './board-notes.ts'
import { boardScope } from './cards.data.ts'
import { addToList } from './place.ts'

export type CardDraft = Pick<NewCard, 'list_id' | 'name' | 'position'>

/** Shows the card as being saved at once; refused, it stays as a box with its text. */
export function addCardNow(session: KeySession, board_id: string, draft: CardDraft, key = newId()) {
  setNewCard(session, { ...draft, key })
  const { position, ...fields } = draft
  // The bottom is what the public document promises; only the top has to be asked for.
  const input = { board_id, ...fields, ...(position === 'top' && { position }) }
  void session.run('POST /boards/:board_id/cards', input, {
    scope: boardScope(board_id),
    onAnswer: (card) => {
      dropNewCard(session, key)
      addToList(session.cache, card)
    },
    onRefusal: (error) => {
      setNewCard(session, { ...draft, key, problem: boardWords.notSaved(errorText(error)) })
    },
    quiet: true,
  })
}

/** The lines of a pasted text, each fit to name a card. */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
