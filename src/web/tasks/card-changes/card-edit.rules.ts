import type { Card } from '#client/resources.ts'
import type { CardMember } from '#web/tasks/cards/card-copies.rules.ts'

/** A change for one card or for many: each card keeps its other labels and members. */
export interface CardEdit {
  readonly add_label_ids?: readonly string[]
  readonly remove_label_ids?: readonly string[]
  readonly add_members?: readonly CardMember[]
  readonly remove_members?: readonly CardMember[]
  readonly due_at?: string | null
  readonly start_at?: string | null
}

type ResolvedEdit = Partial<Pick<Card, 'due_at' | 'start_at' | 'label_ids' | 'members'>>

/** What an edit changes of one card; undefined if nothing. */
export function resolveCardEdit(card: Card, edit: CardEdit): ResolvedEdit | undefined {
  const labelIds = card.label_ids ?? []
  const nextLabelIds = merge(labelIds, edit.add_label_ids, edit.remove_label_ids, (id) => id)
  const members = card.members ?? []
  const nextMembers = merge(members, edit.add_members, edit.remove_members, ({ id }) => id)
  const changes: ResolvedEdit = {
    ...(nextLabelIds !== labelIds && { label_ids: nextLabelIds }),
    ...(nextMembers !== members && { members: nextMembers }),
    ...changedInstant('due_at', card, edit),
    ...changedInstant('start_at', card, edit),
  }
  return Object.keys(changes).length > 0 ? changes : undefined
}

/** The same array if nothing changes. */
function merge<T>(
  current: T[],
  added: readonly T[] = [],
  removed: readonly T[] = [],
  idOf: (item: T) => string,
): T[] {
  const ids = new Set(current.map(idOf))
  const removedIds = new Set(removed.map(idOf))
  const remaining = current.filter((item) => !removedIds.has(idOf(item)))
  const missing = added.filter((item) => !ids.has(idOf(item)))
  const isSame = remaining.length === current.length && missing.length === 0
  return isSame ? current : [...remaining, ...missing]
}

function changedInstant(name: 'due_at' | 'start_at', card: Card, edit: CardEdit): ResolvedEdit {
  const next = edit[name]
  if (next === undefined) return {}
  return isSameInstant(card[name], next) ? {} : { [name]: next }
}

/** However each of them is written. */
export const isSameInstant = (one: string | null | undefined, other: string | null | undefined) =>
  one && other ? Date.parse(one) === Date.parse(other) : !one && !other

/** How many of the cards have something. */
type SharedState = 'all' | 'some' | 'none'

export function sharedState(cards: readonly Card[], has: (card: Card) => boolean): SharedState {
  const count = cards.filter(has).length
  return count === 0 ? 'none' : count === cards.length ? 'all' : 'some'
}

/** The value that all cards have; undefined while they differ. */
export function sharedInstant(
  cards: readonly Card[],
  name: 'due_at' | 'start_at',
): string | null | undefined {
  const [first, ...others] = cards
  const value = first?.[name] ?? null
  return others.every((card) => isSameInstant(card[name], value)) ? value : undefined
}
