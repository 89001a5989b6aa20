import type { Page } from '@playwright/test'

import { findThemeViolations } from '../axe.ts'
import { dropResponses, failRequests, rejectRequests } from '../faults.ts'
import { dialog, openMenu, row } from '../feedback-setup-page.ts'
import { expect, test } from '../fixtures.ts'
import { isPublicProfile } from '../service.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const names = (page: Page) => page.getByRole('list', { name: 'Statuses' }).getByTestId('row')
const undo = (page: Page, text: string | RegExp) =>
  page.getByTestId('toast').filter({ hasText: text }).getByRole('button', { name: 'Undo' }).click()

test('a board is created from the inbox, edited, private, archived and restored', async ({
  page,
  api,
}) => {
  await page.goto('/feedback/posts')
  await page.getByRole('button', { name: 'More for posts' }).click()
  await page.getByRole('menuitem', { name: 'Boards, statuses and tags' }).click()
  await expect(page).toHaveURL(/\/feedback\/posts\/setup$/)
  await expect(page.getByRole('heading', { name: 'No boards yet' })).toBeVisible()
  expect(await findThemeViolations(page)).toEqual([])
  await page.getByRole('main').getByRole('button', { name: 'New board' }).last().click()
  const form = dialog(page, 'New board')
  await form.getByRole('button', { name: 'Create board' }).click()
  await expect(form.getByText('Enter a name.')).toBeVisible()
  await form.getByLabel('Name').fill('Ideas')
  await form.getByLabel('Description').fill('What should we build?')
  await page.keyboard.press('Control+Enter')
  await expect(row(page, 'Ideas')).toContainText('What should we build?')
  await expect(form).toHaveCount(0)
  expect(await findThemeViolations(page)).toEqual([])
  const stored = async () => (await api('GET /feedback/boards', {})).data[0]
  expect(await stored()).toMatchObject({ name: 'Ideas', private: false, archived: false })

  await page.getByRole('button', { name: 'Edit Ideas' }).click()
  const edit = dialog(page, 'Edit board Ideas')
  await edit.getByLabel('Name').fill('Wishes')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, 'Wishes')).toBeVisible()
  await expect.poll(stored).toMatchObject({ name: 'Wishes', slug: 'ideas' })
  await undo(page, 'Edited board Ideas')
  await expect.poll(stored).toMatchObject({ name: 'Ideas' })

  await openMenu(page, 'Ideas', 'Make private')
  await expect(row(page, 'Ideas')).toContainText('Private')
  await openMenu(page, 'Ideas', 'Archive')
  const archive = page.getByRole('list', { name: 'Archived' })
  await expect(archive.getByTestId('row')).toContainText('Ideas')
  await expect(page.getByRole('button', { name: 'Actions for Ideas' })).toBeFocused()
  await expect.poll(stored).toMatchObject({ private: true, archived: true })
  await openMenu(page, 'Ideas', 'Restore')
  await expect(archive).toHaveCount(0)
  await openMenu(page, 'Ideas', 'Make public')
  await expect.poll(stored).toMatchObject({ private: false, archived: false })
})

test('statuses are ordered by dragging, by keys and by the menu', async ({ page, api }) => {
  await page.goto('/feedback/posts/setup?tab=statuses')
  await expect(names(page)).toHaveCount(6)
  await expect(names(page).first()).toContainText('Open')
  await expect(names(page).first()).toContainText('Default')
  const order = async () => (await api('GET /feedback/statuses', {})).data.map(({ name }) => name)
  const before = await order()
  const handle = page.getByRole('button', { name: 'Move Closed' })
  const target = await names(page).nth(1).boundingBox()
  if (!target) throw new Error('The second row has no box.')
  await handle.hover()
  await page.mouse.down()
  await page.mouse.move(target.x + 20, target.y + 30, { steps: 5 })
  await expect(page.locator('[data-dragged]')).toContainText('Closed')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(page.locator('[data-dragged]')).toHaveCount(0)
  expect(await order()).toEqual(before)

  await handle.hover()
  await page.mouse.down()
  await page.mouse.move(target.x + 20, target.y + 10, { steps: 5 })
  await page.mouse.up()
  await expect(names(page).nth(1)).toContainText('Closed')
  await expect.poll(async () => (await order())[1]).toBe('Closed')
  await handle.focus()
  await page.keyboard.press('ArrowDown')
  await expect(names(page).nth(2)).toContainText('Closed')
  await expect(handle).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(handle).toBeFocused()
  await expect.poll(async () => (await order())[3]).toBe('Closed')
  await expect(page.getByTestId('live-polite')).toContainText('Moved Closed to position 4 of 6')
  await openMenu(page, 'Closed', 'Move up')
  await expect.poll(async () => (await order())[2]).toBe('Closed')
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(async () => (await order())[3]).toBe('Closed')
  await expect(page.getByTestId('toast')).toHaveCount(1)
  // Consecutive moves of one status are one change.
  await undo(page, 'Moved Closed')
  await expect.poll(order).toEqual(before)
  await expect(names(page).last()).toContainText('Closed')
})

