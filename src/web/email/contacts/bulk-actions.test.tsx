import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import type { Capability } from '#contract/capabilities.ts'
import { pageOf } from '#web/email/test-campaigns.ts'
import { paths } from '#web/paths.ts'
import { openPage, type Responses } from '#web/test-page.tsx'

const list = { id: 'lst_1', name: 'Customers' }
const contact = {
  id: 'con_dee',
  list_id: list.id,
  email_address: 'dee@example.com',
  status: 'unsubscribed' as const,
  tags: [] as string[],
  fields: {},
}

const openList = (responses: Responses, capabilities: readonly Capability[]) =>
  openPage(
    paths.list(list.id),
    {
      'GET /lists': pageOf([list]),
      'GET /lists/:list_id': list,
      'GET /lists/:list_id/segments': pageOf([]),
      'GET /lists/:list_id/tags': pageOf([]),
      'GET /lists/:list_id/contacts': pageOf([contact]),
      ...responses,
    },
    { capabilities },
  )

test.each([
  [['contacts.batch', 'contacts.edit', 'suppressions.write'], true],
  [['contacts.batch', 'contacts.edit'], undefined],
] as const)(
  'contacts are subscribed again with %j as an act where the server knows that',
  async (capabilities, expected) => {
    const sent: unknown[] = []
    await openList(
      {
        'POST /lists/:list_id/contacts/batch': ({ input }) => {
          sent.push(...input.operations)
          return { results: [{ index: 0, status: 200, id: contact.id }] }
        },
      },
      capabilities,
    )
    await page.getByRole('checkbox', { name: contact.email_address }).click()
    await page.getByRole('button', { name: 'Resubscribe' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Resubscribe/ })
      .click()
    await expect
      .poll(() => sent)
      .toEqual([
        {
          op: 'update',
          id: contact.id,
          status: 'subscribed',
          ...(expected && { resubscribe: true }),
        },
      ])
  },
)
