import type { Page } from '@playwright/test'

import type { Call } from '#client/api-client.ts'
import { holdRequests, rejectRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'
import { deletePosts } from '../inbox-page.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const row = (page: Page, title: string) => page.getByTestId('row').filter({ hasText: title })
const bar = (page: Page) => page.getByRole('group', { name: 'Selection' })

async function createPosts(api: Call, titles: readonly string[]) {
  const { id: board_id } = await api('POST /feedback/boards', { name: 'Ideas' })
  return Promise.all(titles.map((title) => api('POST /feedback/posts', { board_id, title })))
}

test('X selects posts, and S sets the status of all', { tag: '@both' }, async ({ page, api }) => {
  const [one, two, three] = await createPosts(api, ['Gift notes', 'Loyalty stamps', 'Refills'])
  const statusOf = async (post: typeof one) =>
    (await api('GET /feedback/posts/:post_id', { post_id: post?.id ?? '' })).status
  await page.goto('/feedback/posts')
  await row(page, 'Gift notes').getByRole('link').focus()
  await page.keyboard.press('x')
  await row(page, 'Refills').getByRole('link').focus()
  await page.keyboard.press('x')
  await expect(bar(page)).toContainText('2 selected')
  await page.keyboard.press('s')
  await expect(page.getByRole('dialog', { name: 'Status' })).toBeVisible()
  await page.keyboard.type('planned')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Gift notes')).toContainText('Planned')
  await expect(row(page, 'Refills')).toContainText('Planned')
  await expect.poll(() => statusOf(one)).toBe('planned')
  await expect.poll(() => statusOf(three)).toBe('planned')
  expect(await statusOf(two)).toBe('open')
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
  const toast = page.getByTestId('toast')
  await expect(toast.getByRole('button', { name: 'Undo' })).toHaveText('UndoZ')
  await page.keyboard.press('z')
  await expect.poll(() => statusOf(one)).toBe('open')
  // Z undoes no undo.
  await expect(toast.getByRole('button', { name: 'Redo' })).toHaveText('Redo')
  await expect(row(page, 'Refills')).toContainText('Open')
  await expect.poll(() => statusOf(three)).toBe('open')
  // What was changed here is no news, what changes elsewhere is.
  await api('PATCH /feedback/posts/:post_id', { post_id: two?.id ?? '', details: 'News' })
  const changed = page.getByTestId('row').filter({ hasText: 'changed since you opened it' })
  await page.reload()
  await expect(changed).toHaveText(/Loyalty stamps/)
})

test('selected posts are deleted, and restored from the deleted view', async ({ page, api }) => {
  await createPosts(api, ['Gift notes', 'Loyalty stamps', 'Refills'])
  await page.goto('/feedback/posts')
  await row(page, 'Refills').getByRole('link').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(bar(page)).toContainText('2 selected')
  await page.keyboard.press('Delete')
  await expect(page.getByTestId('row')).toHaveCount(1)
  await expect(page.getByTestId('toast')).toContainText('Deleted 2 posts')
  await page
    .getByTestId('toast')
    .getByRole('button', { name: /Restore/ })
    .click()
  await expect(page.getByTestId('row')).toHaveCount(3)

  await row(page, 'Refills').getByRole('link').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Delete')
  await expect(page.getByTestId('row')).toHaveCount(2)
  await page.goto('/feedback/posts?view=deleted')
  await expect(page.getByTestId('row')).toHaveText(/Refills/)
  await row(page, 'Refills').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This post is deleted')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Refills', exact: true })).toBeVisible()
  await expect(page.getByTestId('row')).toHaveCount(0)
})

