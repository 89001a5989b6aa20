import type { InfiniteData, QueryKey } from '@tanstack/react-query'

import type { ReadName, ResponseBody } from '#contract/endpoints.ts'
import { cancelQuery, writeAtOnce } from '#web/query/query-client.ts'
import type { KeySession } from '#web/session/session.ts'

/** What the service identifies. It has a version where the service has versions. */
export interface Item {
  readonly id: string
  readonly version?: string | undefined
}

/** Whether a list shows the item; undefined where only the service knows. */
type Accepts<T> = (item: T) => boolean | undefined

/** Changes a list of items; returns the same array when nothing changes. */
type ListChange<T> = (items: readonly T[], accepts: Accepts<T>) => readonly T[]

/** Queries that have items of a kind, and how their responses have them. */
export interface Place<T> {
  readonly query: ReadName
  /** A stale list keeps its rows until it is opened again, such as posts that leave a filter with their triage. */
  readonly keepsRows?: boolean
  /** Returns the same response when nothing changes. */
  readonly update: (response: unknown, input: unknown, change: ListChange<T>) => unknown
}

interface Page<T> {
  readonly data: readonly T[]
}

/** The response of the query is the item. */
export const alone = <N extends ReadName>(query: N): Place<ResponseBody<N>> => ({
  query,
  update: (response, _input, change) => {
    const item = response as ResponseBody<N> // what this query returns
    // Its page says itself that it is gone.
    return change([item], () => undefined)[0] ?? item
  },
})

/** The query returns pages of items, one or all that were loaded. `accepts` says which items a list with this input has. */
export const inList = <T>(
  query: ReadName,
  accepts: (item: T, input: object) => boolean | undefined = () => undefined,
): Place<T> => ({
  query,
  update: (response, input, change) => {
    const acceptsHere = (item: T) => accepts(item, Object(input))
    const cached = response as Page<T> | InfiniteData<Page<T>> // what such a query returns
    if ('data' in cached) {
      const data = change(cached.data, acceptsHere)
      return data === cached.data ? cached : { ...cached, data }
    }
    const before = cached.pages.flatMap(({ data }) => data)
    const after = change(before, acceptsHere)
    return after === before ? cached : { ...cached, pages: divide(after, cached.pages) }
  },
})

/** Puts items back into pages. The last one has what there is more or less of. */
function divide<T>(items: readonly T[], pages: readonly Page<T>[]): readonly Page<T>[] {
  let start = 0
  return pages.map((page, index) => {
    const end = index === pages.length - 1 ? items.length : start + page.data.length
    const data = items.slice(start, end)
    start = end
    return { ...page, data }
  })
}

/** The items are in a field of another resource, wherever that is. */
export const within = <Owner, T>(
  owners: readonly Place<Owner>[],
  {
    get,
    set,
    accepts,
  }: {
    readonly get: (owner: Owner) => readonly T[]
    readonly set: (owner: Owner, items: readonly T[]) => Owner
    readonly accepts: (item: T, owner: Owner) => boolean
  },
): readonly Place<T>[] =>
  owners.map(({ query, update }) => ({
    query,
    update: (response, input, change) =>
      update(response, input, (all) => {
        let isChanged = false
        const next = all.map((owner) => {
          const before = get(owner)
          const after = change(before, (item) => accepts(item, owner))
          isChanged ||= after !== before
          return after === before ? owner : set(owner, after)
        })
        return isChanged ? next : all
      }),
  }))

/** Cached queries that are written in a way of their own, such as the card lists of a board, which are also counted. */
export interface ItemCache<T> {
  /** The item as the pages show it; undefined when none has loaded it. */
  readonly find: (session: KeySession, id: string) => T | undefined
  /** Shows fields of an item wherever it is. */
  readonly show: (session: KeySession, item: T, fields: Partial<T>) => void
  /** Takes an item out of every list. Returns how to put it back where it was. */
  readonly hide: (session: KeySession, item: T) => () => void
}

const isItemCache = <T>(places: readonly Place<T>[] | ItemCache<T>): places is ItemCache<T> =>
  'show' in places

/** A place whose items are edited in another shape, such as one with two fields as one. */
export const mapPlace = <Response, T>(
  { query, update }: Place<Response>,
  toItem: (one: Response) => T,
  fromItem: (item: T) => Response,
): Place<T> => ({
  query,
  update: (response, input, change) =>
    update(response, input, (all, accepts) => {
      const originals = new Map(all.map((one) => [toItem(one), one]))
      const before = [...originals.keys()]
      const after = change(before, (item) => accepts(fromItem(item)))
      return after === before ? all : after.map((item) => originals.get(item) ?? fromItem(item))
    }),
})

interface Places<T extends Item> {
  readonly places: readonly Place<T>[] | ItemCache<T>
  readonly order?: (one: T, other: T) => number
}

