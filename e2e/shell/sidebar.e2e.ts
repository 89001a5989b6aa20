import type { Page } from '@playwright/test'

import { findBrowser, launchOptions } from '../../tools/find-browser.mjs'
import { openBoard } from '../board-page.ts'
import { expect, test } from '../fixtures.ts'
import { routeNames, routes } from '../routes.ts'

// Playwright hides scrollbars, and with them the gutter that pages must agree on.
test.use({
  launchOptions: {
    ...launchOptions(await findBrowser()),
    ignoreDefaultArgs: ['--hide-scrollbars'],
  },
})

test.beforeEach(async ({ page, signIn }) => signIn(page))

test('1.9 the sidebar and the bottom bar mark Boards on a board', async ({ page, board }) => {
  await page.goto('/')
  const main = page.getByRole('navigation', { name: 'Main' })
  const current = main.locator('[aria-current=page]')
  await expect(current).toHaveText('Overview')
  for (const width of [1440, 800, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await openBoard(page, board.id)
    await expect(current.filter({ visible: true })).toHaveText('Boards')
  }
})

/** The inline end of the header of a page and of the content under it. */
const rightEdges = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const header = main.querySelector('header')
    const right = (element: Element | null) => element?.getBoundingClientRect().right ?? 0
    return [right(header), right(header?.lastElementChild ?? null), right(main)]
  })

test('1.9 the header ends at the same edge on every page', async ({ page, targets }) => {
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 700 })
    const edges: Record<string, number[]> = {}
    for (const name of routeNames) {
      await page.goto(routes[name].path(targets))
      await expect(page.locator(routes[name].ready).first()).toBeVisible()
      edges[name] = await rightEdges(page)
    }
    const [header, , content] = edges['overview'] ?? []
    // The overview has no actions in its header.
    for (const name of ['boards', 'board'])
      expect(edges[name], name).toEqual([header, header, content])
  }
})

test('1.16 What’s new shows written release notes', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('menuitem', { name: 'What’s new' }).click()
  const dialog = page.getByRole('dialog', { name: 'What’s new' })
  await expect(dialog.getByRole('heading', { level: 3 }).first()).toHaveText('In this version')
  expect(await dialog.getByRole('listitem').count()).toBeGreaterThan(5)
  await expect(dialog).not.toContainText('Unreleased')
  await expect(dialog).not.toContainText('](')
})

test('the sidebar truncates the long name of a starred board', async ({ page, buildBoard }) => {
  const name = 'A board whose name is much longer than the sidebar can show in one line'
  const board = await buildBoard({ Ideas: ['Draw the poster'] }, name)
  await page.goto(`/boards/${board.id}`)
  await page.getByRole('button', { name: /^Star/ }).click()
  const link = page.getByRole('navigation').getByRole('link', { name })
  await expect(link).toBeVisible()
  const room = await link.evaluate((one) => {
    const nav = one.closest('nav')
    return nav ? nav.scrollWidth - nav.clientWidth : NaN
  })
  expect(room).toBe(0)
})

test('the sidebar counts open posts, and again when one is decided', async ({ page, api }) => {
  const portal = await api('POST /feedback/boards', { name: 'Ideas' })
  const create = (title: string) => api('POST /feedback/posts', { board_id: portal.id, title })
  await create('A print of the summer')
  const post = await create('Gift notes without prices')
  await page.goto(`/feedback/posts/${post.id}`)
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Posts/ })
  await expect(link).toHaveAccessibleName('Posts 2 open posts')
  await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible()
  await page.keyboard.press('s')
  await expect(page.getByRole('dialog', { name: 'Status' })).toBeVisible()
  await page.keyboard.type('planned')
  await page.keyboard.press('Enter')
  await expect(link).toHaveAccessibleName('Posts 1 open post')
  await page.keyboard.press('z')
  await expect(link).toHaveAccessibleName('Posts 2 open posts')
})
