import type { Page } from '@playwright/test'

import type { Call } from '#client/api-client.ts'
import { findThemeViolations } from '../axe.ts'
import { rejectRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'
import { openWithDeferredCode } from '../routes.ts'
import { isPublicProfile } from '../service.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const rows = (page: Page) => page.getByTestId('row')
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')
const undo = (page: Page) => page.getByTestId('toast').getByRole('button', { name: 'Undo' })

async function addContacts(api: Call, list_id: string, count: number) {
  const addresses = Array.from({ length: count }, (_, n) => `contact${n}@example.com`)
  for (let at = 0; at < count; at += 1000)
    await api('POST /lists/:list_id/contacts/batch', {
      list_id,
      operations: addresses
        .slice(at, at + 1000)
        .map((email_address) => ({ op: 'upsert' as const, email_address })),
    })
}

async function choose(page: Page, list: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${list}` }).press('Enter')
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('L1 counts are grouped by the locale and exact on hover', async ({ page, api }) => {
  const { id } = await api('POST /lists', { name: 'All customers' })
  await addContacts(api, id, 1204)
  const { data } = await api('GET /lists/:list_id/contacts', { list_id: id })
  for (const { id: contact_id } of data.slice(0, 4))
    await api('PATCH /lists/:list_id/contacts/:contact_id', {
      list_id: id,
      contact_id,
      status: 'unsubscribed',
    })
  await api('POST /lists', { name: 'Press' })
  await page.goto('/email/lists')
  const row = rowOf(page, 'All customers')
  await expect(row).toContainText('1,204')
  await expect(row).toContainText('1,200')
  await expect(row).toContainText('99.7%')
  await expect(row.getByTitle('1,200 subscribed').first()).toHaveAttribute(
    'title',
    '1,200 subscribed, 0 pending, 4 unsubscribed, 0 bounced, 0 complained',
  )
  // Nobody on it: no share of nothing.
  await expect(rowOf(page, 'Press')).not.toContainText('%')
  expect(await findThemeViolations(page)).toEqual([])

  await page.getByRole('link', { name: 'All customers' }).press('Enter')
  await expect(page).toHaveURL(`/email/lists/${id}`)
})

test('L2 more than 100 lists are all reachable', async ({ page, api }) => {
  const queue = Array.from({ length: 105 }, (_, index) => `List ${index}`)
  const work = async () => {
    for (let name = queue.shift(); name; name = queue.shift()) await api('POST /lists', { name })
  }
  await Promise.all(Array.from({ length: 8 }, work))
  await openWithDeferredCode(page, '/')
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await expect(page.getByRole('heading', { level: 1, name: 'Lists' })).toBeVisible()
  const status = page.getByRole('status').filter({ hasText: 'lists' })
  await expect(status).toHaveText('105 lists')
  await page.getByRole('table').getByRole('button', { name: 'List', exact: true }).click()
  await expect(page).toHaveURL(/sort=name/)
  await expect(rows(page).first()).toContainText('List 0')
  await page.keyboard.press('j')
  await page.keyboard.press('End')
  await expect(rows(page).last()).toContainText('List 104')
  await page.keyboard.press('/')
  await page.keyboard.type('list 10')
  await expect(status).toHaveText('6 of 105 lists')
  await expect(rows(page)).toHaveCount(6)
  await page.keyboard.type('x')
  await expect(page.getByRole('heading', { name: 'No lists match “list 10x”' })).toBeVisible()
})

test(
  'L3 empty, failed and read-only lists say what to do',
  { tag: '@both' },
  async ({ page, api, signIn, pageErrors }) => {
    const fault = await rejectRequests(page, 'GET', /\/v1\/lists(\?|$)/, 500, 'internal_error')
    await page.goto('/email/lists')
    await expect(page.getByRole('heading', { name: 'Couldn’t load lists' })).toBeVisible({
      timeout: 15_000,
    })
    await fault.end()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'No lists yet' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'New list' })).toHaveCount(
      isPublicProfile() ? 0 : 1,
    )

    await api('POST /lists', { name: 'Press' })
    const { key } = await api('POST /api-keys', { name: 'Screen', scope: 'read' })
    const other = await page.context().newPage()
    await signIn(other, { key })
    await other.goto('/email/lists')
    await expect(rowOf(other, 'Press')).toBeVisible()
    if (!isPublicProfile()) {
      await expect(other.getByRole('button', { name: 'New list' })).toHaveCount(0)
      await other.getByRole('button', { name: 'Actions for Press' }).press('Enter')
      await expect(other.getByRole('menuitem')).toHaveText(['Copy ID'])
    }
    pageErrors.length = 0
  },
)

test('a list is created, edited, archived, restored and deleted', async ({ page, api }) => {
  await page.goto('/email/lists')
  await page.getByRole('button', { name: 'New list' }).click()
  await dialog(page).getByRole('button', { name: 'Create list' }).click()
  await expect(dialog(page)).toContainText('Enter a name.')
  await dialog(page).getByLabel('Name').fill('Prss')
  await dialog(page).getByLabel('Double opt-in').check()
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/email\/lists\/lst_/)
  const [list] = (await api('GET /lists', {})).data
  expect(list).toMatchObject({ name: 'Prss', double_opt_in: true })
  const list_id = list?.id ?? ''
  await page.goto('/email/lists')

  await choose(page, 'Prss', 'Edit list')
  // Someone else is faster.
  await api('PATCH /lists/:list_id', { list_id, description: 'Papers and radio' })
  await dialog(page).getByLabel('Name').fill('Press')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, 'Press')).toBeVisible()
  const read = () => api('GET /lists/:list_id', { list_id })
  // The name is shown before it is saved.
  await expect.poll(read).toMatchObject({ name: 'Press', description: 'Papers and radio' })
  await undo(page).click()
  await expect(rowOf(page, 'Prss')).toBeVisible()

  await api('POST /lists/:list_id/contacts', { list_id, email_address: 'ana@example.com' })
  await choose(page, 'Prss', 'Delete…')
  await expect(dialog(page)).toContainText('Archive the list first.')
  await dialog(page).getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByRole('heading', { name: 'No lists yet' })).toBeVisible()
  await undo(page).last().click()
  await expect(rowOf(page, 'Prss')).toBeVisible()
  await choose(page, 'Prss', 'Archive')
  await page.getByRole('link', { name: 'Archived' }).click()
  await choose(page, 'Prss', 'Delete…')
  await expect(dialog(page)).toContainText('1 contact is deleted')
  await dialog(page).getByRole('button', { name: 'Delete list' }).click()
  await expect(dialog(page)).toContainText('The name doesn’t match.')
  await dialog(page).getByLabel('Type “Prss” to confirm').fill('Prss')
  await dialog(page).getByRole('button', { name: 'Delete list' }).click()
  await expect(page.getByRole('heading', { name: 'No archived lists' })).toBeVisible()
  await expect(read()).rejects.toThrow()
  // The undo of a creation deletes the contacts that were added, once it has asked.
  await page.getByRole('link', { name: 'Open', exact: true }).click()
  await page.getByRole('button', { name: 'New list' }).click()
  await dialog(page).getByLabel('Name').fill('Radio')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/email\/lists\/lst_/)
  const [created] = (await api('GET /lists', {})).data
  const input = { list_id: created?.id ?? '', email_address: 'ana@example.com' }
  await api('POST /lists/:list_id/contacts', input)
  await undo(page).last().click()
  await expect(dialog(page)).toContainText('Radio has contacts now.')
  await dialog(page).getByRole('button', { name: 'Undo anyway' }).click()
  await expect(page.getByText('This list was just deleted.')).toBeVisible()
  expect((await api('GET /lists', {})).data).toEqual([])
})
