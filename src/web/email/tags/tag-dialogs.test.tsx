import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { openPage } from '#web/test-page.tsx'

const tag = (name: string) => ({ name, list_id: 'lst_1', contact_count: 1, version: '1' })

test('a merge whose question was closed meanwhile closes the form of a tag that is gone', async () => {
  let respond = () => {}
  const response = new Promise<void>((resolve) => (respond = resolve))
  await openPage(
    '/email/lists/lst_1/tags',
    {
      'GET /lists/:list_id': { id: 'lst_1', name: 'Customers' },
      'GET /lists/:list_id/tags': {
        data: [tag('potter'), tag('buyer')],
        paging: { next: null },
      } as never, // only what the page reads
      'PATCH /lists/:list_id/tags/:tag': async () => {
        await response
        return Response.json(tag('buyer'))
      },
    },
    { capabilities: ['lists.write', 'edits'] },
  )
  await page.getByRole('button', { name: 'Actions for potter' }).click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Name', { exact: true }).fill('buyer')
  await userEvent.keyboard('{Enter}')
  await dialog.getByRole('button', { name: 'Merge tags' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog.getByRole('heading', { name: 'Rename tag' })).toBeVisible()
  respond()
  await expect.element(dialog).not.toBeInTheDocument()
})
