import type { Board, BoardList, Card } from '#client/resources.ts'
import { boardText as text } from '#web/messages/en/board.ts'
import { announce } from '#web/ui/live-region.tsx'
import { formatDueSentence } from './due-badge.tsx'
import { dueOf } from './due.rules.ts'
import type { LabelsById } from './label-color.rules.ts'

/** A place in a list, counted from 1, and how many cards the list then has: "5", or "5+" while more are coming. */
export interface CardPosition {
  readonly list: Pick<BoardList, 'name'>
  readonly position: number
  readonly size: string
}

export const announceLift = (card: Card, { list, position, size }: CardPosition) =>
  announce(text.lifted(card.name, list.name, position, size), 'assertive')

export const announceOver = ({ list, position, size }: CardPosition) =>
  announce(text.over(list.name, position, size), 'assertive')

export const announceCancel = (card: Card, { list, position }: CardPosition) =>
  announce(text.cancelled(card.name, list.name, position), 'assertive')

interface MoveAnnouncement {
  readonly position: CardPosition
  readonly markedDone: boolean
  readonly amongHidden: boolean
}

export function announceMove(
  card: Card,
  { position: to, markedDone, amongHidden }: MoveAnnouncement,
  urgency: 'polite' | 'assertive',
) {
  const { list, position, size } = to
  const sentences = [
    text.moved(card.name, list.name, position, size),
    amongHidden && text.amongHidden,
    markedDone && text.markedDone,
  ]
  announce(sentences.filter(Boolean).join(' '), urgency)
}

/** What a screen reader adds to a card's name. */
export function formatCardFacts(
  card: Card,
  spot: CardPosition,
  labels: LabelsById,
  now: Date,
): string {
  const due = dueOf(card, now)
  const cardLabels = (card.label_ids ?? []).flatMap((id) => labels.get(id)?.name || [])
  const people = (card.members ?? []).map(({ name }) => name)
  const facts = [
    text.facts(spot.list.name, spot.position, spot.size),
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
