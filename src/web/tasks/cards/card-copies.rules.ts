import type { Card } from '#client/resources.ts'

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

/** Whether the first of two copies of a card is the newer one. */
export const isNewer = (one: { updated_at?: string }, other: { updated_at?: string }): boolean =>
  (one.updated_at ?? '') > (other.updated_at ?? '')

/** The card with what was saved, except for fields that a queued change has changed since it was shown. */
export function mergeUnchanged(current: Card, shown: Card, saved: Partial<Card>): Card {
  const names = Object.keys(saved) as (keyof Card)[] // of a Partial<Card>, so they are its keys
  const isUnchanged = (name: keyof Card) =>
    JSON.stringify(current[name]) === JSON.stringify(shown[name])
  const merged = names.filter((name) => name === 'version' || isUnchanged(name))
  return { ...current, ...Object.fromEntries(merged.map((name) => [name, saved[name]])) }
}
