import { type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { postsText as text } from '#web/messages/en/posts.ts'
import { endpointPages } from '#web/query/endpoint-query.ts'
import { useSearchState } from '#web/ui/form/use-search-state.ts'
import { toast } from '#web/ui/toast.ts'
import { findMissing, type InboxFilter } from './inbox-filter.rules.ts'

const lists = {
  board: endpointPages('GET /feedback/boards', {}),
  status: endpointPages('GET /feedback/statuses', {}),
  tag: endpointPages('GET /feedback/tags', {}),
}

/** Removes a board, a status or a tag that no longer exists from the filter in the URL, and says so. */
export function KnownFilter({ filter }: { filter: InboxFilter }) {
  const queryClient = useQueryClient()
  const [, setUrl] = useSearchState()
  const missing = findMissing(filter, {
    board: itemsOf(useInfiniteQuery(lists.board)),
    status: itemsOf(useInfiniteQuery(lists.status)),
    tag: itemsOf(useInfiniteQuery(lists.tag)),
  })
  const key = JSON.stringify(missing)
  const [checkedKey, setCheckedKey] = useState<string>()
  useEffect(() => {
    if (missing.length === 0) return undefined
    if (checkedKey === key) {
      for (const { param, value } of missing) toast({ text: text.gone[param](value) })
      setUrl(
        (params) => {
          for (const { param, rest } of missing)
            if (rest === '') params.delete(param)
            else params.set(param, rest)
          return params
        },
        { replace: true },
      )
      return undefined
    }
    // The lists are up to five minutes old and may lack what is new.
    const keys: QueryKey[] = missing.map(({ param }) => lists[param].queryKey)
    let isCurrent = true
    void Promise.all(keys.map((queryKey) => queryClient.refetchQueries({ queryKey }))).then(
      () => isCurrent && setCheckedKey(key),
    )
    return () => void (isCurrent = false)
    // oxlint-disable-next-line react/exhaustive-deps -- the key says what is missing
  }, [key, checkedKey])
  return null
}

interface LoadedPages<Item> {
  readonly data: { readonly pages: readonly { readonly data: readonly Item[] }[] } | undefined
  readonly hasNextPage: boolean
  readonly isError: boolean
}

/** Undefined until all are loaded. Others load the pages, for their menus. */
const itemsOf = <Item>({ data, hasNextPage, isError }: LoadedPages<Item>) =>
  hasNextPage || isError ? undefined : data?.pages.flatMap((page) => page.data)