/** The item as the pages show it, in its newest version; undefined when none has loaded it. */
export function findItem<T extends Item>(
  session: KeySession,
  { places }: Places<T>,
  id: string,
): T | undefined {
  if (isItemCache(places)) return places.find(session, id)
  const { queryClient } = session
  let newest: T | undefined
  for (const { query, update } of places)
    for (const [key, response] of queryClient.getQueriesData({ queryKey: [query] }))
      if (response !== undefined)
        update(response, key[1], (items) => {
          const item = items.find((one) => one.id === id)
          // Versions are numbers; without them, or where they are equal, the first place counts.
          if (!newest || Number(item?.version) > Number(newest.version)) newest = item
          return items
        })
  return newest
}

/**
 * Shows fields of an item wherever it is. A list that has it no longer loses it, and one that has it now gets it. With `base`,
 * the version that the fields were changed in, a copy of another version keeps its own: other fields of it may be older.
 */
export function showItem<T extends Item>(
  session: KeySession,
  resource: Places<T>,
  item: T,
  fields: Partial<T> = item,
  base?: string,
) {
  const { places } = resource
  if (isItemCache(places)) return places.show(session, item, fields)
  updatePlaces(session, places, () => (items, accepts) => {
    const index = items.findIndex(({ id }) => id === item.id)
    const found = items[index]
    if (!found) return accepts(item) ? insertInOrder(resource, items, item) : items
    const isOtherVersion = base !== undefined && found.version !== base
    const next = { ...found, ...fields, ...(isOtherVersion && { version: found.version }) }
    if (accepts(next) === false) return items.toSpliced(index, 1)
    const isMoved = resource.order !== undefined && resource.order(found, next) !== 0
    return isMoved
      ? insertInOrder(resource, items.toSpliced(index, 1), next)
      : items.toSpliced(index, 1, next)
  })
}

/** Changes an item wherever it is, each copy from what it shows. */
export function changeItem<T extends Item>(
  session: KeySession,
  places: readonly Place<T>[],
  id: string,
  change: (item: T) => T,
) {
  updatePlaces(session, places, () => (items) => {
    const index = items.findIndex((one) => one.id === id)
    const found = items[index]
    return found ? items.toSpliced(index, 1, change(found)) : items
  })
}

/** Before the first item that comes after it, or at the end. */
function insertInOrder<T extends Item>({ order }: Places<T>, items: readonly T[], item: T) {
  const index = order ? items.findIndex((other) => order(item, other) < 0) : -1
  return items.toSpliced(index < 0 ? items.length : index, 0, item)
}

/** Takes an item out of every list. Returns how to put it back where it was. */
export function hideItem<T extends Item>(
  session: KeySession,
  { places }: Places<T>,
  id: string,
): () => void {
  if (isItemCache(places)) {
    const item = places.find(session, id)
    return item ? places.hide(session, item) : () => undefined
  }
  const origins = new Map<string, { readonly item: T; readonly index: number }>()
  updatePlaces(session, places, (key) => (items) => {
    const index = items.findIndex((one) => one.id === id)
    const item = items[index]
    if (!item) return items
    origins.set(JSON.stringify(key), { item, index })
    return items.toSpliced(index, 1)
  })
  return () =>
    updatePlaces(session, places, (key) => (items, accepts) => {
      const origin = origins.get(JSON.stringify(key))
      const isThere = items.some((one) => one.id === id)
      if (!origin || isThere || accepts(origin.item) === false) return items
      return items.toSpliced(origin.index, 0, origin.item)
    })
}

function updatePlaces<T extends Item>(
  session: KeySession,
  places: readonly Place<T>[],
  changeOf: (key: QueryKey) => ListChange<T>,
) {
  const { queryClient } = session
  writeAtOnce(() => {
    for (const { query, update, keepsRows } of places)
      for (const [key, response] of queryClient.getQueriesData({ queryKey: [query] })) {
        if (response === undefined) continue
        const next = update(response, key[1], changeOf(key))
        if (next === response) continue
        const state = queryClient.getQueryState(key)
        const isFetching = state?.fetchStatus !== 'idle'
        // A response in flight is older than this change.
        cancelQuery(queryClient, key)
        queryClient.setQueryData(key, next)
        // What made it stale before is not in this change.
        if (isFetching || (state?.isInvalidated && !keepsRows)) invalidateWhenIdle(session, key)
        else if (state?.isInvalidated)
          void queryClient.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' })
      }
  })
}

/** Marks a query stale again, and refetches it once no change is pending, whose response would be older. */
function invalidateWhenIdle({ queryClient, mutate }: KeySession, queryKey: QueryKey) {
  void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  const refetch = () => void queryClient.invalidateQueries({ queryKey, exact: true })
  // Nothing may be pending, unless this change is sent next.
  queueMicrotask(() => mutate.whenIdle(refetch))
}
