/** Of what a file says, only what differs from what is here. */
export function differing<Fields extends object>(
  wanted: Fields,
  here: Readonly<Record<keyof Fields, unknown>>,
): Partial<Fields> {
  const changes: Partial<Fields> = {}
  for (const key of Object.keys(wanted) as (keyof Fields)[]) {
    // Object.keys forgets whose keys they are
    if (wanted[key] !== here[key]) changes[key] = wanted[key]
  }
  return changes
}

export const isEmpty = (changes: object) => Object.keys(changes).length === 0

export const sameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id) => b.includes(id))

/** The items by key, both in the order of their first appearance. */
export function grouped<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
