import type { Page } from '@playwright/test'

import type { Call } from '#client/api-client.ts'
import { findThemeViolations } from '../axe.ts'
import { rejectRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'
import { deletePosts } from '../inbox-page.ts'
import { isPublicProfile } from '../service.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const rows = (page: Page) => page.getByTestId('row')
/** Writes on one board, in this order. */
async function createPosts(
  api: Call,
  posts: readonly { title: string; details?: string; status?: string; tags?: string[] }[],
) {
  const boards = await api('GET /feedback/boards', {})
  const board_id = boards.data[0]?.id ?? (await api('POST /feedback/boards', { name: 'Ideas' })).id
  for (const post of posts) await api('POST /feedback/posts', { board_id, ...post })
}
const openRow = (page: Page) => page.locator('[data-testid=row] a[aria-current=page]')

test('F5 search finds a title, marks it and keeps q', { tag: '@both' }, async ({ page, api }) => {
  const titles = ['Refill pouches', 'Gift notes', 'Pause a subscription']
  await createPosts(
    api,
    titles.map((title) => ({ title, details: '**Bold** words of it' })),
  )
  await page.goto('/feedback/posts')
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).first()).toContainText('Bold words of it')
  await page.keyboard.press('/')
  await page.keyboard.type('paus')
  await expect(page).toHaveURL(/[?&]q=paus$/)
  await expect(rows(page)).toHaveCount(1)
  await expect(page.locator('mark')).toHaveText('Paus')
  await expect(page.getByTestId('live-polite')).toHaveText('1 post')
  await page.reload()
  await expect(rows(page)).toHaveText(/Pause a subscription/)
  await rows(page).getByRole('link').click()
  await expect(page).toHaveURL(/\/feedback\/posts\/[^/]+\?q=paus$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pause a subscription')
  expect(await findThemeViolations(page)).toEqual([])
  await page.getByRole('searchbox', { name: 'Search posts' }).fill('nothing like this')
  await expect(
    page.getByRole('heading', { name: 'No posts match “nothing like this”.' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows(page)).toHaveCount(3)
})

test('F8 many posts render under a hundred rows', async ({ page, api }) => {
  await createPosts(
    api,
    Array.from({ length: 130 }, (_, index) => ({ title: `Wish ${index}` })),
  )
  await page.goto('/feedback/posts')
  await expect(rows(page).first()).toContainText('Wish 129')
  const list = page.getByRole('list', { name: 'Posts' })
  await expect(async () => {
    await list.evaluate((one) => one.parentElement?.scrollTo(0, one.scrollHeight))
    await expect(page.getByRole('link', { name: /Wish 0\b/ })).toBeVisible({ timeout: 500 })
  }).toPass()
  expect(await rows(page).count()).toBeLessThan(100)
  await page.getByRole('link', { name: /Wish 0\b/ }).click()
  await expect(page.getByText('130 of 130')).toBeVisible()
  for (let step = 0; step < 30; step++) await page.keyboard.press('k')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wish 30')
  await expect(page.getByText('100 of 130')).toBeVisible()
  expect(await rows(page).count()).toBeLessThan(100)

  if (isPublicProfile()) return // no totals
  // The posts of a search come without their number.
  const counting = page.waitForResponse((response) => {
    const query = new URL(response.url()).searchParams
    return query.get('search') === 'wish' && query.get('limit') === '1'
  })
  await page.getByRole('searchbox', { name: 'Search posts' }).fill('wish')
  expect((await (await counting).json()).paging.total).toBe(130)
  await expect(page.getByText('100 of 130')).toBeVisible()
})

test('J, K and U lead through the posts of a filter', async ({ page, api }) => {
  const statuses = await api('GET /feedback/statuses', {})
  const done = statuses.data.find(({ category }) => category === 'done')
  if (done?.key === undefined) throw new Error('No status is done.')
  await createPosts(api, [
    { title: 'Older' },
    { title: 'Finished', status: done.key },
    { title: 'Newer' },
  ])
  await page.goto('/')
  await expect(page.locator('[data-page=overview]')).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Status' }).click()
  const notDone = page.getByRole('checkbox', { name: 'Not done' })
  // Not `check()`: the state follows the URL, after the click.
  await notDone.click()
  await expect(notDone).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(2)
  await page.keyboard.press('j')
  await expect(openRow(page)).toContainText('Newer')
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Older')
  await expect(page.getByText('2 of 2')).toBeVisible()
  await page.keyboard.press('k')
  await expect(openRow(page)).toContainText('Newer')
  await page.keyboard.press('u')
  await expect(page).toHaveURL(/\/feedback\/posts\?status=not-done$/)
  await expect(openRow(page)).toHaveCount(0)
  // From the post that was open, and after it was deleted from its place.
  await expect(rows(page).first().getByRole('link')).toBeFocused()
  await page.keyboard.press('j')
  await expect(openRow(page)).toContainText('Older')
  await page.keyboard.press('k')
  await expect(openRow(page)).toContainText('Newer')
  await page.keyboard.press('Delete')
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('j')
  await expect(openRow(page)).toContainText('Older')
  await page.keyboard.press('u')

  await createPosts(api, [{ title: 'Just written' }])
  await expect(page.getByText('1 new post.')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(rows(page).first()).toContainText('Just written')
})

test('filters of posts fail by name, become views, and fit on a phone', async ({ page, api }) => {
  await test.step('a filter that needs statuses says that they failed to load', async () => {
    await createPosts(api, [{ title: 'Gift notes' }])
    const fault = await rejectRequests(
      page,
      'GET',
      /\/feedback\/statuses/,
      403,
      'insufficient_scope',
    )
    await page.goto('/feedback/posts?status=not-done')
    await expect(page.getByRole('heading', { name: 'Couldn’t load posts' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Status: Not done', exact: true })).toBeVisible()
    await expect(page.getByText('Select a post to read it')).toHaveCount(0)
    await fault.end()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rows(page)).toHaveText(/Gift notes/)
    await deletePosts(api)
  })

  await test.step('a filter is saved as a view and opened again', async () => {
    await createPosts(api, [{ title: 'Gift notes' }, { title: 'Refills', status: 'planned' }])
    await page.goto('/feedback/posts?status=planned')
    await expect(rows(page)).toHaveText(/Refills/)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('textbox').fill('Next up')
    await page.getByRole('button', { name: 'Save view' }).click()
    const tabs = page.getByRole('group', { name: 'Views' })
    await tabs.getByRole('link', { name: 'Default view' }).click()
    await expect(rows(page)).toHaveCount(2)
    await page.reload()
    await tabs.getByRole('link', { name: 'Next up' }).click()
    await expect(page).toHaveURL('/feedback/posts?status=planned')
    await expect(rows(page)).toHaveText([/Refills/])
    await deletePosts(api)
  })

  await test.step('on a phone a post is a page with a way back', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await createPosts(api, [{ title: 'Bigger text', tags: ['Reading'] }])
    await page.goto('/feedback/posts')
    await rows(page).getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bigger text')
    await expect(rows(page)).toBeHidden()
    await page.getByRole('link', { name: 'Back to posts' }).click()
    await expect(rows(page)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    // The filters are one row, which scrolls to its last.
    const filters = page.getByRole('group', { name: 'Filter posts' })
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      expect((await filters.boundingBox())?.height).toBeLessThan(72)
      const last = filters.getByRole('button').last()
      const name = (await last.textContent()) ?? ''
      await last.click()
      await expect(last).toBeInViewport({ ratio: 1 })
      const popover = page.getByRole('dialog', { name })
      await expect(popover).toBeInViewport({ ratio: 1 })
      await popover.getByRole('radio').last().click()
      const clear = filters.getByLabel(`Clear filter: ${name}`)
      await expect(clear).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Escape')
      await clear.click()
      await expect(clear).toHaveCount(0)
    }
  })
})
