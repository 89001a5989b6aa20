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

test('the drawer says why a new address changes the status until that is undone', async () => {
  await openPage(
    paths.list(list.id),
    {
      'GET /lists': pageOf([list]),
      'GET /lists/:list_id': list,
      'GET /lists/:list_id/segments': pageOf([]),
      'GET /lists/:list_id/tags': pageOf([]),
      'GET /lists/:list_id/contacts': pageOf([contact]),
      'GET /lists/:list_id/contacts/:id_or_email': contact,
      'PATCH /lists/:list_id/contacts/:contact_id': ({
        input: { email_address = contact.email_address },
      }) => ({
        ...contact,
        email_address,
        status: email_address === contact.email_address ? 'subscribed' : 'unsubscribed',
        version: email_address === contact.email_address ? '3' : '2',
      }),
    },
    { capabilities: ['etag', 'contacts.edit'] },
  )
  await page.getByText(contact.email_address).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabelText('Email', { exact: true }).fill('bob@example.com')
  await userEvent.keyboard('{Tab}{Tab}')
  const note = drawer.getByText('The status is now Unsubscribed, because this address unsubscribed')
  await expect.element(note).toBeVisible()
  await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).click()
  await expect
    .element(drawer.getByLabelText('Email', { exact: true }))
    .toHaveValue(contact.email_address)
  await expect.element(note).not.toBeInTheDocument()
})
