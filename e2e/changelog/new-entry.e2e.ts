import type { Page } from '@playwright/test'

import {
  confirm,
  createDraft,
  openPanel,
  panel,
  publications,
  readEntry,
} from '../changelog-entry.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

async function write(page: Page) {
  await page.goto('/changelog/new')
  await page.getByRole('textbox', { name: 'Title' }).fill('Refills by post')
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Keep the jar.')
  await page.keyboard.press('Control+Enter')
  await expect(panel(page)).toBeVisible()
}

test('a new entry is published in one go, with its text and labels', async ({ page, api }) => {
  await test.step('labels are chosen in the editor and saved', async () => {
    const label = await api('POST /feedback/changelog/labels', { name: 'New', color: 'green' })
    const draft = await createDraft(api)
    await page.goto(`/changelog/${draft.id}`)
    const labels = page.getByRole('group', { name: 'Labels' })
    await labels.getByRole('button', { name: 'Label' }).click()
    const picker = page.getByRole('dialog', { name: 'Labels' })
    await picker.getByRole('option', { name: 'New' }).click()
    await expect(labels).toContainText('New')
    await picker.getByRole('combobox').fill('Shop')
    await picker.getByRole('option', { name: 'Create “Shop”' }).click()
    await expect(labels).toContainText('Shop')
    await page.keyboard.press('Escape')
    const stored = async () => (await readEntry(api, draft.id)).label_ids ?? []
    await expect.poll(stored).toHaveLength(2)
    expect(await stored()).toContain(label.id)
    await openPanel(page, draft.id)
    await expect(panel(page)).not.toContainText('No label')
  })

  await test.step('a new entry is stored and published in one go', async () => {
    await page.addInitScript(() => localStorage.setItem('workspace-admin:publish_wait', '0'))
    await write(page)
    await confirm(page, 'Publish')
    await expect.poll(() => publications(api)).toHaveLength(1)
    const { data } = await api('GET /feedback/changelog/entries', {})
    expect(data).toEqual([
      expect.objectContaining({ title: 'Refills by post', body: 'Keep the jar.' }),
    ])
  })

  await test.step('the text on the screen is saved before it is published', async () => {
    const draft = await createDraft(api)
    await page.goto(`/changelog/${draft.id}`)
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Keep the jar.\nOr not.')
    await page.keyboard.press('Control+Enter')
    await confirm(page, 'Publish')
    await expect.poll(async () => (await publications(api)).slice(1)).toEqual([draft.id])
    expect((await readEntry(api, draft.id)).body).toBe('Keep the jar.\nOr not.')
  })
})

test('H2 a new entry is scheduled in one go', { tag: '@both' }, async ({ page, api }) => {
  await write(page)
  await panel(page).getByRole('radio', { name: 'At a set time' }).check()
  await panel(page).getByLabel('Date', { exact: true }).fill('2035-03-24')
  await panel(page).getByLabel('Time', { exact: true }).fill('09:30')
  await page.keyboard.press('Tab')
  await confirm(page, 'Schedule')
  const stored = async () =>
    (await api('GET /feedback/changelog/entries', { include_drafts: true })).data.map(
      ({ title, publish_at }) => [title, publish_at],
    )
  await expect.poll(stored).toEqual([['Refills by post', '2035-03-24T08:30:00.000Z']])
  await expect(page.getByTestId('toast').filter({ hasText: 'Scheduled' })).toBeVisible()
  expect(await publications(api)).toEqual([])
})
