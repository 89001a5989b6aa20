import type { QueryClient } from '@tanstack/react-query'

import type { List } from '#client/resources.ts'
import { endpointPages, endpointQuery } from '#web/query/endpoint-query.ts'

/** Lists page by page. Archived lists need the capability `filters`. */
export const listPages = (archived = false) =>
  endpointPages('GET /lists', archived ? { archived: true } : {})

export const listQuery = (list_id: string) => endpointQuery('GET /lists/:list_id', { list_id })

export const tagPages = (list_id: string) => endpointPages('GET /lists/:list_id/tags', { list_id })

export const segmentPages = (list_id: string) =>
  endpointPages('GET /lists/:list_id/segments', { list_id })

/** What the header of a list requests, together with the page below it. */
export const listHeaderQueries = (list_id: string) => [
  listQuery(list_id),
  segmentPages(list_id),
  tagPages(list_id),
]

/** A list from the pages of lists, while the list itself is loading. */
export const getCachedList = (queryClient: QueryClient, list_id: string): List | undefined =>
  [listPages(), listPages(true)]
    .flatMap(({ queryKey }) => queryClient.getQueryData(queryKey)?.pages ?? [])
    .flatMap(({ data }) => data)
    .find(({ id }) => id === list_id)
