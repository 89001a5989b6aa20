import type { Page } from '@playwright/test'

import { expect } from './fixtures.ts'

// The table of contacts in the gallery.

export const table = (page: Page) => page.getByRole('table', { name: /contacts/i }).first()
export const rows = (page: Page) =>
  page.getByRole('region', { name: 'Table', exact: true }).getByTestId('row')
export const rowNamed = (page: Page, name: string) => rows(page).filter({ hasText: name })
export const checked = (page: Page) =>
  rows(page).filter({ has: page.getByRole('checkbox', { checked: true }) })
export const announced = (page: Page) => page.getByTestId('live-polite')

/** The row and the control that has the focus: "ctc_2 open". */
export const focusedControl = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    const id = element?.closest<HTMLElement>('[data-id]')?.dataset['id']
    const control = element?.closest<HTMLElement>('[data-control]')?.dataset['control']
    return id ? `${id} ${control}` : (element?.textContent ?? '')
  })

export async function openTable(page: Page, query = '') {
  await page.goto(`/_gallery?part=table${query}`)
  await expect(rows(page)).toHaveCount(25)
}