test('a status gets a name, a color, a category and becomes the default', async ({ page, api }) => {
  await page.goto('/feedback/posts/setup?tab=statuses')
  await page.getByRole('button', { name: 'New status' }).click()
  const form = dialog(page, 'New status')
  await form.getByLabel('Name').fill('PLANNED')
  await form.getByRole('button', { name: 'Create status' }).click()
  await expect(form.getByText('Another status has this name.')).toBeVisible()
  await form.getByLabel('Name').fill('constructor')
  await form.getByRole('radio', { name: 'Purple' }).check({ force: true })
  await form.getByRole('radio', { name: 'Active' }).check()
  await form.getByRole('button', { name: 'Create status' }).click()
  await expect(row(page, 'constructor')).toContainText('Active')
  const stored = async (name: string) =>
    (await api('GET /feedback/statuses', {})).data.find((one) => one.name === name)
  expect(await stored('constructor')).toMatchObject({ color: 'purple', category: 'active' })
  await openMenu(page, 'constructor', 'Set as default')
  await expect(row(page, 'constructor')).toContainText('Default')
  await expect(names(page).filter({ hasText: 'Default' })).toHaveCount(1)
  await expect.poll(() => stored('constructor')).toMatchObject({ is_default: true })
  await page.getByRole('button', { name: 'Actions for constructor' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete…' })).toContainText(
    'Set another default first',
  )
  await page.keyboard.press('Escape')
  await undo(page, 'Set constructor as the default')
  await expect.poll(() => stored('Open')).toMatchObject({ is_default: true })
  await expect(row(page, 'constructor')).not.toContainText('Default')
})

test('a rejected change is rolled back and a lost response is repeated', async ({ page, api }) => {
  await api('POST /feedback/tags', { name: 'Loud' })
  const board = await api('POST /feedback/boards', { name: 'Ideas' })
  await page.goto('/feedback/posts/setup')
  const refused = await rejectRequests(page, 'PATCH', /feedback\/boards/, 409, 'conflict')
  await openMenu(page, 'Ideas', 'Archive')
  await expect(page.getByTestId('toast')).toContainText('Not saved')
  await expect(page.getByRole('list', { name: 'Archived' })).toHaveCount(0)
  await refused.end()
  await page.getByTestId('toast').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('list', { name: 'Archived' })).toBeVisible()
  const stored = async () => (await api('GET /feedback/boards', {})).data[0]
  await expect.poll(stored).toMatchObject({ id: board.id, archived: true })

  await page.getByRole('link', { name: /^Tags/ }).click()
  await page.getByRole('button', { name: 'New tag' }).click()
  const form = dialog(page, 'New tag')
  await form.getByLabel('Name').fill('Quiet')
  const lost = await dropResponses(page, 'POST', /feedback\/tags/)
  await form.getByRole('button', { name: 'Create tag' }).click()
  await expect.poll(() => lost.count()).toBeGreaterThan(0)
  await lost.end()
  await expect(form).toHaveCount(0)
  await expect(row(page, 'Quiet')).toHaveCount(1)
  expect((await api('GET /feedback/tags', {})).data).toHaveLength(2)
})

test('boards that fail to load are tried again', async ({ page, api, pageErrors }) => {
  await api('POST /feedback/boards', { name: 'Ideas' })
  const fault = await failRequests(page, 'GET', /feedback\/boards/)
  await page.goto('/feedback/posts/setup')
  await expect(page.getByRole('heading', { name: 'Couldn’t load boards' })).toBeVisible({
    timeout: 20_000,
  })
  await fault.end()
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(row(page, 'Ideas')).toBeVisible()
  pageErrors.length = 0
})

test(
  'without the addition the page says where it is set up',
  { tag: '@both' },
  async ({ page, api }) => {
    await api('POST /feedback/boards', { name: 'Ideas' })
    await page.goto('/feedback/posts/setup')
    await expect(row(page, 'Ideas')).toBeVisible()
    const isPublic = isPublicProfile()
    await expect(page.getByText('are set up on the server')).toHaveCount(isPublic ? 1 : 0)
    await expect(page.getByRole('button', { name: 'New board' })).toHaveCount(isPublic ? 0 : 1)
    await expect(page.getByRole('button', { name: 'Actions for Ideas' })).toHaveCount(
      isPublic ? 0 : 1,
    )
  },
)
