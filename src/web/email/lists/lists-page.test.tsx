import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { errorResponse, openPage } from '#web/test-page.tsx'

const list = (total: number) => ({
  id: 'lst_1',
  name: 'Customers',
  archived: false,
  counts: { total, subscribed: total, pending: 0, unsubscribed: 0, bounced: 0, complained: 0 },
})

test('the question before a list is deleted stays open when contacts are added meanwhile', async () => {
  let respond = (_response: Response) => {}
  await openPage(
    '/email/lists',
    {
      'GET /lists': { data: [list(0)], paging: { next: null } } as never, // only what the page reads
      'GET /lists/:list_id': () =>
        new Promise<Response>((resolve) => {
          respond = resolve
        }),
    },
    { capabilities: ['filters', 'lists.write', 'edits'] },
  )
  await page.getByRole('button', { name: 'Actions for Customers' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('button', { name: 'Delete list' })).toBeVisible()
  const element = dialog.element()
  respond(Response.json(list(5)))
  await expect.element(dialog.getByRole('button', { name: 'Archive', exact: true })).toBeVisible()
  expect(dialog.element()).toBe(element)
})

test('lists whose second page fails are not counted as all lists', async () => {
  let isRefused = true
  await openPage('/email/lists', {
    'GET /lists': ({ input }) => {
      const { starting_after } = input as { starting_after?: string } // the query of this request
      if (starting_after === undefined)
        return { data: [list(0)], paging: { next: 'later' } } as never // only what the page reads
      return isRefused
        ? errorResponse(403, 'forbidden')
        : ({ data: [], paging: { next: null } } as never) // as above
    },
  })
  const main = page.getByRole('main')
  await expect.element(main.getByText('Couldn’t load the rest.')).toBeVisible()
  await expect.element(main.getByText('1 list loaded', { exact: true })).toBeVisible()
  isRefused = false
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect.element(main.getByText('1 list', { exact: true })).toBeVisible()
})
