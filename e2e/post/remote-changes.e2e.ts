import type { Page } from '@playwright/test'

import type { Call } from '#client/api-client.ts'
import { expect, test } from '../fixtures.ts'
import { openWithDeferredCode } from '../routes.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

/** A post with a vote and a comment. */
async function createPost(api: Call) {
  const { id: board_id } = await api('POST /feedback/boards', { name: 'Ideas' })
  const { id: post_id } = await api('POST /feedback/posts', {
    board_id,
    title: 'More light',
    details: 'A lamp would do.',
  })
  const user = { email: 'iris@hartlane.example' }
  await api('POST /feedback/posts/:post_id/votes', { post_id, user })
  await api('POST /feedback/posts/:post_id/comments', { post_id, body: 'Over the bench', user })
  return { board_id, post_id }
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const composer = (page: Page) => page.getByRole('form', { name: 'New comment' })

async function openAndWrite(page: Page, post_id: string) {
  const events = page.waitForResponse(/\/events\/stream/)
  await page.goto(`/feedback/posts/${post_id}`)
  await events // or it hears of later changes only when it is used again
  await write(page)
}

async function write(page: Page) {
  await expect(page.getByTestId('comment')).toContainText('Over the bench')
  await page.keyboard.press('p')
  await page.keyboard.type('We will see')
}

test('T74 T75 a post deleted or merged elsewhere keeps what was written', async ({
  page,
  api,
  context,
  signIn,
}) => {
  await test.step('T74 T75 a post deleted elsewhere says so and keeps what was written', async () => {
    const { post_id } = await createPost(api)
    await openAndWrite(page, post_id)
    await api('DELETE /feedback/posts/:post_id', { post_id })
    await expect(heading(page)).toHaveText('This post is deleted')
    await expect(heading(page)).toBeFocused()
    await expect(page.getByTestId('row')).toHaveCount(0)
    await expect(page.getByRole('main')).toContainText('More light')
    await expect(page.getByRole('main')).toContainText('A lamp would do.')
    await expect(page.getByRole('blockquote')).toHaveText('We will see')
    const gone = { code: 'not_found' }
    const user = { email: 'jo@hartlane.example' }
    await expect(api('GET /feedback/posts/:post_id', { post_id })).rejects.toMatchObject(gone)
    await expect(
      api('POST /feedback/posts/:post_id/votes', { post_id, user }),
    ).rejects.toMatchObject(gone)

    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(heading(page)).toHaveText('More light')
    await expect(page.getByRole('region', { name: 'Votes' })).toContainText('1 vote')
    await expect(page.getByTestId('comment')).toContainText('Over the bench')
    await composer(page).getByRole('radio', { name: 'Reply as team' }).check({ force: true })
    await expect(composer(page).locator('textarea')).toHaveValue('We will see')
  })

  await test.step('T75 a post merged elsewhere takes no comment and keeps the text', async () => {
    const { board_id, post_id } = await createPost(api)
    const into = await api('POST /feedback/posts', { board_id, title: 'Lamps' })
    await openAndWrite(page, post_id)
    await api('POST /feedback/posts/:post_id/merge', { post_id, into_id: into.id })
    await expect(page.getByRole('note')).toContainText('This post was merged into another one.')
    await expect(composer(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Add a vote' })).toHaveCount(0)
    await expect(page.getByRole('blockquote')).toHaveText('We will see')
    const user = { email: 'jo@hartlane.example' }
    const vote = api('POST /feedback/posts/:post_id/votes', { post_id, user })
    await expect(vote).rejects.toMatchObject({ code: 'conflict' })
  })

  await test.step('a draft of another connection is not shown', async () => {
    const { post_id } = await createPost(api)
    await openAndWrite(page, post_id)
    const { key } = await api('POST /api-keys', { name: 'Colleague', scope: 'write' })
    const other = await context.newPage()
    await signIn(other, { key })
    await other.goto(`/feedback/posts/${post_id}`)
    await expect(other.getByTestId('comment')).toContainText('Over the bench')
    await composer(other).getByRole('radio', { name: 'Reply as team' }).check({ force: true })
    await expect(composer(other).locator('textarea')).toHaveValue('')
  })
})

test(
  'T74 T75 a poll finds that a post was deleted elsewhere',
  { tag: '@public' }, // no event stream, no restore
  async ({ page, api }) => {
    const { post_id } = await createPost(api)
    await page.clock.install()
    await openWithDeferredCode(page, `/feedback/posts/${post_id}`)
    await write(page)
    await api('DELETE /feedback/posts/:post_id', { post_id })
    // A poll, every minute, refetches what is older than that.
    await page.clock.runFor(130_000)
    await expect(heading(page)).toHaveText('This post is deleted')
    await expect(page.getByTestId('row')).toHaveCount(0)
    await expect(page.getByRole('blockquote')).toHaveText('We will see')
    await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0)
    await page.reload()
    await expect(heading(page)).toHaveText('This post isn’t here')
  },
)

test('what a form of a post replaces is named when someone changed it', async ({ page, api }) => {
  await test.step('a post changed elsewhere says so in its form, an archived board is named', async () => {
    const { board_id, post_id } = await createPost(api)
    // What changes before the page is connected is found by a poll, after a minute.
    const connected = page.waitForResponse(/\/events\/stream/)
    await page.goto(`/feedback/posts/${post_id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Warm light')
    await connected
    await api('PATCH /feedback/posts/:post_id', { post_id, title: 'Less light' })
    await expect(page.getByText('Someone changed this post while you were writing.')).toBeVisible()
    const stream = page.waitForResponse(/\/events\/stream/)
    await page.reload()
    await stream
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Warm light')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(heading(page)).toHaveText('Less light')
    await api('PATCH /feedback/boards/:board_id', { board_id, archived: true })
    await expect(page.getByText('The board “Ideas” is archived.')).toBeVisible()
    const { id: reassign_to } = await api('POST /feedback/boards', { name: 'Attic' })
    await api('PATCH /feedback/boards/:board_id', { board_id: reassign_to, archived: true })
    await api('DELETE /feedback/boards/:board_id', { board_id, reassign_to })
    await expect(page.getByText('The board “Attic” is archived.')).toBeVisible()
  })

  await test.step('a text kept on this device asks before it replaces a newer one', async () => {
    const { post_id } = await createPost(api)
    await page.goto(`/feedback/posts/${post_id}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
    const details = page.getByRole('textbox', { name: 'Details' })
    await details.fill('Two lamps would do.')
    await api('PATCH /feedback/posts/:post_id', { post_id, details: 'Three lamps.' })
    await page.reload()
    await expect(details).toHaveValue('Two lamps would do.')
    await details.press('Control+Enter')
    const question = page.getByRole('dialog', { name: /^Someone else changed/ })
    await expect(question).toContainText('Three lamps.')
    await question.getByRole('button', { name: 'Use their version' }).click()
    await expect(details).toBeHidden()
    await expect(page.getByRole('main')).toContainText('Three lamps.')
  })
})
