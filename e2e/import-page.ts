import { expect, type Page } from '@playwright/test'

/** The import page in one of its steps. */
export const step = (page: Page, name: string) => page.locator(`[data-step=${name}]`)
export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click()
export const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer })

export async function openImport(page: Page) {
  await page.goto('/boards/import')
  await expect(step(page, 'choose')).toBeVisible()
}

/** A line of the preview, by its name. */
export const fact = (page: Page, name: string) =>
  page
    .locator('main dl > div')
    .filter({ has: page.getByRole('term').getByText(name, { exact: true }) })
    .getByRole('definition')

/** An export of some cards in one list. */
export const smallBoard = (more: object = {}, count = 12) => ({
  id: '5a1e685af39e7ba8a2450001',
  name: 'Small',
  lists: [{ id: 'todo', name: 'To do' }],
  cards: Array.from({ length: count }, (_, n) => ({
    id: `c${n}`,
    name: `Card ${n}`,
    idList: 'todo',
  })),
  ...more,
})
export const toFile = (value: unknown) => Buffer.from(JSON.stringify(value))
