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
  if (count > 0)
    await api('POST /lists/:list_id/contacts/batch', { list_id, import: true, operations })
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
