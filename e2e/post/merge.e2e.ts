import type { Page } from '@playwright/test'

import type { Call } from '#client/api-client.ts'
import { findThemeViolations } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const property = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}: `) })

/** Two posts with three votes each; one person voted for both. */
async function createPair(api: Call) {
  const { id: board_id } = await api('POST /feedback/boards', { name: 'Portal' })
  const from = await api('POST /feedback/posts', { board_id, title: 'Bigger letters' })
  const into = await api('POST /feedback/posts', { board_id, title: 'Bigger text' })
  const people = await Promise.all(
    [1, 2, 3, 4, 5].map((at) =>
      api('POST /feedback/users/identify', { email: `p${at}@hartlane.example` }),
    ),
  )
  for (const [post, voters] of [
    [from, people.slice(0, 3)],
    [into, people.slice(2)],
  ] as const)
    for (const { id: user_id } of voters)
      await api('POST /feedback/posts/:post_id/votes', { post_id: post.id, user_id })
  return { from: from.id, into: into.id }
}

async function choose(page: Page, title: string) {
  const field = page.getByRole('combobox', { name: 'Post to keep' })
  await field.fill(title)
  await page.getByRole('option', { name: title }).click()
}

test('T68 merging counts double votes once, and Undo returns them', async ({ page, api }) => {
  const { from, into } = await createPair(api)
  const count = async (post_id: string) => {
    const post = await api('GET /feedback/posts/:post_id', { post_id })
    const votes = await api('GET /feedback/posts/:post_id/votes', { post_id })
    expect(post.vote_count).toBe(votes.data.length)
    return votes.data.length
  }
  await page.goto(`/feedback/posts/${from}`)
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge into another post' })
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(dialog).toContainText('Choose the post to keep.')
  await choose(page, 'Bigger text')
  await expect(dialog).toContainText('This post3 votes')
  await expect(dialog).toContainText('At most 6 votes: who voted for both counts once.')
  expect(await findThemeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(heading(page)).toHaveText('Bigger text')
  await expect(page.getByRole('region', { name: 'Votes' })).toContainText('5 votes')
  await expect(page.getByTestId('row')).toHaveCount(1)
  expect(await count(into)).toBe(5)

  await page.goto(`/feedback/posts/${from}`)
  await expect(page.getByRole('note')).toContainText('This post was merged into another one.')
  await expect(page.getByRole('button', { name: 'Add a vote' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Merge', exact: true })).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Bigger text', exact: true }).click()
  await expect(heading(page)).toHaveText('Bigger text')
})

test('undoing a merge returns its votes and the post', async ({ page, api }) => {
  const { from, into } = await createPair(api)
  await page.goto(`/feedback/posts/${from}`)
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await choose(page, 'Bigger text')
  await page.keyboard.press('Control+Enter')
  await expect(heading(page)).toHaveText('Bigger text')
  const notice = page.getByTestId('toast').filter({ hasText: 'Merged “Bigger letters” into' })
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByTestId('row')).toHaveCount(2)
  const count = async (post_id: string) =>
    (await api('GET /feedback/posts/:post_id', { post_id })).vote_count
  await expect.poll(() => count(from)).toBe(3)
  expect(await count(into)).toBe(3)

  // Later the merged post itself has a way out, and that an undo.
  await api('POST /feedback/posts/:post_id/merge', { post_id: from, into_id: into })
  await page.goto(`/feedback/posts/${from}`)
  await page.getByRole('button', { name: 'Unmerge' }).click()
  await expect(page.getByRole('button', { name: 'Unmerge' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Votes' })).toContainText('3 votes')
  expect(await count(into)).toBe(3)
  await expect(heading(page)).toBeFocused()
  await page.keyboard.press('z')
  await expect(page.getByRole('button', { name: 'Unmerge' })).toBeVisible()
  expect(await count(into)).toBe(5)
})

test(
  'a duplicate is marked where posts cannot be merged',
  { tag: '@public' },
  async ({ page, api }) => {
    const { from, into } = await createPair(api)
    await page.clock.install()
    await page.goto(`/feedback/posts/${from}`)
    await page.getByRole('button', { name: 'Mark as duplicate' }).click()
    await choose(page, 'Bigger text')
    await page.getByRole('dialog').getByLabel('Status').selectOption({ label: 'Closed' })
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(property(page, 'Status')).toContainText('Closed')
    await expect(property(page, 'Tags')).toContainText('duplicate')
    // One undo takes back status, tag and note.
    const notice = page.getByTestId('toast').filter({ hasText: 'as a duplicate' })
    await notice.getByRole('button', { name: 'Undo' }).click()
    await expect(property(page, 'Status')).toContainText('Open')
    await expect(property(page, 'Tags')).not.toContainText('duplicate')
    await expect(page.getByRole('form', { name: 'New comment' }).locator('textarea')).toHaveValue(
      '',
    )
    await page.getByRole('button', { name: 'Mark as duplicate' }).click()
    await choose(page, 'Bigger text')
    await page.getByRole('dialog').getByLabel('Status').selectOption({ label: 'Closed' })
    await page.keyboard.press('Control+Enter')
    await expect(property(page, 'Tags')).toContainText('duplicate')
    await page.clock.runFor(7000)
    const notes = async () => {
      const input = { post_id: from, internal: true }
      return (await api('GET /feedback/posts/:post_id/comments', input)).data
    }
    await expect.poll(async () => (await notes()).length).toBe(1)
    expect((await notes())[0]?.body).toContain(`/feedback/posts/${into}`)
    expect((await api('GET /feedback/posts/:post_id', { post_id: from })).tags).toEqual([
      'duplicate',
    ])
  },
)
