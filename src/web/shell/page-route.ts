import { type ComponentType, createContext, createElement } from 'react'
import type { Params, RouteObject } from 'react-router-dom'

import { currentSession, type KeySession } from '#web/session/session.ts'
import { lazyChunk } from '#web/ui/lazy-chunk.tsx'

/** The key is enough: the default query function of the session derives the request from it. */
interface RouteQuery {
  readonly queryKey: readonly unknown[]
  readonly initialPageParam?: unknown
}

type RouteSession = Pick<KeySession, 'queryClient' | 'connection'>
type RouteQueries = (
  params: Params,
  search: URLSearchParams,
  session: RouteSession,
) => readonly RouteQuery[] | Promise<readonly RouteQuery[]>

/** `name` becomes `data-page` on `main`. */
export interface PageHandle {
  readonly name: string
  /** The page has the height of the window and scrolls inside; with `tall` only where that leaves room, not on a phone. */
  readonly fills?: true | 'tall'
  /** Loads the code and the queries of the page before its link is followed. */
  readonly prefetch?: (session: RouteSession, params: Params, search: URLSearchParams) => void
}

/** The route table, for link prefetch; importing the router would be a cycle. */
export const RoutesContext = createContext<RouteObject[]>([])

/** The code of a page. Loaded in a loader: the router would cache the failure of a `lazy` route for good. */
export function lazyPage(load: () => Promise<{ Component: ComponentType }>) {
  const chunk = lazyChunk(load)
  return {
    chunk,
    Component: () => {
      const page = chunk.get() // loaded, or the route would render its error boundary
      return page && createElement(page.Component)
    },
  }
}

/** Defines a page; its queries and its code load in parallel. Queries that take much code are a chunk of their own. */
export const pageRoute = (
  path: string,
  handle: PageHandle,
  queries: RouteQueries,
  load: () => Promise<{ Component: ComponentType }>,
  children: RouteObject[] = [],
): RouteObject => {
  const { chunk, Component } = lazyPage(load)
  const prefetchQueries = (session: RouteSession, params: Params, search: URLSearchParams) => {
    const { queryClient } = session
    // Neither throws: the page renders its own states. Awaiting them would delay the navigation.
    const prefetchAll = (options: readonly RouteQuery[]) => {
      for (const { queryKey, initialPageParam } of options)
        if (initialPageParam === undefined) void queryClient.prefetchQuery({ queryKey })
        else void queryClient.prefetchInfiniteQuery({ queryKey, initialPageParam })
    }
    const options = queries(params, search, session)
    // The chunk is one of the page, which reports its failure.
    if (options instanceof Promise) options.then(prefetchAll, () => undefined)
    else prefetchAll(options)
  }
  const prefetch: PageHandle['prefetch'] = (...args) => {
    prefetchQueries(...args)
    chunk.load().catch(() => undefined) // reported when the link is followed
  }
  return {
    path,
    handle: { ...handle, prefetch },
    loader: async ({ params, request, context }) => {
      prefetchQueries(context.get(currentSession), params, new URL(request.url).searchParams)
      await chunk.load()
      return null
    },
    children,
    Component,
  }
}
