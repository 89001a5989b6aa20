import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { pageOf } from '#web/email/test-campaigns.ts'
import { paths } from '#web/paths.ts'
import { openPage } from '#web/test-page.tsx'

const list = { id: 'lst_1', name: 'Customers' }
const contact = {
  id: 'con_ana',
  list_id: list.id,
  email_address: 'ana@example.com',
  status: 'subscribed' as const,
  tags: [] as string[],
  fields: {},
  version: '1',
}

test('the drawer says why a new address changes the status', async () => {
  await openPage(
    paths.list(list.id),
    {
      'GET /lists': pageOf([list]),
      'GET /lists/:list_id': list,
      'GET /lists/:list_id/segments': pageOf([]),
      'GET /lists/:list_id/tags': pageOf([]),
      'GET /lists/:list_id/contacts': pageOf([contact]),
      'GET /lists/:list_id/contacts/:id_or_email': contact,
      'PATCH /lists/:list_id/contacts/:contact_id': {
        ...contact,
        email_address: 'bob@example.com',
        status: 'unsubscribed',
        version: '2',
      },
    },
    { capabilities: ['etag', 'contacts.edit'] },
  )
  await page.getByText(contact.email_address).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabelText('Email', { exact: true }).fill('bob@example.com')
  await userEvent.keyboard('{Tab}{Tab}')
  await expect
    .element(drawer.getByText('The status is now Unsubscribed, because this address unsubscribed'))
    .toBeVisible()
})
