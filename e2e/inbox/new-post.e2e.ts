import type { Page } from '@playwright/test'

import type { Call } from '#client/api-client.ts'
import { findThemeViolations } from '../axe.ts'
import { rejectRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'
import { isPublicProfile } from '../service.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const form = (page: Page) => page.getByRole('form', { name: 'New post' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const similar = (page: Page) => page.getByRole('region', { name: 'Similar posts' })

async function createBoard(api: Call) {
  const { id } = await api('POST /feedback/boards', { name: 'Portal' })
  return id
}
const chooseUser = async (page: Page, email: string) => {
  await form(page).getByRole('combobox', { name: 'On behalf of' }).fill(email)
  await page.getByRole('option', { name: email }).first().click()
}

test('C writes a post on behalf of someone', { tag: '@both' }, async ({ page, api }) => {
  await createBoard(api)
  await page.goto('/feedback/posts')
  await expect(page.getByRole('link', { name: 'Write one on someone’s behalf' })).toBeVisible()
  await page.keyboard.press('c')
  await expect(page).toHaveURL(/\/feedback\/posts\/new$/)
  await expect(form(page).getByLabel('Title')).toBeFocused()
  await page.keyboard.type('Pause a subscription')
  // The keys of the page work again, and the text is kept.
  await page.keyboard.press('Escape')
  await page.keyboard.press('u')
  await expect(page).toHaveURL(/\/feedback\/posts$/)
  await page.keyboard.press('c')
  await expect(form(page).getByLabel('Title')).toHaveValue('Pause a subscription')
  await form(page).getByLabel('Details').fill('Over the **summer**.')
  await page.reload()
  await expect(form(page).getByLabel('Title')).toHaveValue('Pause a subscription')
  await expect(form(page).getByLabel('Details')).toHaveValue('Over the **summer**.')
  await form(page).getByRole('combobox', { name: 'Tags' }).fill('constructor')
  await page.keyboard.press('Enter')
  await chooseUser(page, 'asha@example.com')
  expect(await findThemeViolations(page)).toEqual([])
  let identified = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/users/identify')) identified += 1
  })
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+Enter')
  await expect(heading(page)).toHaveText('Pause a subscription')
  await expect(page).toHaveURL(/\/feedback\/posts\/pst_/)
  const stored = async () => (await api('GET /feedback/posts', {})).data
  const [post, ...others] = await stored()
  expect(others).toEqual([])
  expect(post).toMatchObject({ title: 'Pause a subscription', tags: ['constructor'] })
  if (!isPublicProfile()) expect(post?.author).toMatchObject({ type: 'user' })
  expect(identified).toBe(1)
  // The draft is used up.
  await page.goto('/feedback/posts/new')
  await expect(form(page).getByLabel('Title')).toHaveValue('')
})

test('a rejected post keeps its text, and a similar one gets the vote', async ({ page, api }) => {
  await test.step('a rejected post keeps its text, and Undo deletes it', async () => {
    await createBoard(api)
    const boards = await rejectRequests(
      page,
      'GET',
      /\/feedback\/boards/,
      403,
      'insufficient_scope',
    )
    await page.goto('/feedback/posts/new')
    await expect(form(page).getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(form(page)).not.toContainText('no feedback board')
    await boards.end()
    await form(page).getByRole('button', { name: 'Try again' }).click()
    await expect(form(page).getByLabel('Board')).toBeVisible()
    await form(page).getByRole('button', { name: 'Create post' }).click()
    await expect(form(page)).toContainText('A post needs a title.')
    await expect(form(page).getByLabel('Title')).toBeFocused()
    await form(page).getByLabel('Title').fill('🙂'.repeat(256))
    await page.keyboard.press('Enter')
    await expect(form(page).getByLabel('Title')).toHaveAttribute('aria-invalid', 'true')
    await form(page).getByLabel('Title').fill('🙂'.repeat(255))
    await form(page).getByLabel('Details').fill('a'.repeat(50_000))
    const fault = await rejectRequests(page, 'POST', /\/feedback\/posts$/, 409, 'conflict')
    await page.keyboard.press('Control+Enter')
    await expect(form(page).getByRole('alert')).toBeVisible()
    await expect(form(page).getByLabel('Title')).toHaveValue('🙂'.repeat(255))
    await fault.end()
    await page.keyboard.press('Control+Enter')
    await expect(heading(page)).toHaveText('🙂'.repeat(255))
    await expect(page.getByTestId('toast')).toContainText('Created')
    await page.keyboard.press('z')
    await expect(page).toHaveURL(/\/feedback\/posts$/)
    await expect.poll(async () => (await api('GET /feedback/posts', {})).data.length).toBe(0)
  })

  await test.step('a vote is added to a similar post instead', async () => {
    const board_id = await createBoard(api)
    const { id: post_id } = await api('POST /feedback/posts', { board_id, title: 'Bigger text' })
    await api('POST /feedback/posts', { board_id, title: 'Gift notes' })
    await page.goto('/feedback/posts/new')
    await form(page).getByLabel('Title').fill('bigger')
    await expect(similar(page).getByRole('listitem')).toHaveText([/^Bigger text/])
    const button = similar(page).getByRole('button', {
      name: 'Add a vote to “Bigger text” instead',
    })
    await button.click()
    await expect(form(page)).toContainText('Choose whose vote to add.')
    await expect(form(page).getByRole('combobox', { name: 'On behalf of' })).toBeFocused()
    await chooseUser(page, 'asha@example.com')
    await button.click()
    await expect(heading(page)).toHaveText('Bigger text')
    const count = async () => (await api('GET /feedback/posts/:post_id', { post_id })).vote_count
    await expect.poll(count).toBe(1)
    expect((await api('GET /feedback/posts', {})).data).toHaveLength(2)

    await page.keyboard.press('c')
    await form(page).getByLabel('Title').fill('bigger')
    await chooseUser(page, 'asha@example.com')
    await button.click()
    await expect(heading(page)).toHaveText('Bigger text')
    await expect(page.getByText('asha@example.com already voted').first()).toBeVisible()
    expect(await count()).toBe(1)
  })
})
