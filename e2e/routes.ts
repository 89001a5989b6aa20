import { expect, type Page } from '@playwright/test'

import { nextFrame } from './board-page.ts'
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

/** Opens a page and waits for all that comes after its first paint: the keys, the notices, what asks again and what is said of the network. */
export async function openWhole(page: Page, address: string) {
  // The first thing the late part of the shell does is to fetch the drawing for its signs on the tab.
  const parts = page.waitForRequest(
    (asked) => asked.url().endsWith('/favicon.svg') && asked.resourceType() === 'fetch',
  )
  await page.goto(address)
  await parts
  await expect(page.locator('html')).toHaveAttribute('data-online', 'true')
}

/** A wait for the service is on the page, and its own clock has begun: only then may a clock that a test holds go on. */
export async function waitBegun(page: Page) {
  await expect(page.locator('[data-state=loading]').first()).toBeVisible()
  await nextFrame(page)
}

/** Lets a held clock go on, past the waits between the page's tries, until this is so. */
export const hurryUntil = (page: Page, isSo: () => Promise<void>) =>
  expect(async () => {
    await page.clock.fastForward(2000)
    await isSo()
  }).toPass({ timeout: 20_000 })

/** Goes on inside the page, as a link would, without loading it anew. */
export const followLink = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
