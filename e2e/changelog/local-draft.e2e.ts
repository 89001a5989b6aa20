import type { Page } from '@playwright/test'

import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const body = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const title = (page: Page) => page.getByRole('textbox', { name: 'Title' })

test(
  'a server that cannot change entries gets the draft on request',
  { tag: '@public' }, // without changelog.edit
  async ({ page, api }) => {
    await page.goto('/changelog/new')
    await expect(page.getByText('This server can’t change entries')).toBeVisible()
    await title(page).fill('Refills')
    await body(page).fill('Keep the **jar**.')
    await expect(page.getByText('Kept on this device, not yet sent')).toBeVisible()
    await page.reload()
    await expect(body(page)).toHaveValue('Keep the **jar**.')

    await page.getByRole('button', { name: 'Create draft' }).click()
    const question = page.getByRole('dialog', { name: 'Create this draft?' })
    await expect(question).toContainText('After this you can only publish the draft.')
    await question.getByRole('button', { name: 'Create draft' }).click()
    await expect(page).toHaveURL(/\/changelog\/(?!new)/)
    await expect(page.locator('article strong')).toHaveText('jar')
    await expect(body(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible()
    const { data } = await api('GET /feedback/changelog/entries', { include_drafts: true })
    expect(data).toMatchObject([{ title: 'Refills', body: 'Keep the **jar**.' }])

    await page.keyboard.press('c')
    await expect(title(page)).toHaveValue('')
  },
)

test('H9 a read-only key has a reading view', async ({ context, api, signIn }) => {
  const entry = await api('POST /feedback/changelog/entries', {
    title: 'Refills',
    body: 'A **jar**',
  })
  const apiKey = await api('POST /api-keys', { name: 'Reader', scope: 'read' })
  const reader = await context.newPage()
  const writes: string[] = []
  reader.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`)
  })
  await signIn(reader, { key: apiKey.key })
  await reader.goto('/changelog')
  await expect(reader.getByText('You have read-only access.')).toBeVisible()
  await reader.getByRole('link', { name: /^Refills/ }).click()
  await expect(reader).toHaveURL(new RegExp(entry.id))
  await expect(reader.getByRole('article').locator('strong')).toHaveText('jar')
  const main = reader.locator('main')
  await expect(main.getByRole('textbox')).toHaveCount(0)
  await expect(main.getByRole('button', { name: /Publish|Schedule/ })).toHaveCount(0)
  await main.getByRole('button', { name: 'Entry actions' }).click()
  await expect(reader.getByRole('menuitem')).toHaveText(['Versions'])
  await reader.keyboard.press('Escape')
  await expect(main.getByRole('link', { name: 'New entry' })).toHaveCount(0)
  await reader.keyboard.press('Control+Enter')
  await expect(reader.getByRole('dialog')).toHaveCount(0)
  await reader.goto('/changelog/new')
  await expect(
    reader.getByRole('heading', { level: 1, name: 'You can’t write entries' }),
  ).toBeVisible()
  await expect(main.locator('[data-state=missing]')).toContainText('You have read-only access.')
  await expect(main.getByRole('textbox')).toHaveCount(0)
  expect(writes).toEqual([])
})

test('a full device keeps no text, says so and still sends it', async ({ page, api }) => {
  await page.goto('/changelog/new')
  await expect(title(page)).toBeFocused()
  await page.evaluate(() => {
    for (let size = 2 ** 23; size >= 1; size /= 2)
      try {
        localStorage.setItem(`other:${size}`, 'x'.repeat(size))
      } catch {
        // As much as fits.
      }
  })
  await body(page).click()
  await page.keyboard.type('Keep the jar.')
  await expect(page.getByText('Not yet sent, not kept here')).toBeVisible()
  await expect(page.getByText('Kept on this device, not yet sent')).toHaveCount(0)
  const question = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  await (await question).dismiss()

  await title(page).fill('Refills')
  await expect(page.getByRole('main').getByText('Saved', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/changelog\/(?!new)/)
  const { data } = await api('GET /feedback/changelog/entries', { include_drafts: true })
  expect(data).toMatchObject([{ title: 'Refills', body: 'Keep the jar.' }])
})
