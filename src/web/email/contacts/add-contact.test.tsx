import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { Capability } from '#contract/capabilities.ts'
import { pageOf } from '#web/email/test-campaigns.ts'
import { paths } from '#web/paths.ts'
import { errorResponse, openPage, type Responses } from '#web/test-page.tsx'

const list = { id: 'lst_1', name: 'Customers' }
const contact = {
  id: 'con_dee',
  list_id: list.id,
  email_address: 'dee@example.com',
  status: 'unsubscribed' as const,
  tags: [] as string[],
  fields: {},
}

const openList = (responses: Responses, capabilities: readonly Capability[] = []) =>
  openPage(
    paths.list(list.id),
    {
      'GET /lists': pageOf([list]),
      'GET /lists/:list_id': list,
      'GET /lists/:list_id/segments': pageOf([]),
      'GET /lists/:list_id/tags': pageOf([]),
      'GET /lists/:list_id/contacts': pageOf([contact]),
      'GET /lists/:list_id/contacts/:id_or_email': () => errorResponse(404, 'not_found'),
      ...responses,
    },
    { capabilities },
  )

test('the drawer of a contact that had left closes when it is undone', async () => {
  await openList(
    {
      'POST /lists/:list_id/contacts': { ...contact, id: 'con_new' },
      'DELETE /lists/:list_id/contacts/:contact_id': undefined,
    },
    ['etag'],
  )
  await page.getByRole('button', { name: 'Add contact' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabelText('Email').fill(contact.email_address)
  await userEvent.keyboard('{Enter}')
  await expect.element(drawer.getByText('Added, but is Unsubscribed, because')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.element(drawer).not.toBeInTheDocument()
})

test('a contact that is added and had left says that it stays so', async () => {
  await openList({ 'POST /lists/:list_id/contacts': contact })
  await page.getByRole('button', { name: 'Add contact' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabelText('Email').fill(contact.email_address)
  await userEvent.keyboard('{Enter}')
  await expect.element(drawer.getByText('Added, but is Unsubscribed, because')).toBeVisible()
  await expect.element(drawer.getByText('The status stays Unsubscribed.')).toBeVisible()
})
