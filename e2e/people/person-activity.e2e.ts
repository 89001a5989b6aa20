import type { Page } from '@playwright/test'

import type { Call } from '#client/api-client.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const rows = (page: Page) => page.getByRole('main').getByTestId('row')

async function createActivity(api: Call) {
  const { id: board_id } = await api('POST /feedback/boards', { name: 'Ideas' })
  const identify = (email: string, name: string) =>
    api('POST /feedback/users/identify', { email, name })
  const asha = await identify('asha@example.com', 'Asha Bell')
  const dan = await identify('dan@example.com', 'Dan Whitcombe')
  const create = (title: string, user_id: string) =>
    api('POST /feedback/posts', { board_id, title, user_id })
  const [gifts, stamps] = [await create('Gift notes', asha.id), await create('Stamps', dan.id)]
  for (const post_id of [gifts.id, stamps.id])
    for (const user_id of [asha.id, dan.id])
      await api('POST /feedback/posts/:post_id/votes', { post_id, user_id })
  const body = 'Yes please'
  await api('POST /feedback/posts/:post_id/comments', {
    post_id: stamps.id,
    body,
    user_id: asha.id,
  })
  return asha
}

test('the counters of a person lead to their posts', async ({ page, api }) => {
  const asha = await createActivity(api)
  await page.goto(`/feedback/users/${asha.id}`)
  const drawer = page.getByRole('dialog', { name: 'Asha Bell' })
  await drawer.getByRole('link', { name: 'Show 1 post', exact: true }).click()
  await expect(page).toHaveURL(`/feedback/posts?author=${asha.id}`)
  await expect(rows(page)).toHaveText([/Gift notes/])
  await page.goBack()
  await drawer.getByRole('link', { name: 'Show posts with 1 comment' }).click()
  await expect(page).toHaveURL(`/feedback/posts?commenter=${asha.id}`)
  await expect(rows(page)).toHaveText([/Stamps/])
  await page.goBack()
  await drawer.getByRole('link', { name: 'Show posts with 2 votes' }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove the filter “Vote of Asha Bell”' }).click()
  await expect(page).toHaveURL('/feedback/posts')
})
