import type { InfiniteData, QueryKey } from '@tanstack/react-query'

import type { FeedbackBoard, PostStatus, PostTag } from '#client/resources.ts'
import { endpointPages } from '#web/query/endpoint-query.ts'
import { cancelQuery, writeAtOnce } from '#web/query/query-client.ts'
import type { KeySession } from '#web/session/session.ts'
import { comparePositions } from './status-order.rules.ts'

export interface Items {
  readonly boards: FeedbackBoard
  readonly statuses: PostStatus
  readonly tags: PostTag
}
export type Kind = keyof Items

export const reads = {
  boards: 'GET /feedback/boards',
  statuses: 'GET /feedback/statuses',
  tags: 'GET /feedback/tags',
} as const

type Pages<Item> = InfiniteData<{ readonly data: readonly Item[] }>

const keyOf = (kind: Kind): QueryKey => endpointPages(reads[kind], {}).queryKey

/** All of a kind that are loaded. */
export const getItems = <K extends Kind>({ queryClient }: KeySession, kind: K) =>
  queryClient.getQueryData<Pages<Items[K]>>(keyOf(kind))?.pages.flatMap(({ data }) => data) ?? []

export const findItem = <K extends Kind>(session: KeySession, kind: K, id: string) =>
  getItems(session, kind).find((item) => item.id === id)

/** Changes the loaded items of a kind. An order that is new may cross the pages, so the first page gets them all. */
export function updateItems<K extends Kind>(
  { queryClient }: KeySession,
  kind: K,
  update: (items: readonly Items[K][]) => readonly Items[K][],
) {
  const queryKey = keyOf(kind)
  cancelQuery(queryClient, queryKey)
  writeAtOnce(() =>
    queryClient.setQueryData<Pages<Items[K]>>(queryKey, (cached) => {
      if (!cached) return cached
      const items = update(cached.pages.flatMap(({ data }) => data))
      const ordered = kind === 'statuses' ? items.toSorted(comparePositions) : items
      return {
        ...cached,
        pages: cached.pages.map((page, index) => ({ ...page, data: index === 0 ? ordered : [] })),
      }
    }),
  )
}

export const patchItem = <K extends Kind>(
  session: KeySession,
  kind: K,
  id: string,
  fields: Partial<Items[K]>,
) =>
  updateItems(session, kind, (items) =>
    items.map((item) => (item.id === id ? { ...item, ...fields } : item)),
  )
