import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, createContext } from 'react'
import type { Params, RouteObject } from 'react-router-dom'

import { currentSession } from '#web/session/session.ts'

/** The key is enough: the default query function of the session derives the request from it. */
interface RouteQuery {
  readonly queryKey: readonly unknown[]
  readonly initialPageParam?: unknown
}

type RouteQueries = (params: Params, search: URLSearchParams) => RouteQuery[]

/** `name` becomes `data-page` on `main`. */
export interface PageHandle {
  readonly name: string
  /** The page has the height of the window and scrolls inside. */
  readonly fills?: boolean
  /** Loads the code and the queries of the page before its link is followed. */
  readonly prefetch?: (queryClient: QueryClient, params: Params, search: URLSearchParams) => void
}

/** The route table, for link prefetch; importing the router would be a cycle. */
export const RoutesContext = createContext<RouteObject[]>([])

/** Defines a page; its queries and its code load in parallel. */
export const pageRoute = (
  path: string,
  handle: PageHandle,
  queries: RouteQueries,
  load: () => Promise<{ Component: ComponentType }>,
  children: RouteObject[] = [],
): RouteObject => {
  const prefetchQueries = (queryClient: QueryClient, params: Params, search: URLSearchParams) => {
    for (const { queryKey, initialPageParam } of queries(params, search)) {
      // Neither throws: the page renders its own states. Awaiting them would delay the navigation.
      if (initialPageParam === undefined) void queryClient.prefetchQuery({ queryKey })
      else void queryClient.prefetchInfiniteQuery({ queryKey, initialPageParam })
    }
  }
  const prefetch: PageHandle['prefetch'] = (...args) => {
    prefetchQueries(...args)
    load().catch(() => undefined) // reported when the link is followed
  }
  return {
    path,
    handle: { ...handle, prefetch },
    loader: ({ params, request, context }) => {
      prefetchQueries(
        context.get(currentSession).queryClient,
        params,
        new URL(request.url).searchParams,
      )
      return null
    },
    children,
    lazy: { Component: async () => (await load()).Component },
  }
}
