import type { Locator, Page } from '@playwright/test'

import type { Call } from '#client/api-client.ts'
import { findThemeViolations } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { deletePosts } from '../inbox-page.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

async function createPost(api: Call, title = 'More light') {
  const { id: board_id } = await api('POST /feedback/boards', { name: 'Ideas' })
  return api('POST /feedback/posts', { board_id, title })
}

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Properties' })
const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not visible.')
  return box
}

test('a post in a narrow window has a sheet, a menu and a whole toast', async ({ page, api }) => {
  await test.step('the properties are in a sheet at 390 and 320 px', async () => {
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 780 })
      const { id: post_id } = await createPost(api)
      await page.goto(`/feedback/posts/${post_id}`)
      const bar = page.getByRole('article').locator('header').first()
      await expect(page.getByRole('article')).toContainText('Open')
      const controls = bar.locator('a, button')
      const tops = await Promise.all((await controls.all()).map(boxOf))
      expect(new Set(tops.map(({ y, height }) => y + height / 2)).size).toBe(1)

      await page.getByRole('button', { name: 'Properties' }).click()
      await sheet(page)
        .getByRole('button', { name: /^Status: / })
        .click()
      await page.getByRole('dialog', { name: 'Status' }).getByText('Planned').click()
      await expect(sheet(page).getByRole('button', { name: /^Status: / })).toContainText('Planned')
      await expect(sheet(page).getByRole('region', { name: 'Votes' })).toContainText('0 votes')
      expect(await findThemeViolations(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(sheet(page)).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Properties' })).toBeFocused()
      await expect(page.getByRole('article')).toContainText('Planned')
      const stored = () => api('GET /feedback/posts/:post_id', { post_id })
      await expect.poll(async () => (await stored()).status).toBe('planned')

      // Keys need no sheet, except for the votes that are in it.
      await page.keyboard.press('s')
      await page.keyboard.press('2')
      await expect.poll(async () => (await stored()).status).toBe('under_review')
      await page.keyboard.press('v')
      await expect(sheet(page).getByRole('combobox', { name: 'Vote of' })).toBeFocused()
    }
  })

  await test.step('the menu of a phone deletes a post', async () => {
    await deletePosts(api)
    await page.setViewportSize({ width: 320, height: 780 })
    const { id } = await createPost(api)
    await page.goto(`/feedback/posts/${id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menuitem')).toHaveCount(3)
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByTestId('row')).toHaveCount(0)
  })

  await test.step('a toast with a long title keeps its button at 1280 and 320 px', async () => {
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 780 })
      const title = '🧴'.repeat(127)
      const { id } = await createPost(api, title)
      await page.goto(`/feedback/posts/${id}`)
      const properties = page.getByRole('button', { name: /^(Properties$|Status: )/ })
      await expect(properties).toBeVisible()
      await page.keyboard.press('Delete')
      const button = page.getByTestId('toast').getByRole('button', { name: /Undo|Restore/ })
      await expect(button).toBeInViewport({ ratio: 1 })
      await button.click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    }
  })
})
