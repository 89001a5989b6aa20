import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { paths } from '#web/paths.ts'
import { openPage } from '#web/test-page.tsx'
import { toast } from './toast.ts'

test('a toast names its key only where the key acts, not in a text', async () => {
  await openPage(
    paths.posts(),
    {
      'GET /feedback/posts': { data: [], paging: { next: null } },
    },
    { capabilities: ['filters', 'totals'] },
  )
  const action = { label: 'Undo', run: () => {} }
  toast({ text: 'Moved a card', action, shortcut: 'Z', duration: 600_000 })
  const undo = page.getByTestId('toast').getByRole('button', { name: /^Undo/ })
  await expect.element(undo).toHaveAttribute('aria-keyshortcuts', 'Z')
  await expect.element(undo).toHaveTextContent('Z')
  const search = page.getByLabelText('Search posts')
  await expect.element(search).toBeVisible()
  search.element().focus()
  await expect.element(undo).not.toHaveAttribute('aria-keyshortcuts')
  await expect.element(undo).not.toHaveTextContent('Z')
  search.element().blur()
  await expect.element(undo).toHaveAttribute('aria-keyshortcuts', 'Z')
})