test('a failed change of one selected post is retried, tags are added beside their own', async ({
  page,
  api,
}) => {
  const posts = await createPosts(api, ['Gift notes', 'Refills'])
  await page.goto('/feedback/posts')
  await row(page, 'Gift notes').getByRole('link').focus()
  await page.keyboard.press('x')
  await row(page, 'Refills').getByRole('link').focus()
  await page.keyboard.press('x')
  const faults = await rejectRequests(
    page,
    'PATCH',
    new RegExp(posts[0]?.id ?? 'none'),
    422,
    'validation_error',
  )
  await page.keyboard.press('s')
  await page
    .getByRole('dialog', { name: 'Status' })
    .getByRole('option', { name: /Planned/ })
    .click()
  await expect(row(page, 'Refills')).toContainText('Planned')
  await expect(row(page, 'Gift notes')).toContainText('Open')
  await expect(page.getByTestId('job')).toContainText('1 failed')
  await faults.end()
  await page
    .getByTestId('job')
    .getByRole('button', { name: /^Retry/ })
    .click()
  await expect(row(page, 'Gift notes')).toContainText('Planned')

  const [post_id = ''] = posts.map(({ id }) => id)
  // It is shown before it is saved.
  const statusOf = async () => (await api('GET /feedback/posts/:post_id', { post_id })).status
  await expect.poll(statusOf).toBe('planned')
  await api('PATCH /feedback/posts/:post_id', { post_id, tags: ['Billing'] })
  await page.reload()
  await row(page, 'Gift notes').hover()
  await row(page, 'Gift notes').getByRole('checkbox').check()
  await row(page, 'Refills')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('2 selected')
  await bar(page).getByRole('button', { name: 'Tags' }).click()
  await expect(page.getByRole('dialog', { name: 'Tags' })).toBeVisible()
  await page.keyboard.type('Shipping')
  await page.keyboard.press('Enter')
  const tagsOf = async () =>
    Promise.all(
      posts.map(
        async ({ id }) => (await api('GET /feedback/posts/:post_id', { post_id: id })).tags,
      ),
    )
  await expect.poll(tagsOf).toEqual([['Billing', 'Shipping'], ['Shipping']])
})

test('posts that come back, and an undo of many, are listed', async ({ page, api }) => {
  await test.step('a deleted post that comes back elsewhere is listed again', async () => {
    const [post] = await createPosts(api, ['Gift notes'])
    const code = await holdRequests(page, 'GET', /\/bulk-posts-bar-/)
    await page.goto('/feedback/posts')
    await row(page, 'Gift notes').getByRole('link').focus()
    await page.keyboard.press('x')
    await page.keyboard.press('Delete')
    // The bar performs a key that was pressed before its code came.
    code.release()
    await expect(page.getByTestId('toast')).toContainText('Deleted 1 post')
    await api('POST /feedback/posts/:post_id/restore', { post_id: post?.id ?? '' })
    await expect(row(page, 'Gift notes')).toBeVisible()
    await deletePosts(api)
  })

  await test.step('undo of many reads posts that left the list', async () => {
    const posts = await createPosts(api, ['Gift notes', 'Loyalty stamps', 'Refills'])
    const statuses = () =>
      Promise.all(
        posts.map(
          async ({ id: post_id }) =>
            (await api('GET /feedback/posts/:post_id', { post_id })).status,
        ),
      )
    await page.goto('/feedback/posts?status=open')
    for (const title of ['Gift notes', 'Loyalty stamps', 'Refills']) {
      await row(page, title).hover()
      await row(page, title).getByRole('checkbox').check()
    }
    await expect(bar(page)).toContainText('3 selected')
    await page.keyboard.press('s')
    await page
      .getByRole('dialog', { name: 'Status' })
      .getByRole('option', { name: /Planned/ })
      .click()
    await expect.poll(statuses).toEqual(['planned', 'planned', 'planned'])
    // They stay for the next change of the selection.
    await expect(page.getByTestId('row')).toHaveCount(3)
    await page.keyboard.press('Escape')
    await expect(bar(page)).toHaveCount(0)
    await expect(page.getByTestId('row')).toHaveCount(0)
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await page.goBack()
    await expect(page.getByTestId('row')).toHaveCount(0)
    // Someone else goes on with one of them.
    const [first] = posts
    await api('PATCH /feedback/posts/:post_id', {
      post_id: first?.id ?? '',
      status: 'under_review',
    })
    await page.keyboard.press('z')
    await expect.poll(statuses).toEqual(['under_review', 'open', 'open'])
    await expect(page.getByTestId('job')).toContainText('1 post has changed since')
  })
})
