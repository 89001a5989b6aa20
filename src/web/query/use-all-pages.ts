import { useEffect } from 'react'

interface Pages {
  readonly isFetching: boolean
  readonly isError: boolean
  readonly hasNextPage: boolean
  readonly fetchNextPage: () => unknown
}

/** Fetches one page after another, as long as they are needed: for what is searched by its names, which the server cannot. */
export function useAllPages(query: Pages, isNeeded: boolean): void {
  useEffect(() => {
    if (isNeeded && query.hasNextPage && !query.isFetching && !query.isError)
      void query.fetchNextPage()
  }, [isNeeded, query])
}
