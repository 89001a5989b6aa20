import { dialog, openMenu, row } from '../feedback-setup-page.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

test('deleting a status moves its posts, also in an open inbox', async ({
  page,
  api,
  context,
  signIn,
}) => {
  const board = await api('POST /feedback/boards', { name: 'Ideas' })
  const deleted = await api('POST /feedback/posts', { board_id: board.id, title: 'Gone' })
  for (const title of ['Quiet mode', 'Dark mode'])
    await api('POST /feedback/posts', { board_id: board.id, title, status: 'planned' })
  const inbox = await context.newPage()
  await signIn(inbox)
  await inbox.goto('/feedback/posts')
  await expect(row(inbox, 'Dark mode')).toContainText('Planned')

  await page.goto('/feedback/posts/setup?tab=statuses')
  await openMenu(page, 'Planned', 'Delete…')
  const question = dialog(page, 'Delete status Planned?')
  await expect(question).toContainText('Move 2 posts with this status to')
  await question.getByRole('button', { name: 'Delete status' }).click()
  await expect(question.getByText('Choose a status').first()).toBeVisible()
  await question.getByRole('combobox').selectOption({ label: 'In progress (0 posts)' })
  await question.getByRole('button', { name: 'Delete status' }).click()
  await expect(question).toHaveCount(0)
  await expect(row(page, 'Planned')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(row(page, 'In progress')).toContainText('2 posts')
  await expect(row(inbox, 'Dark mode')).toContainText('In progress')
  await expect(row(inbox, 'Quiet mode')).toContainText('In progress')

  // A deleted post is not counted, but may be restored.
  const post_id = deleted.id
  await api('PATCH /feedback/posts/:post_id', { post_id, status: 'complete' })
  await api('DELETE /feedback/posts/:post_id', { post_id })
  await expect(row(page, 'Complete')).toContainText('0 posts')
  await openMenu(page, 'Complete', 'Delete…')
  const second = dialog(page, 'Delete status Complete?')
  await second.getByRole('button', { name: 'Delete status' }).click()
  await expect(second).toContainText('Deleted posts still use it')
  await second.getByRole('combobox').selectOption({ label: 'Closed (0 posts)' })
  await second.getByRole('button', { name: 'Delete status' }).click()
  await expect(row(page, 'Complete')).toHaveCount(0)
  const restored = await api('POST /feedback/posts/:post_id/restore', { post_id })
  expect(restored.status).toBe('closed')
})

test('deleting a board moves its posts to the chosen one', async ({ page, api }) => {
  const board = await api('POST /feedback/boards', { name: 'Old' })
  const post = await api('POST /feedback/posts', { board_id: board.id, title: 'Dark mode' })
  await page.goto('/feedback/posts/setup')
  await openMenu(page, 'Old', 'Delete…')
  const question = dialog(page, 'Delete board Old?')
  await expect(question).toContainText('Create another board for them first.')
  await question.getByText('Close', { exact: true }).click()
  const next = await api('POST /feedback/boards', { name: 'New' })
  await expect(row(page, 'New')).toBeVisible()
  await openMenu(page, 'Old', 'Delete…')
  await question.getByRole('combobox').selectOption({ label: 'New (0 posts)' })
  await question.getByRole('button', { name: 'Delete board' }).click()
  await expect(row(page, 'Old')).toHaveCount(0)
  await row(page, 'New').getByRole('link', { name: '1 post: New' }).click()
  await expect(page).toHaveURL(new RegExp(`/feedback/posts\\?board=${next.id}$`))
  await expect(row(page, 'Dark mode')).toBeVisible()
  const stored = await api('GET /feedback/posts/:post_id', { post_id: post.id })
  expect(stored.board_id).toBe(next.id)
})

test('a tag called constructor is created, renamed and deleted', async ({ page, api }) => {
  const board = await api('POST /feedback/boards', { name: 'Ideas' })
  await page.goto('/feedback/posts/setup?tab=tags')
  await page.getByRole('button', { name: 'New tag' }).first().click()
  const form = dialog(page, 'New tag')
  await form.getByLabel('Name').fill('constructor')
  await form.getByRole('radio', { name: 'Teal' }).check({ force: true })
  await form.getByRole('button', { name: 'Create tag' }).click()
  await expect(row(page, 'constructor')).toBeVisible()
  const toast = page.getByTestId('toast').filter({ hasText: 'Created tag constructor' })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'constructor')).toHaveCount(0)
  await expect.poll(async () => (await api('GET /feedback/tags', {})).data).toEqual([])
  await api('POST /feedback/tags', { name: 'constructor', color: 'teal' })
  await expect(row(page, 'constructor')).toBeVisible()
  const tags = ['constructor']
  const { id } = await api('POST /feedback/posts', { board_id: board.id, title: 'Odd', tags })
  await expect(row(page, 'constructor')).toContainText('1 post')
  await page.getByRole('link', { name: '1 post: constructor' }).click()
  await expect(page).toHaveURL(/\?tag=constructor$/)
  await expect(row(page, 'Odd')).toContainText('constructor')
  await page.goBack()

  await page.getByRole('button', { name: 'Edit constructor' }).click()
  const edit = dialog(page, 'Edit tag constructor')
  await edit.getByLabel('Name').fill('__proto__')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, '__proto__')).toBeVisible()
  const stored = async () => (await api('GET /feedback/posts/:post_id', { post_id: id })).tags
  await expect.poll(stored).toEqual(['__proto__'])
  await page.goto(`/feedback/posts/${id}`)
  await expect(page.getByRole('button', { name: /^Tags/ })).toContainText('__proto__')
  await page.goto('/feedback/posts/setup?tab=tags')
  await openMenu(page, '__proto__', 'Delete…')
  const question = dialog(page, 'Delete tag __proto__?')
  await expect(question).toContainText('This removes it from 1 post. The posts stay.')
  await question.getByRole('button', { name: 'Delete tag' }).click()
  await expect(page.getByRole('heading', { name: 'No tags yet' })).toBeVisible()
  await expect.poll(stored).toEqual([])
})

