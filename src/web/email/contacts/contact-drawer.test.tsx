import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { pageOf } from '#web/email/test-campaigns.ts'
import { paths } from '#web/paths.ts'
import { openPage, type Responses, section, textsOf } from '#web/test-page.tsx'

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

const openDrawer = (responses: Responses, options: { scope?: 'read' } = {}) =>
  openPage(
    paths.contact(list.id, contact.id),
    {
      'GET /lists': pageOf([list]),
      'GET /lists/:list_id': list,
      'GET /lists/:list_id/segments': pageOf([]),
      'GET /lists/:list_id/tags': pageOf([]),
      'GET /lists/:list_id/contacts': pageOf([contact]),
      'GET /lists/:list_id/contacts/:id_or_email': contact,
      ...responses,
    },
    { capabilities: ['contacts.activity'], ...options },
  )

test('the drawer says what happened to a contact, and since when that is recorded', async () => {
  const at = new Date(Date.now() - 2 * 86_400_000).toISOString()
  const actor = { type: 'member', id: 'mem_1', name: 'Ada' } as const
  const entry = (id: string, event: string, changes: Record<string, [unknown, unknown]>) => ({
    ...{ id, list_id: list.id, contact_id: contact.id },
    at,
    actor,
    event,
    changes: Object.fromEntries(
      Object.entries(changes).map(([field, [from, to]]) => [field, { from, to }]),
    ),
  })
  const status: [string, string] = ['subscribed', 'bounced']
  const data = [
    entry('7', 'contact.bounced', { status, campaign_name: [null, 'Spring'] }),
    entry('6', 'automation.cancelled', { automation_name: ['Welcome', null] }),
    entry('5', 'automation.enrolled', { automation_name: [null, 'Welcome'] }),
    entry('4', 'contact.updated', { tags: [['a'], ['b']], status: ['pending', 'subscribed'] }),
    entry('3', 'contact.updated', { email_address: ['a@x.io', 'ana@example.com'] }),
    entry('2', 'contact.unheard_of', {}),
    entry('1', 'contact.created', { status: [null, 'pending'] }),
  ]
  const since = '2026-03-24T12:00:00.000Z'
  await openDrawer(
    {
      'GET /lists/:list_id/contacts/:contact_id/activity': { data, paging: { next: null }, since },
    },
    { scope: 'read' },
  )
  await expect
    .poll(() => textsOf(section('Activity').getByRole('paragraph')))
    .toEqual([
      'Ada reported a bounce from the campaign Spring 2 days ago',
      'Ada ended this contact’s enrollment in the automation Welcome 2 days ago',
      'Ada enrolled this contact in the automation Welcome 2 days ago',
      'Ada set the status to Subscribed, added the tag b, removed the tag a 2 days ago',
      'Ada changed the address to ana@example.com 2 days ago',
      'Ada changed this contact 2 days ago',
      'Ada added this contact as Pending 2 days ago',
      expect.stringMatching(
        /^Changes are recorded since .*24.*, except imports, fields, and tags of the list that were renamed or deleted\.$/,
      ),
    ])
})

test('the drawer of a server without activity asks for none', async () => {
  const { requests } = await openPage(paths.contact(list.id, contact.id), {
    'GET /lists': pageOf([list]),
    'GET /lists/:list_id': list,
    'GET /lists/:list_id/segments': pageOf([]),
    'GET /lists/:list_id/tags': pageOf([]),
    'GET /lists/:list_id/contacts': pageOf([contact]),
    'GET /lists/:list_id/contacts/:id_or_email': contact,
  })
  await expect.element(page.getByRole('dialog')).toHaveTextContent('con_ana')
  await expect.element(section('Activity')).not.toBeInTheDocument()
  expect(requests.filter((line) => line.includes('activity'))).toEqual([])
})
