import type { Page } from '@playwright/test'

import type { Call } from '#client/api-client.ts'
import { findThemeViolations } from '../axe.ts'
import { dropResponses } from '../faults.ts'
import { expect, test } from '../fixtures.ts'
import { isPublicProfile } from '../service.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

async function createPost(api: Call, title = 'Pause a subscription') {
  const boards = await api('GET /feedback/boards', {})
  const board = boards.data[0] ?? (await api('POST /feedback/boards', { name: 'Portal' }))
  return api('POST /feedback/posts', { board_id: board.id, title })
}

const writes = (page: Page) => {
  const bodies: { internal?: boolean; body?: string }[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/comments'))
      bodies.push(request.postDataJSON())
  })
  return bodies
}

const comments = (page: Page) => page.getByRole('region', { name: 'Comments' })
const composer = (page: Page) => page.getByRole('form', { name: 'New comment' })
const field = (page: Page) => composer(page).locator('textarea')
// Its input is drawn as its label.
const mode = (page: Page, name: string) => composer(page).getByRole('radio', { name })

test('F1 T64 T66 notes, replies and edits of comments are stored as written', async ({
  page,
  api,
}) => {
  await test.step('F1 T64 T66 a note stays internal, and so do its answers', async () => {
    const { id: post_id } = await createPost(api)
    const fan = await api('POST /feedback/users/identify', {
      email: 'dan@example.com',
      name: 'Dan',
    })
    await api('POST /feedback/posts/:post_id/comments', { post_id, body: 'Same', user_id: fan.id })
    const sent = writes(page)
    await page.goto(`/feedback/posts/${post_id}`)
    await expect(comments(page).getByRole('listitem', { name: /^Comment by Dan, / })).toBeVisible()
    await field(page).fill('Four days of work')
    await composer(page).getByRole('button', { name: 'Add note' }).click()
    await expect(field(page)).toHaveValue('')
    await expect(comments(page)).toContainText('Waiting to be sent')
    const note = comments(page).getByTestId('comment').filter({ hasText: 'Four days of work' })
    await expect(note).toHaveAccessibleName(/^Internal note by .+, \d/)
    await expect(note).toContainText('Internal note')

    // A public answer to a note would tell of it.
    await mode(page, 'Reply as team').check({ force: true })
    await note.getByRole('button', { name: 'Reply' }).click()
    await expect(mode(page, 'Reply as team')).toHaveCount(0)
    await expect(mode(page, 'Internal note')).toBeChecked()
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('Three, now')
    await page.keyboard.press('Control+Enter')
    await expect(comments(page).getByTestId('comment')).toHaveCount(3)
    expect(sent.map(({ internal }) => internal)).toEqual([true, true])

    const visible = await api('GET /feedback/posts/:post_id/comments', { post_id })
    expect(visible.data.map(({ body }) => body)).toEqual(['Same'])
    const all = await api('GET /feedback/posts/:post_id/comments', { post_id, internal: true })
    expect(all.data.map(({ internal }) => internal)).toEqual([false, true, true])
    expect(all.data[2]?.parent_id).toBe(all.data[1]?.id)
    expect(await findThemeViolations(page)).toEqual([])
  })

  await test.step('an undone reply is a reply again', async () => {
    const { id: post_id } = await createPost(api)
    const first = await api('POST /feedback/posts/:post_id/comments', { post_id, body: 'When?' })
    await page.goto(`/feedback/posts/${post_id}`)
    await comments(page).getByRole('button', { name: 'Reply' }).click()
    await mode(page, 'Reply as team').check({ force: true })
    await field(page).fill('In May')
    await composer(page).getByRole('button', { name: 'Reply publicly' }).click()
    await expect(composer(page)).not.toContainText('Replying to')
    await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).click()
    await expect(field(page)).toHaveValue('In May')
    await expect(composer(page)).toContainText('Replying to')
    await composer(page).getByRole('button', { name: 'Reply publicly' }).click()
    const parents = async () =>
      (await api('GET /feedback/posts/:post_id/comments', { post_id })).data.map(
        (comment) => comment.parent_id,
      )
    await expect.poll(parents, { timeout: 15_000 }).toEqual([null, first.id])
  })

  await test.step('a comment is edited in place and deleted after the delay', async () => {
    const { id: post_id } = await createPost(api)
    for (const body of ['First', 'Second'])
      await api('POST /feedback/posts/:post_id/comments', { post_id, body, internal: true })
    const stored = async () => {
      const input = { post_id, internal: true }
      const { data } = await api('GET /feedback/posts/:post_id/comments', input)
      return data.map(({ body }) => body)
    }
    await page.goto(`/feedback/posts/${post_id}`)
    const item = (text: string) => comments(page).getByTestId('comment').filter({ hasText: text })
    await item('First').getByRole('button', { name: 'Edit' }).click()
    await comments(page).getByLabel('Text', { exact: true }).fill('Changed')
    await comments(page).getByRole('button', { name: 'Save' }).click()
    await expect(item('Changed')).toBeVisible()
    await expect.poll(stored).toEqual(['Changed', 'Second'])

    // What someone else writes meanwhile is replaced only once both are shown.
    const [first] = (
      await api('GET /feedback/posts/:post_id/comments', { post_id, internal: true })
    ).data
    const comment_id = first?.id ?? ''
    await item('Changed').getByRole('button', { name: 'Edit' }).click()
    await comments(page).getByLabel('Text', { exact: true }).fill('Mine')
    const path = 'PATCH /feedback/posts/:post_id/comments/:comment_id'
    await api(path, { post_id, comment_id, body: 'Theirs' })
    // The text is kept on this device with the one that it changes.
    await page.reload()
    await item('Theirs').getByRole('button', { name: 'Edit' }).click()
    await expect(comments(page).getByLabel('Text', { exact: true })).toHaveValue('Mine')
    await comments(page).getByRole('button', { name: 'Save' }).click()
    const question = page.getByRole('dialog', { name: 'Someone else changed the internal note' })
    await expect(question.getByRole('definition')).toHaveText(['“Mine”', '“Theirs”'])
    expect(await stored()).toEqual(['Theirs', 'Second'])
    await question.getByRole('button', { name: 'Use my version' }).click()
    await expect.poll(stored).toEqual(['Mine', 'Second'])
    await api(path, { post_id, comment_id, body: 'Theirs again' })
    await expect(item('Theirs again')).toBeVisible()
    await page.keyboard.press('z')
    await page.getByRole('button', { name: 'Undo anyway' }).click()
    await expect.poll(stored).toEqual(['Theirs', 'Second'])
    await item('Second').getByRole('button', { name: 'Delete' }).click()
    await expect(item('Second')).toHaveCount(0)
    const notice = page.getByTestId('toast').filter({ hasText: 'Internal note deleted' })
    await notice.getByRole('button', { name: 'Undo' }).click()
    await expect(item('Second')).toBeVisible()
    await item('Theirs').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(stored, { timeout: 15_000 }).toEqual(['Second'])
  })
})

