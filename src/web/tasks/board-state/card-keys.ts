import type { Card } from '#client/resources.ts'
import type { BoardActions, CardField, OverlayAnchor } from './board-context.ts'

const fieldKeys: Readonly<Record<string, CardField>> = { l: 'labels', d: 'due', a: 'members' }

/** The field that a letter edits. */
export const fieldOfKey = (letter: string): CardField | undefined =>
  Object.hasOwn(fieldKeys, letter) ? fieldKeys[letter] : undefined

/** What a letter does with a card, or with the selected cards if it is one of them: the same in every view of a board. */
export function letterAction(
  letter: string,
  card: Card,
  actions: BoardActions,
  anchorOf?: (field: CardField) => OverlayAnchor,
): (() => void) | undefined {
  const field = fieldOfKey(letter)
  if (field)
    return () =>
      actions.openEditor(field, startingWith(card, actions.cardsWith(card)), anchorOf?.(field))
  if (letter === 'm') return () => actions.openMoveDialog(card)
  if (letter === 'x') return () => actions.selection.toggle(card.id)
  if (letter === 'e') return () => toggleAllCompleted(card, actions)
  return undefined
}

/** In the table: the cell of the field, or the row while its column is hidden. */
export const cellAnchorOf = (card: Card) => (field: CardField) => () => {
  const row = `[data-testid=row][data-id="${CSS.escape(card.id)}"]`
  return document.querySelector(`${row} [data-column=${field}], ${row}`)
}

/** An editor opens at the first card and returns the focus to it. */
export const startingWith = (card: Card, cards: readonly Card[]): readonly Card[] => [
  card,
  ...cards.filter(({ id }) => id !== card.id),
]

function toggleAllCompleted(card: Card, actions: BoardActions) {
  const cards = actions.cardsWith(card)
  if (cards.length > 1) actions.editCards(cards, { completed: !card.completed })
  else actions.toggleCompleted(card, !card.completed)
}
