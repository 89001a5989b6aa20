import type { Page } from '@playwright/test'

import type { Call } from '#client/api-client.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** How far the page or the post is wider than there is room for it. */
const findExcess = (page: Page) =>
  page.evaluate(() =>
    ['html', '.post', '.post-head']
      .map((selector) => document.querySelector(selector))
      .map((one) => (one ? one.scrollWidth - one.clientWidth : 0)),
  )

const row = (cells: readonly string[]) => `|${cells.join('|')}|`
const cells = (text: string) => Array.from({ length: 200 }, (_, at) => `${text} ${at}`)

/** A post with these details on a board of its own. */
async function createPost(api: Call, title: string, details = '') {
  const boards = await api('GET /feedback/boards', {})
  const board_id = boards.data[0]?.id ?? (await api('POST /feedback/boards', { name: 'Ideas' })).id
  return (await api('POST /feedback/posts', { board_id, title, details })).id
}

const texts: readonly (readonly [title: string, details: string, shown: string])[] = [
  ['Without details', '', 'No details'],
  ['Long', 'Lorem *ipsum* dolor.\n\n'.repeat(2270), 'Lorem ipsum dolor.'],
  ['One word', 'x'.repeat(50_000), 'too long or too complex'],
  [
    'Table',
    [row(cells('Column')), row(cells('-').map(() => '-')), row(cells('Cell'))].join('\n'),
    'Cell 199',
  ],
  ['Code', `\`\`\`\n${'let a = 1; '.repeat(1818)}\n\`\`\`\n\n\`${'y'.repeat(900)}\``, 'let a = 1'],
]

test('odd titles, details, statuses and people of posts are readable', async ({ page, api }) => {
  await test.step('long and empty details stay in the width of their pane', async () => {
    for (const [title, details, shown] of texts) {
      await page.goto(`/feedback/posts/${await createPost(api, title, details)}`)
      await expect(heading(page)).toHaveText(title)
      await expect(page.getByRole('article')).toContainText(shown)
      expect(await findExcess(page)).toEqual([0, 0, 0])
      await page.setViewportSize({ width: 390, height: 844 })
      await expect(page.getByRole('button', { name: 'Properties' })).toBeVisible()
      expect(await findExcess(page)).toEqual([0, 0, 0])
      await page.setViewportSize({ width: 1440, height: 900 })
    }
  })

  await test.step('a title of 255 emoji is edited, counted as the server does', async () => {
    const title = '😀'.repeat(255)
    const post_id = await createPost(api, title)
    await page.goto(`/feedback/posts/${post_id}`)
    await expect(heading(page)).toHaveText(title)
    await page.getByRole('button', { name: 'Edit' }).click()
    const field = page.getByRole('textbox', { name: 'Title' })
    await field.press('End')
    await page.keyboard.type('!')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(field).toHaveAccessibleDescription('At most 255 characters.')
    await field.press('Home')
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(heading(page)).toHaveText(`${'😀'.repeat(254)}!`)
    const stored = () => api('GET /feedback/posts/:post_id', { post_id })
    await expect.poll(async () => (await stored()).title).toBe(`${'😀'.repeat(254)}!`)
  })

  await test.step('an unknown status, odd tags, bots and forgotten people are readable', async () => {
    const post_id = await createPost(api, 'Lamps')
    const fan = await api('POST /feedback/users/identify', {
      email: 'dan@example.com',
      name: 'Dan',
    })
    const bot = { external_id: 'github:robo[bot]', name: 'robo[bot]' }
    const body = '<details><summary>Notes</summary></details>'
    await api('POST /feedback/posts/:post_id/comments', { post_id, body: 'Mine', user_id: fan.id })
    await api('POST /feedback/posts/:post_id/comments', { post_id, body, user: bot })
    await api('DELETE /feedback/users/:user_id', { user_id: fan.id })
    const tags = ['__proto__', 'constructor']
    await api('PATCH /feedback/posts/:post_id', { post_id, tags })
    await page.route(/\/v1\/feedback\/posts\/pst_\w+$/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), status: 'toString' } })
    })
    await page.goto(`/feedback/posts/${post_id}?tag=__proto__`)
    await expect(page.getByTestId('row')).toContainText('__proto__')
    const properties = page.getByRole('complementary', { name: 'Properties' })
    await expect(properties).toContainText('To string')
    for (const tag of tags) await expect(properties).toContainText(tag)
    const comments = page.getByTestId('comment')
    await expect(comments.first()).toContainText('No name')
    await expect(comments.last()).toContainText('robo[bot]')
    await expect(comments.last()).toContainText(body)
    await expect(page).toHaveURL(/\?tag=__proto__$/)
  })
})