test('posts of private and archived boards stay with the team', async ({ page, api }) => {
  const secret = await api('POST /feedback/boards', { name: 'Secret', private: true })
  const old = await api('POST /feedback/boards', { name: 'Old' })
  await api('POST /feedback/posts', { board_id: secret.id, title: 'Inside' })
  const { id } = await api('POST /feedback/posts', { board_id: old.id, title: 'Outside' })
  await page.goto('/feedback/posts/setup')
  await openMenu(page, 'Old', 'Archive')
  await expect(page.getByRole('list', { name: 'Archived' })).toContainText('1 post')
  await page.getByRole('link', { name: 'Posts', exact: true }).first().click()
  await expect(row(page, 'Inside')).toBeVisible()
  await expect(row(page, 'Outside')).toBeVisible()
  await row(page, 'Inside').getByRole('link').click()
  await expect(page.getByRole('article')).toContainText('Secret (private)')
  await row(page, 'Outside').getByRole('link').click()
  await expect(page.getByRole('article')).toContainText('Old (archived)')
  await page.getByRole('button', { name: /^Status:/ }).click()
  await page.getByRole('option', { name: 'Planned' }).click()
  const status = async () => (await api('GET /feedback/posts/:post_id', { post_id: id })).status
  await expect.poll(status).toBe('planned')
  // No new post goes to an archived board.
  await page.getByRole('link', { name: 'New post' }).click()
  await expect(page.getByRole('combobox', { name: 'Board' }).locator('option')).toHaveText([
    'Secret',
  ])
})

test('a deleted tag leaves the filter of an open inbox', async ({ page, api }) => {
  const { id: board_id } = await api('POST /feedback/boards', { name: 'Ideas' })
  await api('POST /feedback/posts', { board_id, title: 'Tagged', tags: ['spring'] })
  await api('POST /feedback/posts', { board_id, title: 'Other' })
  // Tags are not polled: a deletion before the event stream is open stays unknown.
  const stream = page.waitForResponse(/\/v1\/events\/stream/)
  await page.goto('/feedback/posts?tag=spring&status=gone,open')
  await expect(page).toHaveURL(/\/feedback\/posts\?tag=spring&status=open$/)
  await expect(page.getByTestId('row')).toHaveCount(1)
  await stream
  const [tag] = (await api('GET /feedback/tags', {})).data
  await api('DELETE /feedback/tags/:tag_id', { tag_id: tag?.id ?? '' })
  await expect(page.getByText('The tag “spring” no longer exists').first()).toBeVisible()
  await expect(page).toHaveURL(/\/feedback\/posts\?status=open$/)
  await expect(page.getByTestId('row')).toHaveCount(2)
})

test('a status is dragged by touch', async ({ page, api }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/feedback/posts/setup?tab=statuses')
  const rows = page.getByRole('list', { name: 'Statuses' }).getByTestId('row')
  const handle = await page.getByRole('button', { name: 'Move Open' }).boundingBox()
  const target = await rows.nth(2).boundingBox()
  if (!handle || !target) throw new Error('A row has no box.')
  const touch = await page.context().newCDPSession(page)
  const x = handle.x + 10
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    })
  const end = target.y + target.height - 8
  await send('touchStart', handle.y + 10)
  await send('touchMove', (handle.y + end) / 2)
  await send('touchMove', end)
  await expect(page.locator('[data-dragged]')).toContainText('Open')
  await send('touchEnd', end)
  await expect(rows.nth(2)).toContainText('Open')
  const names = async () => (await api('GET /feedback/statuses', {})).data.map(({ name }) => name)
  await expect.poll(async () => (await names())[2]).toBe('Open')
})