test('F2 T87 comments are rendered in view, read offline, and kept as drafts', async ({
  page,
  api,
  context,
}) => {
  await test.step('of many comments those in view are rendered', async () => {
    const { id: post_id } = await createPost(api)
    const bodies = Array.from(
      { length: 40 },
      (_, at) => `Wish ${at}.\n\n${'More. '.repeat(at * 9)}`,
    )
    for (const body of bodies)
      await api('POST /feedback/posts/:post_id/comments', { post_id, body, internal: true })
    await page.goto(`/feedback/posts/${post_id}`)
    const item = (at: number) =>
      comments(page)
        .getByTestId('comment')
        .filter({ hasText: `Wish ${at}.` })
    await expect(item(0)).toHaveAttribute('aria-setsize', '40')
    const reply = item(0).getByRole('button', { name: 'Reply' })
    await reply.focus()
    const list = comments(page).getByRole('list').first()
    const scroll = (to: 'start' | 'end') =>
      expect(async () => {
        await list.evaluate((one, block) => one.scrollIntoView({ block }), to)
        await expect(item(to === 'end' ? 39 : 1)).toBeInViewport({ timeout: 500 })
      }).toPass()
    await scroll('end')
    expect(await comments(page).getByTestId('comment').count()).toBeLessThan(20)
    // The one with the focus stays.
    await expect(reply).toBeFocused()
    await expect(item(1)).toHaveCount(0)
    await scroll('start')
    await expect(item(39)).toHaveCount(0)
    await expect(item(2)).toHaveCount(1)
  })

  await test.step('comments that were never read say offline when they load', async () => {
    for (const title of ['Gift notes', 'Loyalty stamps', 'Refills']) await createPost(api, title)
    await page.goto('/feedback/posts')
    const open = (title: string) =>
      page.getByTestId('row').filter({ hasText: title }).getByRole('link').click()
    await open('Refills')
    await expect(comments(page)).toContainText('No comments yet')
    await context.setOffline(true)
    await open('Gift notes')
    await expect(comments(page).getByRole('status')).toHaveText(
      'Comments will load when you reconnect.',
    )
    await context.setOffline(false)
    await expect(comments(page)).toContainText('No comments yet')
  })

  await test.step('F2 T87 the composer starts on a note and keeps text', async () => {
    const first = await createPost(api)
    const second = await createPost(api, 'Another one')
    const sent = writes(page)
    await page.goto(`/feedback/posts/${first.id}`)
    await expect(mode(page, 'Internal note')).toBeChecked()
    await page.keyboard.press('p')
    await expect(mode(page, 'Reply as team')).toBeChecked()
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('We will')
    // The keys of the page work again.
    await page.keyboard.press('Escape')
    await page.keyboard.press('s')
    await expect(page.getByRole('dialog', { name: 'Status' })).toBeVisible()
    await page.keyboard.press('Escape')
    await mode(page, 'As a user').check({ force: true })
    await expect(field(page)).toHaveValue('We will')
    await mode(page, 'Reply as team').check({ force: true })
    await expect(field(page)).toHaveValue('We will')

    await page.getByRole('link', { name: 'Another one' }).click()
    await expect(page.getByRole('heading', { name: 'Another one' })).toBeVisible()
    await expect(mode(page, 'Internal note')).toBeChecked()
    await expect(field(page)).toHaveValue('')
    await page.goto(`/feedback/posts/${first.id}`)
    await expect(mode(page, 'Internal note')).toBeChecked()
    await expect(field(page)).toHaveValue('')
    await field(page).fill('Not before May')
    // Each mode keeps its own text.
    await mode(page, 'Reply as team').check({ force: true })
    await expect(field(page)).toHaveValue('We will')
    await mode(page, 'Internal note').check({ force: true })
    await expect(field(page)).toHaveValue('Not before May')
    await field(page).fill('')
    await mode(page, 'Reply as team').check({ force: true })
    await composer(page).getByRole('button', { name: 'Reply publicly' }).click()
    await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).click()
    await expect(field(page)).toHaveValue('We will')
    await expect(mode(page, 'Reply as team')).toBeChecked()
    expect(sent).toEqual([])

    // Closing the tab sends it.
    await composer(page).getByRole('button', { name: 'Reply publicly' }).click()
    await expect(field(page)).toHaveValue('')
    await page.goto('about:blank')
    const stored = async () => {
      const input = { post_id: first.id }
      return (await api('GET /feedback/posts/:post_id/comments', input)).data.map(
        ({ body }) => body,
      )
    }
    await expect.poll(stored).toEqual(['We will'])
    const other = await api('GET /feedback/posts/:post_id/comments', { post_id: second.id })
    expect(other.data).toEqual([])
  })
})

test('a comment whose response is lost is not doubled', { tag: '@both' }, async ({ page, api }) => {
  const { id: post_id } = await createPost(api)
  await page.goto(`/feedback/posts/${post_id}`)
  const fault = await dropResponses(page, 'POST', /\/comments$/)
  await field(page).fill('Once only')
  await page.keyboard.press('Control+Enter')
  await expect.poll(fault.count, { timeout: 15_000 }).toBeGreaterThan(0)
  if (!isPublicProfile()) await fault.end()
  const item = comments(page).getByTestId('comment')
  await expect(item).toHaveCount(1, { timeout: 15_000 })
  await expect(comments(page)).not.toContainText('Waiting to be sent')
  await expect(field(page)).toHaveValue('')
  const all = await api('GET /feedback/posts/:post_id/comments', { post_id, internal: true })
  expect(all.data.map(({ body }) => body)).toEqual(['Once only'])
})
