import type { Board, BoardList, Card } from '#client/resources.ts'
import { boardText as text } from '#web/messages/en/board.ts'
import type { LabelsById } from '#web/ui/label/labels-by-id.ts'
import { announce } from '#web/ui/live-region.tsx'
import { memberNames } from './card-copies.rules.ts'
import { formatDueSentence } from './due-badge.tsx'
import { dueOf } from './due.rules.ts'

/** A position in a list, counted from 1, and the count of its cards: "5", or "5+" while more may load. */
export interface CardPosition {
  readonly list: Pick<BoardList, 'name'>
  readonly position: number
  readonly size: string
}

interface MoveAnnouncement {
  readonly position: CardPosition
  /** Inside its list. */
  readonly reorders: boolean
  readonly markedDone: boolean
  readonly amongHidden: boolean
}

export function announceMove(
  card: Card,
  { position: to, reorders, markedDone, amongHidden }: MoveAnnouncement,
  urgency: 'polite' | 'assertive',
) {
  const { list, position, size } = to
  const sentences = [
    text[reorders ? 'reorderedAt' : 'moved'](card.name, list.name, position, size),
    amongHidden && text.amongHidden,
    markedDone && text.markedDone,
  ]
  announce(sentences.filter(Boolean).join(' '), urgency)
}

/** The description a screen reader adds to the name of a card. */
export function formatCardFacts(
  card: Card,
  { list, position, size }: CardPosition,
  labels: LabelsById,
  now: Date,
): string {
  const due = dueOf(card, now)
  const cardLabels = (card.label_ids ?? []).flatMap((id) => labels.get(id)?.name || [])
  const people = [...memberNames(card.members ?? []).values()]
  const facts = [
    text.facts(list.name, position, size),
    due && formatDueSentence(due, now),
    cardLabels.length > 0 && text.labels(cardLabels.join(', ')),
    people.length > 0 && text.people(people.join(', ')),
  ]
  return facts.filter(Boolean).join(', ')
}

export const cardPosition = (
  board: Board,
  list_id: string,
  index: number,
  size: string,
): CardPosition => ({
  list: board.lists.find(({ id }) => id === list_id) ?? { name: '' },
  position: index + 1,
  size,
})
