import type { List } from '#client/resources.ts'
import type { Sort } from '#web/ui/table/table.rules.ts'

/** Part of the contacts that are subscribed; null where the server omits the counts, or nobody is on the list. */
export const subscribedShare = ({ counts }: List): number | null =>
  counts && counts.total > 0 ? counts.subscribed / counts.total : null

const sortKeys: Readonly<Record<string, (list: List) => string | number | null>> = {
  name: ({ name }) => name,
  contacts: ({ counts }) => counts?.total ?? null,
  subscribed: subscribedShare,
}

export const isListSort = (sort: string): boolean => Object.hasOwn(sortKeys, columnOf(sort))

const columnOf = (sort: Sort) => sort.replace(/^-/, '')

/** Lists without a value come last in both directions; equal ones keep the order of the server. */
export function sortLists(lists: readonly List[], sort: Sort | null): readonly List[] {
  if (sort === null || !isListSort(sort)) return lists
  const keyOf = sortKeys[columnOf(sort)] ?? (() => null)
  const sign = sort.startsWith('-') ? -1 : 1
  const entries = lists.map((list) => ({ list, key: keyOf(list) }))
  entries.sort((one, other) => {
    if (one.key === null || other.key === null)
      return Number(one.key === null) - Number(other.key === null)
    const order =
      typeof one.key === 'string'
        ? one.key.localeCompare(String(other.key), undefined, { numeric: true })
        : one.key - Number(other.key)
    return order * sign
  })
  return entries.map(({ list }) => list)
}
