import type { Card } from '#client/resources.ts'

/** How the view of a list is sorted instead of the order of the board. */
export type ListSort = 'due' | 'name'

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** A view only: positions stay. Cards without a due date come last; equal ones keep the order of the board. */
export const sortCards = (cards: readonly Card[], sort: ListSort): readonly Card[] =>
  cards.toSorted((one, other) =>
    sort === 'name' ? names.compare(one.name, other.name) : dueTime(one) - dueTime(other) || 0,
  )

// Infinity minus Infinity is not a number; `|| 0` above keeps the order.
const dueTime = ({ due_at }: Card) => (due_at == null ? Infinity : Date.parse(due_at))
