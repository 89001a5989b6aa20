import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

import type { Call } from '#client/api-client.ts'

export const rows = (page: Page) => page.getByTestId('row')
export const row = (page: Page, name: string) => rows(page).filter({ hasText: name })

/** A list of `count` contacts, `c001@example.com` the newest. */
export async function buildList(api: Call, count: number) {
  const { id: list_id } = await api('POST /lists', { name: 'All customers' })
  const address = (index: number) => `c${String(index + 1).padStart(3, '0')}@example.com`
  const operations = Array.from({ length: count }, (_, index) => ({
    op: 'upsert' as const,
    email_address: address(index),
    fields: { first_name: `Name ${index + 1}`, city: index % 2 ? 'Porto' : 'Cardiff' },
    tags: index % 10 === 0 ? ['VIP'] : [],
    created_at: new Date(Date.UTC(2025, 0, 1) - index * 1000).toISOString(),
  }))
  while (operations.length > 0)
    await api('POST /lists/:list_id/contacts/batch', {
      list_id,
      import: true,
      operations: operations.splice(0, 500),
    })
  return { list_id, address, path: `/email/lists/${list_id}` }
}

/** The requests for contacts, as `GET path?query`. */
export function recordRequests(page: Page) {
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/^\/v1\/lists\/[^/]+\/contacts/.test(pathname))
      requests.push(`${request.method()} ${pathname}${search}`)
  })
  return requests
}

/** Opens a new list of so many contacts: `c0@example.com` and so on. */
export async function openList(page: Page, api: Call, size: number) {
  const { id: list_id } = await api('POST /lists', { name: 'Spring guests' })
  const operations = Array.from({ length: size }, (_, index) => ({
    op: 'upsert' as const,
    email_address: `c${index}@example.com`,
  }))
  await api('POST /lists/:list_id/contacts/batch', { list_id, operations })
  await page.goto(`/email/lists/${list_id}`)
  return list_id
}

export const bar = (page: Page) => page.getByRole('group', { name: 'Selection' })
export const job = (page: Page) => page.getByTestId('job')
export const toast = (page: Page) => page.getByTestId('toast')
export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click()
export const selectPage = (page: Page) =>
  page.getByRole('checkbox', { name: 'Select all on this page' }).click()

export async function addTag(page: Page, tag: string, button: string) {
  await bar(page).getByRole('button', { name: 'Add tag' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Tags' }).fill(`${tag},`)
  await dialog.getByRole('button', { name: button }).click()
  await expect(dialog).toHaveCount(0)
}

/** How many contacts of a list match. */
export const countContacts = async (
  api: Call,
  list_id: string,
  filter: { tag?: string; status?: 'unsubscribed' },
) =>
  (await api('GET /lists/:list_id/contacts', { list_id, ...filter, include_total: true })).paging
    .total
