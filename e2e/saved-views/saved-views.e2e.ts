import { expect, test } from '../fixtures.ts'

test('a view saved for everyone is a tab of another browser without a reload', async ({
  page,
  api,
  browser,
  baseURL,
  signIn,
}) => {
  const board = await api('POST /feedback/boards', { name: 'Ideas' })
  for (const [title, status] of [
    ['Gift notes', 'open'],
    ['Refills', 'planned'],
  ] as const)
    await api('POST /feedback/posts', { board_id: board.id, title, status })
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const other = await context.newPage()
  const { key } = await api('POST /api-keys', { name: 'Reader', scope: 'read' })
  await signIn(other, { key })
  await other.goto('/feedback/posts')
  await expect(other.getByTestId('row')).toHaveCount(2)

  await signIn(page)
  await page.goto('/feedback/posts?status=planned')
  await expect(page.getByTestId('row')).toHaveText([/Refills/])
  await page.getByRole('button', { name: 'Views' }).click()
  const dialog = page.getByRole('dialog', { name: 'Views' })
  await dialog.getByRole('textbox').fill('Next up')
  await dialog.getByRole('radio', { name: 'Everyone in this workspace' }).check()
  await dialog.getByRole('button', { name: 'Save view' }).click()

  const tabs = other.getByRole('group', { name: 'Views' })
  await tabs.getByRole('link', { name: 'Next up' }).click()
  await expect(other).toHaveURL('/feedback/posts?status=planned')
  await expect(other.getByTestId('row')).toHaveText([/Refills/])
  expect((await api('GET /views', {})).data).toMatchObject([
    { name: 'Next up', page: 'posts', query: 'status=planned' },
  ])

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tabs).toHaveCount(0)
  await context.close()
})
