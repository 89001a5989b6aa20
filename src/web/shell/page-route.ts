import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, createContext } from 'react'
import type { Params, RouteObject } from 'react-router-dom'

import { currentSession } from '#web/session/session.ts'

/** The key says all: the session's cache knows how to ask for it. */
interface Need {
  readonly queryKey: readonly unknown[]
  readonly initialPageParam?: unknown
}

type Needs = (params: Params, search: URLSearchParams) => Need[]

/** What the layout knows of a page; `name` is what tests find on `main` as `data-page`. */
export interface PageHandle {
  readonly name: string
  /** The page is as tall as the window and scrolls inside itself. */
  readonly fills?: boolean
  /** Fetches its code and what it reads, for a link that is about to be followed. */
  readonly ahead?: (queryClient: QueryClient, params: Params, search: URLSearchParams) => void
}

/** The table of pages, for the parts of the shell that look ahead; the router itself imports the shell. */
export const RoutesContext = createContext<RouteObject[]>([])

/** A page: its address, what it reads, and its code. Data and code set off together. */
export const route = (
  path: string,
  handle: PageHandle,
  needs: Needs,
  page: () => Promise<{ Component: ComponentType }>,
): RouteObject => {
  const read = (queryClient: QueryClient, params: Params, search: URLSearchParams) => {
    for (const { queryKey, initialPageParam } of needs(params, search)) {
      // Neither throws; the page shows its own states. Nothing is awaited, else the old page would stand still.
      if (initialPageParam === undefined) void queryClient.prefetchQuery({ queryKey })
      else void queryClient.prefetchInfiniteQuery({ queryKey, initialPageParam })
    }
  }
  const ahead: PageHandle['ahead'] = (...asked) => {
    read(...asked)
    page().catch(() => undefined) // said when the link is followed
  }
  return {
    path,
    handle: { ...handle, ahead },
    loader: ({ params, request, context }) => {
      read(context.get(currentSession).queryClient, params, new URL(request.url).searchParams)
      return null
    },
    lazy: { Component: async () => (await page()).Component },
  }
}
