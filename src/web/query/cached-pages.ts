import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'

/** A list as it is cached: one page, or all that were loaded one after the other. */
export type CachedPages<Page> = InfiniteData<Page, string | null> | Page

const isInfinite = <Page extends object>(
  cached: CachedPages<Page>,
): cached is InfiniteData<Page, string | null> => 'pages' in cached

export const pagesOf = <Page extends object>(
  cached: CachedPages<Page> | undefined,
): readonly Page[] => {
  if (!cached) return []
  return isInfinite(cached) ? cached.pages : [cached]
}

/** Every cached page of the queries whose key begins like this. */
export const getCachedPages = <Page extends object>(
  queryClient: QueryClient,
  queryKey: QueryKey,
): readonly Page[] =>
  queryClient
    .getQueriesData<CachedPages<Page>>({ queryKey })
    .flatMap(([, cached]) => pagesOf(cached))

/** Changes every cached page of the queries whose key begins like this. */
export function updateCachedPages<Page extends object>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  update: (page: Page) => Page,
) {
  const updateIn = (cached: CachedPages<Page>) =>
    isInfinite(cached) ? { ...cached, pages: cached.pages.map(update) } : update(cached)
  queryClient.setQueriesData<CachedPages<Page>>(
    { queryKey },
    (cached) => cached && updateIn(cached),
  )
}
