import type { Page } from '@playwright/test'

import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const body = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const title = (page: Page) => page.getByRole('textbox', { name: 'Title' })
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })
const rows = (page: Page) => page.getByTestId('row')

test(
  'a new entry is saved by itself two seconds after the last key',
  { tag: '@additions' }, // the public document cannot change an entry
  async ({ page, api }) => {
    await page.goto('/changelog/new')
    await title(page).fill('Refills by post')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Keep the **jar**.')
    await expect(page.getByText('Kept on this device, not yet sent')).toBeVisible()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(/\/changelog\/(?!new)/)
    await expect(body(page)).toBeFocused()
    await page.keyboard.type(' We will send the rest.')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expect(rows(page)).toHaveText(/Refills by post/)

    const { data } = await api('GET /feedback/changelog/entries', { include_drafts: true })
    expect(data.map((entry) => entry.body)).toEqual(['Keep the **jar**. We will send the rest.'])
    await expect(preview(page).locator('strong')).toHaveText('jar')
  },
)
