import { resourcesText as text } from '#web/messages/en/resources.ts'
import type { Field } from './resource.ts'

type Entries = Readonly<Record<string, string>> | undefined

const sorted = (entries: Entries) =>
  Object.entries(entries ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1))

/** A field of named values, which people change one by one. */
export const recordField = (label: string): Field<unknown, Entries> => ({
  label,
  format: (entries) =>
    sorted(entries)
      .map(([name, value]) => `${name}: ${text.quote(value)}`)
      .join(', ') || text.nothing,
  isEqual: (one, other) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other)),
  applyChange: (before, after, other) => {
    const next = new Map(Object.entries(other ?? {}))
    for (const [name, value] of Object.entries(changedEntries([before], after)))
      if (value === null) next.delete(name)
      else next.set(name, value)
    return Object.fromEntries(next)
  },
})

/** The entries of `after` that differ in one of the records before it; null for those that it does not have. */
export function changedEntries(
  before: readonly Entries[],
  after: Entries,
): Readonly<Record<string, string | null>> {
  const next = new Map(Object.entries(after ?? {}))
  const maps = before.map((entries) => new Map(Object.entries(entries ?? {})))
  const names = new Set([next, ...maps].flatMap((map) => [...map.keys()]))
  const isChanged = (name: string) => maps.some((map) => map.get(name) !== next.get(name))
  return Object.fromEntries(
    [...names].filter(isChanged).map((name) => [name, next.get(name) ?? null]),
  )
}

/** The items of the first that the other does not have. */
const without = <V>(items: readonly V[], others: readonly V[], idOf: (item: V) => string) => {
  const ids = new Set(others.map(idOf))
  return items.filter((item) => !ids.has(idOf(item)))
}

/** What makes one set of items, such as labels, of another. */
export const diffItems = <V>(
  before: readonly V[],
  after: readonly V[],
  idOf: (item: V) => string,
) => ({ added: without(after, before, idOf), removed: without(before, after, idOf) })

/** Of a field with a set of items, such as labels or tags, which people add and remove one by one. */
export function setField<V>(idOf: (item: V) => string) {
  const sortedIds = (items: readonly V[]) => items.map(idOf).toSorted().join()
  return {
    isEqual: (one: readonly V[], other: readonly V[]) => sortedIds(one) === sortedIds(other),
    applyChange: (before: readonly V[], after: readonly V[], other: readonly V[]) => {
      const { added, removed } = diffItems(before, after, idOf)
      return [...without(other, removed, idOf), ...without(added, other, idOf)]
    },
  }
}
