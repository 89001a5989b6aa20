import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { pageOf } from '#web/email/test-campaigns.ts'
import { paths } from '#web/paths.ts'
import { errorResponse, openPage } from '#web/test-page.tsx'

test('the button that adds a contact rests while other lists are searched', async () => {
  const [list, press] = ['Customers', 'Press'].map((name) => ({ id: `lst_${name}`, name }))
  const contact = { id: 'con_dee', list_id: 'lst_Press', email_address: 'dee@example.com' }
  const found = { ...contact, status: 'subscribed', tags: [], fields: {} }
  let respond = () => {}
  const response = new Promise<Response>((resolve) => {
    respond = () => resolve(Response.json(found))
  })
  await openPage(paths.list('lst_Customers'), {
    'GET /lists': () => Response.json(pageOf([list, press])),
    'GET /lists/:list_id': () => Response.json(list),
    'GET /lists/:list_id/segments': pageOf([]),
    'GET /lists/:list_id/tags': pageOf([]),
    'GET /lists/:list_id/contacts': pageOf([]),
    'GET /lists/:list_id/contacts/:id_or_email': ({ input }) =>
      input.list_id === 'lst_Press' ? response : errorResponse(404, 'not_found'),
  })
  const finder = page.getByRole('search')
  await finder.getByRole('searchbox').fill('dee@example.com')
  await userEvent.keyboard('{Enter}')
  await finder.getByRole('button', { name: 'Look in other lists' }).click()
  await expect.element(finder.getByText('Searching…')).toBeVisible()
  const add = finder.getByRole('button', { name: 'Add contact' })
  const topOfAdd = () => add.element().getBoundingClientRect().top
  const top = topOfAdd()
  respond()
  await expect.element(finder.getByRole('link', { name: 'Press' })).toBeVisible()
  await expect.element(finder.getByText('Searching…')).not.toBeInTheDocument()
  expect(topOfAdd()).toBe(top)
})

test('a part of an address is searched while it is typed, and several statuses at once', async () => {
  const list = { id: 'lst_1', name: 'Customers' }
  const { router, requests } = await openPage(
    paths.list('lst_1'),
    {
      'GET /lists': pageOf([list]),
      'GET /lists/:list_id': list,
      'GET /lists/:list_id/segments': pageOf([]),
      'GET /lists/:list_id/tags': pageOf([]),
      'GET /lists/:list_id/contacts': pageOf([]),
    },
    { capabilities: ['contacts.search', 'filters'] },
  )
  await page.getByRole('search').getByRole('searchbox').fill('dee@exam')
  await expect.poll(() => router.state.location.search).toBe('?q=dee%40exam')
  await expect.poll(() => requests.at(-1)).toContain('search=dee%40exam')
  await page
    .getByRole('group', { name: 'Filters' })
    .getByRole('button', { name: 'Status', exact: true })
    .click()
  for (const name of ['Bounced', 'Complained']) await page.getByRole('checkbox', { name }).click()
  await expect.poll(() => requests.at(-1)).toContain('status=bounced%2Ccomplained')
  await userEvent.keyboard('{Escape}')
  const none = 'No contacts match Bounced, Complained and “dee@exam”'
  await expect.element(page.getByRole('heading', { name: none })).toBeVisible()
})
