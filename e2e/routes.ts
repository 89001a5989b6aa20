import type { Page } from '@playwright/test'

import type { BuiltBoard } from './fixtures.ts'

/** Every page that reads the service: its address, and what is there once it has read. */
export const routes = {
  overview: { path: () => '/', ready: '[data-page=overview] [data-state=ready]' },
  boards: { path: () => '/boards', ready: '[data-page=boards] [data-testid=row]' },
  board: {
    path: (board: BuiltBoard) => `/boards/${board.id}`,
    ready: '[data-page=board] [data-testid=card]',
  },
} as const

export type RouteName = keyof typeof routes
// The keys of a literal are its names.
export const routeNames = Object.keys(routes) as RouteName[]

/** Goes on inside the page, as a link would, without loading it anew. */
export const followLink = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
