import { blockEventStream } from '../faults.ts'
import { dialog, openMenu, row } from '../feedback-setup-page.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

test('two tabs see each other and do not overwrite unseen changes', async ({
  page,
  api,
  context,
  signIn,
}) => {
  const board = await api('POST /feedback/boards', { name: 'Ideas' })
  const other = await context.newPage()
  await signIn(other)
  await Promise.all([
    page.goto('/feedback/posts/setup'),
    other.goto('/feedback/posts/setup?tab=statuses'),
  ])
  await page.getByRole('button', { name: 'Edit Ideas' }).click()
  const form = dialog(page, 'Edit board Ideas')
  await form.getByLabel('Name').fill('Mine')
  await api('PATCH /feedback/boards/:board_id', { board_id: board.id, name: 'Theirs' })
  await form.getByRole('button', { name: 'Save' }).click()
  const question = dialog(page, 'Someone else changed Theirs')
  await expect(question.getByRole('definition')).toHaveText(['“Mine”', '“Theirs”'])
  const stored = async () => (await api('GET /feedback/boards', {})).data[0]?.name
  expect(await stored()).toBe('Theirs')
  await question.getByRole('button', { name: 'Use my version' }).click()
  await expect(form).toHaveCount(0)
  expect(await stored()).toBe('Mine')

  await page.getByRole('link', { name: /^Statuses/ }).click()
  await openMenu(page, 'Closed', 'Move up')
  const rows = other.getByRole('list', { name: 'Statuses' }).getByTestId('row')
  await expect(rows.nth(4)).toContainText('Closed')
  await openMenu(other, 'Closed', 'Delete…')
  await dialog(other, 'Delete status Closed?')
    .getByRole('button', { name: 'Delete status' })
    .click()
  await expect(row(page, 'Closed')).toHaveCount(0)
})

test('a change of another field keeps what someone else changed', async ({ page, api }) => {
  const { id: board_id } = await api('POST /feedback/boards', { name: 'Ideas' })
  const statuses = await api('GET /feedback/statuses', {})
  const status_id = statuses.data.at(-1)?.id ?? ''
  await blockEventStream(page)
  await page.goto('/feedback/posts/setup')
  await expect(row(page, 'Ideas')).toBeVisible()
  await api('PATCH /feedback/boards/:board_id', { board_id, name: 'Wishes' })
  await openMenu(page, 'Ideas', 'Archive')
  await expect(page.getByRole('list', { name: 'Archived' })).toContainText('Wishes')
  const board = async () => (await api('GET /feedback/boards', {})).data[0]
  await expect.poll(board).toMatchObject({ name: 'Wishes', archived: true })

  await page.getByRole('link', { name: /^Statuses/ }).click()
  await expect(row(page, 'Closed')).toBeVisible()
  await api('PATCH /feedback/statuses/:status_id', { status_id, name: 'Declined' })
  await openMenu(page, 'Closed', 'Move up')
  const rows = page.getByRole('list', { name: 'Statuses' }).getByTestId('row')
  await expect(rows.nth(4)).toContainText('Declined')
  const last = async () => (await api('GET /feedback/statuses', {})).data.at(-1)?.name
  await expect.poll(last).toBe('Complete')
})
