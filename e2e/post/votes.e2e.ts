import type { Page } from '@playwright/test'

import type { Call } from '#client/api-client.ts'
import { findThemeViolations } from '../axe.ts'
import { rejectRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'
import { isPublicProfile } from '../service.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

async function createPost(api: Call) {
  const board = await api('POST /feedback/boards', { name: 'Portal' })
  return api('POST /feedback/posts', { board_id: board.id, title: 'Pause a subscription' })
}

const votes = (page: Page) => page.getByRole('region', { name: 'Votes' })
const choose = async (page: Page, text: string) => {
  await page.getByRole('combobox', { name: 'Vote of' }).fill(text)
  await page.getByRole('option', { name: text }).first().click()
}

test(
  'F6 T67 a new address is identified, then votes only once',
  { tag: '@both' },
  async ({ page, api }) => {
    const { id: post_id } = await createPost(api)
    const lines: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (request.method() === 'POST') lines.push(pathname.split('/').at(-1) ?? '')
    })
    const count = async () => (await api('GET /feedback/posts/:post_id', { post_id })).vote_count
    await page.goto(`/feedback/posts/${post_id}`)
    await expect(votes(page)).toContainText('0 votes')
    await page.keyboard.press('v')
    await choose(page, 'new@example.com')
    await expect(votes(page)).toContainText('1 vote')
    const row = votes(page).getByTestId('vote')
    await expect(row).toContainText('new@example.com')
    expect(lines).toEqual(['identify', 'votes'])
    await expect(votes(page).getByRole('button', { name: 'Add a vote' })).toBeFocused()

    await votes(page).getByRole('button', { name: 'Add a vote' }).click()
    await choose(page, 'new@example.com')
    await expect(votes(page)).toContainText('new@example.com already voted')
    expect(await count()).toBe(1)
    expect(await findThemeViolations(page)).toEqual([])

    await row.getByRole('button', { name: 'Remove the vote of new@example.com' }).click()
    await expect(row).toHaveCount(0)
    await expect(votes(page)).toContainText('0 votes')
    const notice = page.getByTestId('toast').filter({ hasText: 'Removed the vote' })
    await notice.getByRole('button', { name: 'Undo' }).click()
    await expect(votes(page)).toContainText('1 vote')
    await expect(row).toHaveCount(1)
    expect(await count()).toBe(1)

    // Only where voters can be listed is a vote of before known.
    await page.reload()
    await expect(votes(page)).toContainText('1 vote')
    await expect(row).toHaveCount(isPublicProfile() ? 0 : 1)
  },
)

test('T70 an address in another case is the same voter', async ({ page, api }) => {
  const { id: post_id } = await createPost(api)
  const first = await api('POST /feedback/users/identify', { email: 'eva@example.com' })
  await page.goto(`/feedback/posts/${post_id}`)
  await expect(votes(page)).toContainText('0 votes')
  await page.keyboard.press('v')
  await choose(page, 'eva@example.com')
  await expect(votes(page)).toContainText('1 vote')
  await expect(votes(page).getByRole('button', { name: 'Add a vote' })).toBeFocused()
  await page.keyboard.press('v')
  await choose(page, 'Eva@Example.com')
  await expect(votes(page)).toContainText('already voted')
  await expect(votes(page)).toContainText('1 vote')
  // A system of customers knows her later.
  const input = { email: 'EVA@example.com', external_id: 'crm-7' }
  const known = await api('POST /feedback/users/identify', input)
  expect(known).toMatchObject({ id: first.id })
  await page.goto(`/feedback/users/${first.id}`)
  await expect(page.getByRole('main')).toContainText('crm-7')
})

test('undoing the removal of a vote keeps its date where the server can', async ({ page, api }) => {
  const { id: post_id } = await createPost(api)
  const input = { post_id, email: 'old@example.com' }
  const created_at = '2025-03-01T10:00:00.000Z'
  await api('POST /feedback/posts/:post_id/votes', { ...input, import: true, created_at })
  await page.goto(`/feedback/posts/${post_id}`)
  await votes(page)
    .getByRole('button', { name: /^Remove the vote/ })
    .click()
  await expect(votes(page)).toContainText('0 votes')
  await page.keyboard.press('z')
  await expect(votes(page)).toContainText('1 vote')
  // It counts at once; it is in the list once the server has it.
  await expect(votes(page).getByTestId('vote')).toHaveCount(1)
  const { data } = await api('GET /feedback/posts/:post_id/votes', { post_id })
  expect(data.map((vote) => vote.created_at)).toEqual([created_at])
})

