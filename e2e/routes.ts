import { expect, type Locator, type Page } from '@playwright/test'

import { nextFrame } from './board-page.ts'
import type { RouteTargets } from './fixtures.ts'

/** Every page with queries: its path, and what it renders once they are loaded. One test looks at all of an area. */
export const routes = {
  overview: {
    area: 'campaigns',
    path: () => '/',
    ready: '[data-page=overview] [data-state=ready]',
  },
  lists: {
    area: 'contacts',
    path: () => '/email/lists',
    ready: '[data-page=lists] [data-state=ready]',
  },
  contacts: {
    area: 'contacts',
    path: ({ list_id }: RouteTargets) => `/email/lists/${list_id}`,
    ready: '[data-page=contacts] [data-state=ready]',
  },
  contactImport: {
    area: 'contacts',
    path: ({ list_id }: RouteTargets) => `/email/lists/${list_id}/import`,
    ready: '[data-page=contact-import] [data-step=file]',
  },
  segments: {
    area: 'contacts',
    path: ({ list_id }: RouteTargets) => `/email/lists/${list_id}/segments`,
    ready: '[data-page=segments] [data-state=ready]',
  },
  tags: {
    area: 'contacts',
    path: ({ list_id }: RouteTargets) => `/email/lists/${list_id}/tags`,
    ready: '[data-page=tags] [data-state=ready]',
  },
  campaigns: {
    area: 'campaigns',
    path: () => '/email/campaigns',
    ready: '[data-page=campaigns] [data-state=ready]',
  },
  report: {
    area: 'campaigns',
    path: ({ campaign_ids }: RouteTargets) => `/email/campaigns/${campaign_ids[0]}`,
    ready: '[data-page=report] [data-panel=tiles]',
  },
  compare: {
    area: 'campaigns',
    path: ({ campaign_ids }: RouteTargets) => `/email/campaigns/compare?ids=${campaign_ids.join()}`,
    ready: '[data-page=compare] [data-state=ready]',
  },
  automations: {
    area: 'campaigns',
    path: () => '/email/automations',
    ready: '[data-page=automations] [data-state=ready]',
  },
  boards: { area: 'boards', path: () => '/boards', ready: '[data-page=boards] [data-testid=row]' },
  import: {
    area: 'boards',
    path: () => '/boards/import',
    // A server of the public API alone cannot import, and says so.
    ready: '[data-page=import] :is([data-state=ready], [data-state=missing])',
  },
  board: {
    area: 'boards',
    path: ({ board }: RouteTargets) => `/boards/${board.id}`,
    ready: '[data-page=board] [data-testid=card]',
  },
  table: {
    area: 'boards',
    path: ({ board }: RouteTargets) => `/boards/${board.id}?view=table`,
    ready: '[data-page=board] [data-testid=row]',
  },
  calendar: {
    area: 'boards',
    path: ({ board }: RouteTargets) => `/boards/${board.id}?view=calendar`,
    ready: '[data-page=board] [data-calendar] [data-testid=card]',
  },
  cards: {
    area: 'boards',
    path: () => '/cards',
    // A server of the public API alone cannot list them, and says so.
    ready: '[data-page=cards] :is([data-state=ready], [data-state=missing])',
  },
  people: {
    area: 'feedback',
    path: () => '/feedback/users',
    ready: '[data-page=people] :is([data-state=ready], [data-state=empty])',
  },
  posts: {
    area: 'feedback',
    path: () => '/feedback/posts',
    ready: '[data-page=posts] :is([data-state=ready], [data-state=empty])',
  },
  feedbackSetup: {
    area: 'feedback',
    path: () => '/feedback/posts/setup?tab=statuses',
    ready: '[data-page=feedback-setup] [data-state=ready]',
  },
  subscribers: {
    area: 'feedback',
    path: () => '/changelog/subscribers',
    ready: '[data-page=subscribers] [data-state=ready]',
  },
  changelog: {
    area: 'feedback',
    path: () => '/changelog',
    ready: '[data-page=changelog] :is([data-state=ready], [data-state=empty])',
  },
  keys: {
    area: 'developers',
    path: () => '/developers/keys',
    ready: '[data-page=keys] [data-testid=row]',
  },
  webhooks: {
    area: 'developers',
    path: () => '/developers/webhooks',
    ready: '[data-page=webhooks] [data-testid=row]',
  },
  webhook: {
    area: 'developers',
    path: ({ webhook_id }: RouteTargets) => `/developers/webhooks/${webhook_id}/settings`,
    ready: '[data-page=webhook] form',
  },
  audit: {
    area: 'developers',
    path: () => '/developers/audit',
    ready: '[data-page=audit] [data-testid=row]',
  },
  reference: {
    area: 'developers',
    path: () => '/developers/reference',
    ready: '[data-page=reference] li a',
  },
} as const

export type RouteName = keyof typeof routes
// The keys of a literal are its names.
const routeNames = Object.keys(routes) as RouteName[]
export const areas = [...new Set(Object.values(routes).map(({ area }) => area))]
export const routesOf = (area: (typeof areas)[number]) =>
  routeNames.filter((name) => routes[name].area === area)

/** Opens a page and waits for the deferred code: shortcuts, notices, polling and the offline state. */
export async function openWithDeferredCode(page: Page, address: string) {
  // The deferred shell starts by fetching the icon for its tab indicator.
  const faviconRequest = page.waitForRequest(
    (request) => request.url().endsWith('/favicon.svg') && request.resourceType() === 'fetch',
  )
  await page.goto(address)
  await faviconRequest
  await expect(page.locator('html')).toHaveAttribute('data-online', 'true')
}

/** Waits for a loading state whose timer has started; a paused clock may advance only after that. */
export async function waitForLoading(page: Page) {
  await expect(page.locator('[data-state=loading]').first()).toBeVisible()
  await nextFrame(page)
}

/** Advances a paused clock past the back-off of retries until the check passes. */
export const advanceUntil = (page: Page, check: () => Promise<void>) =>
  expect(async () => {
    await page.clock.fastForward(2000)
    await check()
  }).toPass({ timeout: 20_000, intervals: [50] })

/** Navigates on the client, as a link does, without a page load. */
export const followLink = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)

/** A page that failed offers an action in its `container`, and has its heading. */
export async function expectAction(page: Page, container: Locator, fault: string) {
  await expect(
    container.getByRole('button').or(container.getByRole('link')).first(),
    fault,
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 }), fault).toHaveCount(1)
  await expect(page.getByText('This page crashed'), fault).toHaveCount(0)
}
