import type { Locator, Page } from '@playwright/test'

import { expect, test } from '../fixtures.ts'
import { createWishes, deletePosts, statusesOf } from '../inbox-page.ts'
import { isPublicProfile } from '../service.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const status = (page: Page) =>
  page.getByRole('complementary', { name: 'Properties' }).getByRole('button', { name: /^Status: / })

/** Opens the first post and sets the status of so many with keys alone. Returns how many it pressed. */
async function triageByKeys(page: Page, count: number) {
  let presses = 0
  const press = async (key: string) => {
    presses += 1
    await page.keyboard.press(key)
  }
  await page.goto('/feedback/posts?status=open')
  await expect(page.getByTestId('row')).toHaveCount(count)
  for (let number = 1; number <= count; number++) {
    await press('j')
    await expect(heading(page)).toHaveText(`Wish ${number}`)
    await expect(status(page)).toContainText('Open')
    // The post before has left the list.
    await expect(page.getByTestId('row')).toHaveCount(count - number + 1)
    if (number === 1) await press('s')
    else await expect(status(page)).toBeFocused()
    await press('2')
    await expect(status(page)).toContainText('Under review')
    await expect(status(page)).toBeFocused()
  }
  return presses
}

test(
  'F3 posts triaged by keys, two for each after one to begin',
  { tag: '@both' },
  async ({ page, api }) => {
    const count = isPublicProfile() ? 3 : 20
    await createWishes(api, count)
    expect(await triageByKeys(page, count)).toBe(1 + 2 * count)
    await expect.poll(() => statusesOf(api)).toEqual(Array(count).fill('under_review'))
  },
)

test('J needs no request, and five posts take two clicks each', async ({ page, api }) => {
  await test.step('J shows the next post with no request before its text is painted', async () => {
    const [first, next] = await createWishes(api, 2)
    if (first === undefined || next === undefined) throw new Error('There are no posts.')
    await api('POST /feedback/posts/:post_id/comments', {
      post_id: next,
      body: 'Read ahead of time',
      internal: true,
    })
    const ahead = page.waitForResponse(new RegExp(`/posts/${next}/comments`))
    const post = page.waitForResponse(new RegExp(`/posts/${next}$`))
    await page.goto(`/feedback/posts/${first}`)
    await expect(heading(page)).toHaveText('Wish 1')
    for (const response of await Promise.all([ahead, post])) await response.finished()
    const requests: string[] = []
    page.on('request', (request) => {
      if (new RegExp(`/posts/${next}(/comments.*)?$`).test(request.url()))
        requests.push(request.url())
    })
    await page.keyboard.press('j')
    await expect(heading(page)).toHaveText('Wish 2')
    await expect(page.getByText('Read ahead of time')).toBeVisible()
    expect(requests).toEqual([])
    await deletePosts(api)
  })

  await test.step('five posts triaged by mouse, two clicks for each', async () => {
    await createWishes(api, 5)
    await page.goto('/feedback/posts?status=open')
    await expect(page.getByTestId('row')).toHaveCount(5)
    let clicks = 0
    const click = async (control: Locator) => {
      clicks += 1
      await control.click()
    }
    for (let number = 1; number <= 5; number++) {
      const row = page.getByTestId('row').first()
      await expect(row).toContainText(`Wish ${number}`)
      await row.hover()
      await click(row.getByRole('button', { name: `Actions for Wish ${number}` }))
      await click(page.getByRole('menuitemradio', { name: 'Under review' }))
      await expect(page.getByTestId('row')).toHaveCount(5 - number)
    }
    expect(clicks).toBe(10)
    await expect.poll(() => statusesOf(api)).toEqual(Array(5).fill('under_review'))
  })
})

test(
  'opening a post takes at most four requests',
  { tag: '@public' }, // on the full server also votes, cards and entries
  async ({ page, api }) => {
    const ids = await createWishes(api, 5)
    for (const post_id of ids)
      await api('POST /feedback/posts/:post_id/comments', { post_id, body: `Note on ${post_id}` })
    await page.goto('/feedback/posts')
    await expect(page.getByTestId('row')).toHaveCount(5)
    let requests: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/v1/')) requests.push(`${request.method()} ${pathname}`)
    })
    for (const [index, post_id] of ids.slice(0, 4).entries()) {
      requests = []
      // The post after this one is read last.
      const next = new RegExp(`/posts/${ids[index + 1]}`)
      const last = Promise.all([
        page.waitForResponse(
          (response) => next.test(response.url()) && !/comments/.test(response.url()),
        ),
        page.waitForResponse(
          (response) => next.test(response.url()) && /comments/.test(response.url()),
        ),
      ])
      if (index === 0) await page.getByTestId('row').first().getByRole('link').click()
      else await page.keyboard.press('j')
      await expect(heading(page)).toHaveText(`Wish ${index + 1}`)
      await expect(page.getByTestId('comment')).toContainText(`Note on ${post_id}`)
      await last
      expect(requests.length, requests.join()).toBeLessThanOrEqual(4)
    }
  },
)
