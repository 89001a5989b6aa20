import type { Card } from '#client/resources.ts'

/** Fields of one card with their new values. `completed` has its own function, setCardCompleted. */
export type CardChanges = Partial<
  Pick<Card, 'name' | 'description' | 'due_at' | 'start_at' | 'label_ids' | 'members'>
>

export type CardMember = NonNullable<Card['members']>[number]

export type NamedMember = CardMember & { readonly email?: string | null }

/** What tells a person from others of the same name: the e-mail address, or the end of the id where it is unknown. */
export function memberDetails(members: readonly NamedMember[]): ReadonlyMap<string, string> {
  const byId = new Map<string, NamedMember>()
  for (const member of members)
    if (member.email || !byId.has(member.id)) byId.set(member.id, member)
  const counts = new Map<string, number>()
  for (const { name } of byId.values()) counts.set(name, (counts.get(name) ?? 0) + 1)
  const namesakes = [...byId.values()].filter(({ name }) => counts.get(name) !== 1)
  return new Map(namesakes.map(({ id, email }) => [id, email ?? id.slice(-4)]))
}

/** Names by id; one that several people have is followed by its detail. */
export function memberNames(members: readonly NamedMember[]): ReadonlyMap<string, string> {
  const details = memberDetails(members)
  const label = (name: string, detail: string | undefined) =>
    detail === undefined ? name : `${name} (${detail})`
  return new Map(members.map(({ id, name }) => [id, label(name, details.get(id))]))
}

/** A change for one card or for many: each card keeps its other labels and members. */
export interface CardEdit {
  readonly add_label_ids?: readonly string[]
  readonly remove_label_ids?: readonly string[]
  readonly add_members?: readonly CardMember[]
  readonly remove_members?: readonly CardMember[]
  readonly due_at?: string | null
  readonly start_at?: string | null
}

/** What an edit changes of one card; undefined if nothing. */
export function resolveCardEdit(card: Card, edit: CardEdit): CardChanges | undefined {
  const labelIds = card.label_ids ?? []
  const nextLabelIds = merge(labelIds, edit.add_label_ids, edit.remove_label_ids, (id) => id)
  const members = card.members ?? []
  const nextMembers = merge(members, edit.add_members, edit.remove_members, ({ id }) => id)
  const changes: CardChanges = {
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

function changedInstant(name: 'due_at' | 'start_at', card: Card, edit: CardEdit): CardChanges {
  const next = edit[name]
  if (next === undefined) return {}
  return isSameInstant(card[name], next) ? {} : { [name]: next }
}

/** However each of them is written. */
export const isSameInstant = (one: string | null | undefined, other: string | null | undefined) =>
  one && other ? Date.parse(one) === Date.parse(other) : !one && !other

/** Whether the first of two copies of a card is the newer one. */
export const isNewer = (one: { updated_at?: string }, other: { updated_at?: string }): boolean =>
  (one.updated_at ?? '') > (other.updated_at ?? '')

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

/** The card with what was saved, except for fields that a queued change has changed since it was shown. */
export function mergeUnchanged(current: Card, shown: Card, saved: Partial<Card>): Card {
  const names = Object.keys(saved) as (keyof Card)[] // of a Partial<Card>, so they are its keys
  const isUnchanged = (name: keyof Card) =>
    JSON.stringify(current[name]) === JSON.stringify(shown[name])
  const merged = names.filter((name) => name === 'version' || isUnchanged(name))
  return { ...current, ...Object.fromEntries(merged.map((name) => [name, saved[name]])) }
}
