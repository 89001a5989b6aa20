import type { Page } from '@playwright/test'

import type { Call } from '#client/api-client.ts'
import { holdRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const rows = (page: Page) => page.getByRole('main').getByTestId('row')

async function createPeople(api: Call) {
  const { id: board_id } = await api('POST /feedback/boards', { name: 'Ideas' })
  const identify = (name: string, email: string) =>
    api('POST /feedback/users/identify', { name, email })
  const asha = await identify('Asha Bell', 'asha@example.com')
  const ash = await identify('Ash', 'ash@example.org')
  const dan = await identify('Dan Whitcombe', 'dan@example.com')
  const create = (title: string, user_id: string) =>
    api('POST /feedback/posts', { board_id, title, user_id })
  const posts = [
    await create('Gift notes', asha.id),
    await create('Stamps', ash.id),
    await create('Envelopes', dan.id),
  ]
  for (const { id: post_id } of posts)
    for (const { id: user_id } of [asha, ash, dan]) {
      await api('POST /feedback/posts/:post_id/votes', { post_id, user_id })
      await api('POST /feedback/posts/:post_id/comments', { post_id, user_id, body: 'Please' })
    }
  return { asha, ash, dan, posts }
}

/** Counts from the lists of posts, votes and comments. */
async function recount(api: Call) {
  const posts = (await api('GET /feedback/posts', {})).data
  const all = await Promise.all(
    posts.map(async ({ id: post_id, title, author }) => ({
      title,
      author: author?.id,
      voters: (await api('GET /feedback/posts/:post_id/votes', { post_id })).data.map(
        ({ user_id, user }) => user_id ?? user?.id,
      ),
      commenters: (await api('GET /feedback/posts/:post_id/comments', { post_id })).data.map(
        ({ author: by }) => by?.id,
      ),
    })),
  )
  const count = (ids: readonly (string | undefined)[], id: string) =>
    ids.filter((one) => one === id).length
  return {
    post: (title: string) => {
      const post = all.find((one) => one.title === title)
      return { votes: post?.voters.length, comments: post?.commenters.length }
    },
    person: (id: string) => ({
      posts: count(
        all.map(({ author }) => author),
        id,
      ),
      votes: count(
        all.flatMap(({ voters }) => voters),
        id,
      ),
      comments: count(
        all.flatMap(({ commenters }) => commenters),
        id,
      ),
    }),
  }
}

async function expectShownCounts(page: Page, api: Call, person: { id: string; name: string }) {
  const counted = await recount(api)
  await page.goto(`/feedback/users/${person.id}`)
  const activity = page
    .getByRole('dialog', { name: person.name })
    .getByRole('region', { name: 'Activity' })
  const { posts, votes, comments } = counted.person(person.id)
  await expect(activity).toContainText(`Posts${posts}Votes${votes}Comments${comments}`)
  await page.goto('/feedback/posts')
  for (const title of ['Gift notes', 'Stamps', 'Envelopes']) {
    await rows(page).filter({ hasText: title }).getByRole('link').first().click()
    const shown = counted.post(title)
    const votesRegion = page.getByRole('region', { name: 'Votes' })
    await expect(votesRegion.getByText(`${shown.votes} votes`, { exact: true })).toBeVisible()
    await expect(votesRegion.getByTestId('vote')).toHaveCount(shown.votes ?? 0)
    const comments = page.getByRole('list', { name: 'Comments', exact: true })
    await expect(comments.getByText('Please')).toHaveCount(shown.comments ?? 0)
  }
  return counted
}

async function chooseAction(page: Page, name: string, action: string) {
  await page.goto('/feedback/users')
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('T68 every count equals a recount after a merge and a deletion', async ({ page, api }) => {
  const { asha, ash, dan } = await createPeople(api)
  await chooseAction(page, 'Asha Bell', 'Merge with someone')
  const dialog = page.getByRole('dialog', { name: 'Merge Asha Bell' })
  await dialog.getByRole('combobox').fill('ash@example.org')
  await page.getByRole('option', { name: 'Ash' }).click()
  const hold = await holdRequests(page, 'POST', /\/merge$/)
  await dialog.getByRole('button', { name: 'Merge people' }).click()
  await expect(rows(page)).toHaveCount(2) // before the response
  hold.release()
  await expect(page.getByTestId('toast')).toContainText('Merged Ash into Asha Bell')
  const merged = await expectShownCounts(page, api, { id: asha.id, name: 'Asha Bell' })
  expect(merged.person(asha.id)).toEqual({ posts: 2, votes: 3, comments: 6 })
  expect(merged.person(ash.id)).toEqual({ posts: 0, votes: 0, comments: 0 })

  // The merge of two posts can be taken back.
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await page.getByRole('combobox', { name: 'Post to keep' }).fill('Gift notes')
  await page.getByRole('option', { name: 'Gift notes' }).click()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gift notes')
  const { votes } = (await recount(api)).post('Gift notes')
  await expect(page.getByRole('region', { name: 'Votes' })).toContainText(`${votes} votes`)
  const notice = page.getByTestId('toast').filter({ hasText: 'into “Gift notes”' })
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect(rows(page)).toHaveCount(3)
  const unmerged = await expectShownCounts(page, api, { id: asha.id, name: 'Asha Bell' })
  expect(unmerged.person(asha.id)).toEqual(merged.person(asha.id))

  await chooseAction(page, 'Dan Whitcombe', 'Forget person')
  const forget = page.getByRole('dialog', { name: 'Forget Dan Whitcombe?' })
  await forget.getByLabel(/Type/).fill('Dan Whitcombe')
  await forget.getByRole('button', { name: 'Forget person' }).click()
  await expect(page.getByTestId('toast')).toContainText('Forgot Dan Whitcombe')
  await expect(rows(page)).toHaveCount(1)
  const after = await expectShownCounts(page, api, { id: asha.id, name: 'Asha Bell' })
  expect(after.person(dan.id)).toEqual({ posts: 1, votes: 3, comments: 3 })
  await expect(page.getByText('Dan Whitcombe')).toHaveCount(0)
})

test('a person who could not be forgotten is listed again', async ({ page, api }) => {
  await api('POST /feedback/users/identify', { email: 'dan@example.com', name: 'Dan' })
  await chooseAction(page, 'Dan', 'Forget person')
  const forget = page.getByRole('dialog', { name: 'Forget Dan?' })
  await forget.getByLabel(/Type/).fill('Dan')
  const { key } = await api('POST /api-keys', { name: 'Reader', scope: 'read' })
  await page.route(/\/feedback\/users\/usr_/, (route) =>
    route.request().method() === 'DELETE'
      ? route.continue({
          headers: { ...route.request().headers(), authorization: `Bearer ${key}` },
        })
      : route.fallback(),
  )
  await forget.getByRole('button', { name: 'Forget person' }).click()
  await expect(forget.getByRole('alert')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
})

test('two people with the same identifiers are merged where this is reported', async ({
  page,
  api,
}) => {
  const { asha } = await createPeople(api)
  await api('POST /feedback/users/identify', { external_id: 'crm-8', name: 'A. Bell' })
  await page.goto('/feedback/users')
  await page.getByRole('button', { name: 'Add person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add person' })
  await dialog.getByLabel('Email').fill('asha@example.com')
  await dialog.getByLabel('External ID').fill('crm-8')
  await dialog.getByRole('button', { name: 'Add person' }).click()
  await dialog.getByRole('button', { name: /^Merge .*Bell and .*Bell/ }).click()
  const merge = page.getByRole('dialog', { name: /^Merge/ })
  await merge.getByRole('button', { name: 'Merge people' }).click()
  await expect(merge).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Add person' }).click()
  await expect(dialog).toHaveCount(0)
  const found = await api('POST /feedback/users/identify', { external_id: 'crm-8' })
  expect(found.email).toBe(asha.email)
})

test('people beyond the first page are reached', async ({ page, api }) => {
  for (let n = 0; n < 103; n += 1)
    await api('POST /feedback/users/identify', { email: `p${n}@example.com` })
  await page.goto('/feedback/users')
  await expect(page.getByRole('main').getByText('p102@example.com').first()).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(rows(page)).toHaveCount(3)
})
