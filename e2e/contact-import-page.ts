import { expect, type Page } from '@playwright/test'

import { test } from './fixtures.ts'

/** Signed in, with a list without contacts. */
export const importTest: ReturnType<typeof test.extend<{ list_id: string }>> = test.extend<{
  list_id: string
}>({
  list_id: async ({ page, signIn, api }, use) => {
    await signIn(page)
    const { id } = await api('POST /lists', { name: 'Readers' })
    await use(id)
  },
})

/** A file of so many people. */
export const people = (count: number, from = 0) =>
  `Email,Name\n${Array.from({ length: count }, (_, n) => `p${n + from}@x.io,P ${n + from}`).join('\n')}`

/** The assistant in one of its steps. */
export const step = (page: Page, name: string) => page.locator(`[data-step=${name}]`)
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()
export const chooseFile = (page: Page, name: string, content: string | Buffer) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

export async function openImport(page: Page, list_id: string) {
  await page.goto(`/email/lists/${list_id}/import`)
  await expect(step(page, 'file')).toBeVisible()
}

/** From the columns to the end of the import, with the choices as they are and the status of those whose consent is open. */
export async function runImport(page: Page, unknownConsent?: string) {
  await press(page, 'Next')
  await expect(page.locator('[data-step=consent], [data-step=check]')).toBeVisible()
  if (await step(page, 'consent').isVisible()) {
    const unknown = page.getByRole('combobox', {
      name: 'Status of contacts without a clear answer',
    })
    if (unknownConsent !== undefined && (await unknown.isVisible()))
      await unknown.selectOption(unknownConsent)
    await press(page, 'Next')
  }
  await expect(step(page, 'check').getByRole('button', { name: 'Next' })).toBeVisible()
  await press(page, 'Next')
  await press(page, /^Import [\d,]+ rows?$/)
}

/** Rows by outcome: added, updated, unchanged, not saved. */
export async function resultCounts(page: Page): Promise<number[]> {
  await expect(step(page, 'done')).toBeVisible({ timeout: 240_000 })
  const cells = ['created', 'updated', 'unchanged', 'rejected'].map((outcome) =>
    page.locator(`[data-outcome=${outcome}] td`).textContent(),
  )
  return (await Promise.all(cells)).map((text) => Number(text?.replaceAll(',', '')))
}