test('voters are listed newest first and all on request', async ({ page, api }) => {
  const { id: post_id } = await createPost(api)
  for (let n = 0; n < 7; n += 1)
    await api('POST /feedback/posts/:post_id/votes', { post_id, email: `v${n}@example.com` })
  await api('PATCH /feedback/posts/:post_id', { post_id, import: true, imported_votes: 40 })
  await page.goto(`/feedback/posts/${post_id}`)
  const rows = votes(page).getByTestId('vote')
  await expect(rows).toHaveCount(5)
  await expect(rows.first()).toContainText('v6@example.com')
  await expect(votes(page)).toContainText('47 votes: 7 with names, 40 imported')
  await votes(page).getByRole('button', { name: 'Show all 7' }).click()
  await expect(rows).toHaveCount(7)
  await expect(rows.nth(5).getByRole('button')).toBeFocused()

  // More than one page of them.
  const emails = Array.from({ length: 95 }, (_, n) => `w${n}@example.com`)
  const vote = (email: string) => api('POST /feedback/posts/:post_id/votes', { post_id, email })
  await Promise.all(emails.map(vote))
  await page.reload()
  await votes(page).getByRole('button', { name: 'Show all 102' }).click()
  const fault = await rejectRequests(
    page,
    'GET',
    /votes\?.*starting_after=/,
    422,
    'validation_error',
  )
  const more = votes(page).getByRole('button', { name: 'Load more voters' })
  await more.click()
  await expect(votes(page).getByRole('alert')).toHaveText('The rest couldn’t be loaded.')
  await fault.end()
  await more.click()
  await expect(rows).toHaveCount(102)
  await expect(votes(page).getByRole('alert')).toHaveCount(0)
})

test('a post with 412 imported votes is first by votes', async ({ page, api }) => {
  const { id: board_id } = await api('POST /feedback/boards', { name: 'Portal' })
  const imported = { import: true, imported_votes: 412, external_ref: 'github:acme/widgets#7' }
  const dark = await api('POST /feedback/posts', { board_id, title: 'Dark mode', ...imported })
  const own = await api('POST /feedback/posts', { board_id, title: 'Larger letters' })
  for (const email of ['one@example.com', 'two@example.com'])
    await api('POST /feedback/posts/:post_id/votes', { post_id: own.id, email })
  await page.goto('/feedback/posts?sort=votes')
  const rows = page.getByTestId('row')
  await expect(rows).toHaveText([/412.*Dark mode/, /2.*Larger letters/])
  await expect(rows.first().getByTitle('412 votes, all imported from GitHub')).toBeVisible()
  await rows.first().click()
  await expect(votes(page)).toContainText('412 votes, all imported from GitHub')
  await expect(votes(page).getByTestId('vote')).toHaveCount(0)
  await page.keyboard.press('v')
  await choose(page, 'one@example.com')
  await expect(votes(page)).toContainText('413 votes: 1 with names, 412 imported from GitHub')
  await expect(votes(page).getByTestId('vote')).toHaveCount(1)
  expect(await api('GET /feedback/posts/:post_id', { post_id: dark.id })).toMatchObject({
    vote_count: 1,
    imported_votes: 412,
    votes_total: 413,
  })
})

test('a voter chosen while offline is kept and added later', async ({ page, api, context }) => {
  const { id: post_id } = await createPost(api)
  await api('POST /feedback/users/identify', { email: 'eva@example.com' })
  await page.goto(`/feedback/posts/${post_id}`)
  await expect(votes(page)).toContainText('0 votes')
  await page.keyboard.press('v')
  await page.getByRole('combobox', { name: 'Vote of' }).fill('eva@example.com')
  const option = page.getByRole('option', { name: 'eva@example.com' }).first()
  await expect(option).toBeVisible()
  await context.setOffline(true)
  await option.click()
  await expect(votes(page)).toContainText('Add the vote of eva@example.com when')
  await context.setOffline(false)
  await votes(page).getByRole('button', { name: 'Add vote' }).click()
  await expect(votes(page)).toContainText('1 vote')
})
