import type { Page } from '@playwright/test'

/** A board, status, tag or post by a text in it. */
export const row = (page: Page, name: string) => page.getByTestId('row').filter({ hasText: name })

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Chooses an item of the menu of a board, status or tag. */
export async function openMenu(page: Page, name: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
