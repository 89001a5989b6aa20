import { expect } from 'vitest'
import { page } from 'vitest/browser'

import { openGallery } from '#web/test-page.tsx'

// The table of contacts in the gallery.

export const table = page.getByRole('table', { name: /contacts/i }).first()
export const rows = page.getByRole('region', { name: 'Table', exact: true }).getByTestId('row')
export const rowNamed = (name: string) => rows.filter({ hasText: name })
export const checkedRows = rows.filter({ has: page.getByRole('checkbox', { checked: true }) })
export const live = page.getByTestId('live-polite')

/** The row and the control that has the focus: "ctc_2 open". */
export function focusedControl() {
  const element = document.activeElement
  const id = element?.closest<HTMLElement>('[data-id]')?.dataset['id']
  const control = element?.closest<HTMLElement>('[data-control]')?.dataset['control']
  return id ? `${id} ${control}` : (element?.textContent ?? '')
}

export async function openTable(query = '') {
  const router = await openGallery('table', `theme=light${query}`)
  await expect.poll(() => rows.length).toBe(25)
  return router
}
