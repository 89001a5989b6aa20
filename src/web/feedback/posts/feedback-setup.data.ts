import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { endpointPages } from '#web/query/endpoint-query.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'

export function useFeedbackBoards() {
  const query = useInfiniteQuery(endpointPages('GET /feedback/boards', {}))
  useAllPages(query, true)
  return useItems(query)
}

/** In the order of the workflow. */
export function usePostStatuses() {
  const query = useInfiniteQuery(endpointPages('GET /feedback/statuses', {}))
  useAllPages(query, true)
  return useItems(query)
}

interface Pages<Item> {
  readonly data: { readonly pages: readonly { readonly data: readonly Item[] }[] } | undefined
  readonly hasNextPage: boolean
}

/** Undefined until all pages are loaded. */
const useItems = <Item>({ data, hasNextPage }: Pages<Item>): readonly Item[] | undefined =>
  useMemo(
    () => (data && !hasNextPage ? data.pages.flatMap((page) => page.data) : undefined),
    [data, hasNextPage],
  )
