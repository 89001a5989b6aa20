import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { openPage } from '#web/test-page.tsx'

test('the button that closes Enroll has the same name before the automations are loaded', async () => {
  let respond = (_response: Response) => {}
  const none = { data: [], paging: { next: null } }
  const contact = {
    id: 'con_1',
    list_id: 'lst_1',
    email_address: 'ada@hartlane.example',
    status: 'subscribed',
    tags: [],
    fields: {},
    created_at: '2025-01-20T09:00:00Z',
  }
  await openPage(
    '/email/lists/lst_1/contacts/con_1',
    {
      'GET /lists/:list_id': { id: 'lst_1', name: 'Customers' },
      'GET /lists/:list_id/tags': none,
      'GET /lists/:list_id/segments': none,
      'GET /lists/:list_id/contacts/:id_or_email': contact as never, // what the page reads
      'GET /lists/:list_id/contacts': { data: [contact], paging: { next: null } } as never, // what the page reads
      'GET /automations': () =>
        new Promise<Response>((resolve) => {
          respond = resolve
        }),
    },
    { capabilities: ['filters', 'automations.write'] },
  )
  await page.getByRole('button', { name: 'Enroll in an automation' }).click()
  const cancel = page.getByRole('button', { name: 'Cancel' })
  await expect.element(cancel).toHaveFocus()
  const automation = { id: 'aut_1', name: 'Welcome', status: 'active', list_id: 'lst_1' }
  respond(Response.json({ data: [automation], paging: { next: null } }))
  await expect.element(page.getByRole('button', { name: /^Start for/ })).toBeVisible()
  await expect.element(cancel).toHaveFocus()
})
