/** The fields of `next` that differ from `current`. */
export function changedFields<Fields extends object>(
  next: Fields,
  current: Readonly<Partial<Record<keyof Fields, unknown>>>,
): Partial<Fields> {
  const changes: Partial<Fields> = {}
  for (const key of Object.keys(next) as (keyof Fields)[]) {
    // Object.keys loses the key type.
    if (next[key] !== current[key]) changes[key] = next[key]
  }
  return changes
}

export const isEmpty = (changes: object) => Object.keys(changes).length === 0

export const sameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id) => b.includes(id))

/** Items without `external_ref` share one key that nothing looks up. */
export type ByRef<Item> = ReadonlyMap<string | null | undefined, Item>

export const byRef = <Item extends { readonly external_ref?: string | null | undefined }>(
  items: readonly Item[],
): ByRef<Item> => new Map(items.map((item) => [item.external_ref, item]))

/** The items by key, both in the order of their first appearance. */
export function groupBy<Item, Key>(
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
