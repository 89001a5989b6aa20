import type { Page } from '@playwright/test'

import { findBrowser, launchOptions } from '../../tools/find-browser.mjs'
import { expect, test } from '../fixtures.ts'
import { routes } from '../routes.ts'

// Playwright hides scrollbars, and with them the gutter that pages must agree on.
test.use({
  launchOptions: {
    ...launchOptions(await findBrowser()),
    ignoreDefaultArgs: ['--hide-scrollbars'],
  },
})

test.beforeEach(async ({ page, signIn }) => signIn(page))

/** The inline end of the header of a page and of the content under it. */
const rightEdges = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const header = main.querySelector('header')
    const right = (element: Element | null) => element?.getBoundingClientRect().right ?? 0
    return [right(header), right(header?.lastElementChild ?? null), right(main)]
  })

test('1.9 the header ends at the same edge on overview, boards and board', async ({
  page,
  targets,
}) => {
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 700 })
    const edges: Record<string, number[]> = {}
    for (const name of ['overview', 'boards', 'board'] as const) {
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
