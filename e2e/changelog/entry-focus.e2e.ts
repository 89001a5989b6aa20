import type { Page } from '@playwright/test'

import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const title = (page: Page) => page.getByRole('textbox', { name: 'Title' })

test('a new entry starts in its title from each way to it', async ({ page }) => {
  await page.goto('/changelog/new')
  await expect(title(page)).toBeFocused()
  await page.goto('/changelog')
  await page.getByRole('link', { name: 'New entry' }).click()
  await expect(title(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('c')
  await expect(title(page)).toBeFocused()
  await expect(title(page)).toHaveValue('')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: 'Back to the changelog' }).click()
  await page.getByRole('link', { name: 'New entry' }).click()
  await expect(title(page)).toBeFocused()
})
