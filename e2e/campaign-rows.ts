import type { Page } from '@playwright/test'

import { expect } from './fixtures.ts'

/** What the tests of campaigns do on their page. */

export const rowOf = (page: Page, name: string) => page.getByTestId('row').filter({ hasText: name })

export const dialog = (page: Page) => page.getByRole('dialog')

export async function openMenu(page: Page, name: string, item: string) {
  await rowOf(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

export async function openCampaigns(page: Page) {
  await page.goto('/email/campaigns')
  await expect(page.locator('[data-page=campaigns] [data-state=ready]')).toBeVisible()
}
