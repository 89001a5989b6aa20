import type { Page } from '@playwright/test'

import type { Call } from '#client/api-client.ts'
import { findThemeViolations } from '../axe.ts'
import { confirm, openPanel } from '../changelog-entry.ts'
import { rejectRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'
import { isPublicProfile } from '../service.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

async function createPost(api: Call, title = 'Pause a subscription') {
  const { id: board_id } = await api('POST /feedback/boards', { name: 'Portal' })
  return api('POST /feedback/posts', { board_id, title, details: 'Over the **summer**.' })
}

const cards = (page: Page) => page.getByRole('region', { name: 'Cards' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Create a card from this post' })
const status = (page: Page) => page.getByRole('button', { name: /^Status: / })
const createButton = (page: Page) => cards(page).getByRole('button', { name: 'Create a card' })

test('F1 a post goes from vote to card to done to entry', async ({ page, api, board }) => {
  test.slow()
  const { id: post_id } = await createPost(api)
  await page.goto(`/feedback/posts/${post_id}`)
  await page.getByRole('button', { name: 'Add a vote' }).click()
  await page.getByRole('combobox', { name: 'Vote of' }).fill('new@example.com')
  await page.getByRole('option', { name: 'new@example.com' }).first().click()
  await expect(page.getByRole('region', { name: 'Votes' })).toContainText('1 vote')

  await createButton(page).click()
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Pause a subscription')
  await expect(dialog(page).getByLabel('Notes')).toHaveValue('Over the **summer**.')
  await expect(dialog(page).getByLabel('Board')).toHaveValue(board.id)
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(createButton(page)).toBeFocused()
  const link = cards(page).getByRole('link', { name: 'Pause a subscription' })
  await expect(link).toBeVisible()
  expect(await findThemeViolations(page)).toEqual([])

  await link.click()
  const card = page.getByRole('dialog', { name: 'Pause a subscription' })
  await card.getByRole('button', { name: 'Mark as done' }).click()
  await card.getByRole('link', { name: 'Pause a subscription' }).click()
  await expect(page).toHaveURL(new RegExp(`/feedback/posts/${post_id}$`))
  await expect(cards(page)).toContainText('Its card is done.')
  await cards(page).getByRole('button', { name: 'Set status to Complete' }).click()
  await expect(status(page)).toContainText('Complete')
  await expect(cards(page).getByRole('button', { name: /^Set status/ })).toHaveCount(0)
  const stored = () => api('GET /feedback/posts/:post_id', { post_id })
  await expect.poll(async () => (await stored()).status).toBe('complete')

  await page.goto('/changelog/new')
  await page.getByRole('textbox', { name: 'Title' }).fill('Summer breaks')
  await page.getByRole('textbox', { name: 'Text' }).focus()
  await page.keyboard.type('You can now [[pause')
  await expect(page.getByRole('option', { name: /^Pause a subscription/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Links 1 feedback post' })).toBeVisible()
  const entries = async () =>
    (await api('GET /feedback/changelog/entries', { post_id, include_drafts: true })).data
  await expect.poll(async () => (await entries()).length).toBe(1)
  const [entry] = await entries()
  if (!entry) throw new Error('The draft was not saved.')
  await page.goto(`/feedback/posts/${post_id}`)
  const list = page.getByRole('list', { name: 'In the changelog' })
  await expect(list).toHaveText(/Summer breaks.*Draft/)
  await openPanel(page, entry.id)
  await confirm(page, 'Publish')
  await expect.poll(async () => (await entries())[0]?.published_at).toBeTruthy()

  await page.goto(`/feedback/posts/${post_id}`)
  await expect(list).toContainText('Summer breaks')
  await expect(list).not.toContainText('Draft')
  await list.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/changelog/${entry.id}`))
})

test('a card of a post is undone, created once, and shown when made elsewhere', async ({
  page,
  api,
  board,
}) => {
  await test.step('creating a card is undone, and done elsewhere it shows', async () => {
    const { id: post_id } = await createPost(api)
    await page.goto(`/feedback/posts/${post_id}`)
    await createButton(page).click()
    await expect(dialog(page).getByLabel('Board')).toHaveValue(board.id)
    await dialog(page).getByRole('button', { name: 'Create a card' }).click()
    const row = cards(page).getByTestId('post-card')
    await expect(row).toHaveCount(1)
    const notice = page.getByTestId('toast').filter({ hasText: 'Created the card' })
    await notice.getByRole('button', { name: 'Undo' }).click()
    await expect(row).toHaveCount(0)

    const list_id = board.list('Ideas')
    const draft = { board_id: board.id, list_id, post_id }
    const first = await api('POST /boards/:board_id/cards', { ...draft, name: 'Build it' })
    const second = await api('POST /boards/:board_id/cards', { ...draft, name: 'Write it' })
    await expect(row).toHaveCount(2)
    await api('PATCH /cards/:card_id', { card_id: first.id, completed: true })
    await expect(row.first()).toContainText('Done')
    await expect(cards(page).getByRole('note')).toHaveCount(0)
    await api('PATCH /cards/:card_id', { card_id: second.id, status: 'archived' })
    await expect(cards(page).getByRole('note')).toContainText('All 2 cards are done.')
  })

  await test.step('a failed card keeps its text and is created once', async () => {
    const { id: post_id } = await createPost(api)
    await page.goto(`/feedback/posts/${post_id}`)
    await createButton(page).click()
    await expect(dialog(page).getByLabel('Board')).toHaveValue(board.id)
    await dialog(page).getByLabel('Name').fill('')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toContainText('A card needs a name.')
    await expect(dialog(page).getByLabel('Name')).toBeFocused()
    await dialog(page).getByLabel('Name').fill('Pause')
    const fault = await rejectRequests(page, 'POST', /\/boards\/[^/]+\/cards$/, 409, 'conflict')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('alert')).toBeVisible()
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Pause')
    await fault.end()
    await page.keyboard.press('Control+Enter')
    await expect(dialog(page)).toHaveCount(0)
    const stored = () => api('GET /feedback/posts/:post_id/cards', { post_id })
    await expect.poll(async () => (await stored()).data.map(({ name }) => name)).toEqual(['Pause'])
  })
})

test('a post has cards only where the server has them', { tag: '@both' }, async ({ page, api }) => {
  const { id: post_id } = await createPost(api)
  await page.goto(`/feedback/posts/${post_id}`)
  await expect(page.getByRole('region', { name: 'Votes' })).toContainText('0 votes')
  await expect(cards(page)).toHaveCount(isPublicProfile() ? 0 : 1)
})
