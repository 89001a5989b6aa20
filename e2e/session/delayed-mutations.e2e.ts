import type { BrowserContext, Page } from '@playwright/test'

import type { Call } from '#client/api-client.ts'
import { expect, test } from '../fixtures.ts'
import { developmentBuild, serveBuild } from '../other-build.ts'
import { openWithDeferredCode } from '../routes.ts'

// Through the sample page of waits, which a development build has: a real service, real things.
test.beforeEach(async ({ page, signIn }) => {
  await serveBuild(page, await developmentBuild())
  await signIn(page)
})

async function arrange(api: Call) {
  const { id: list_id } = await api('POST /lists', { name: 'Newsletter' })
  for (const email_address of ['ada@example.com', 'eve@example.com'])
    await api('POST /lists/:list_id/contacts', { list_id, email_address })
  const { id: board_id } = await api('POST /feedback/boards', { name: 'Ideas' })
  const { id: post_id } = await api('POST /feedback/posts', { board_id, title: 'More light' })
  const left = async () =>
    (await api('GET /lists/:list_id/contacts', { list_id })).data.map((one) => one.email_address)
  const comments = async () =>
    (await api('GET /feedback/posts/:post_id/comments', { post_id })).data.map(({ body }) => body)
  return { address: `/_gallery/waits?list=${list_id}&post=${post_id}`, left, comments }
}

/** Opens the page, and from then on time passes only when the test says so: on a busy machine 6 s are soon over. */
async function openStill(page: Page, address: string) {
  await page.clock.install()
  await openWithDeferredCode(page, address)
  await expect(row(page, 'ada@example.com')).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
}

async function close(page: Page, context: BrowserContext) {
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => context.pages().length).toBe(0)
}

const row = (page: Page, name: string) => page.getByTestId('row').filter({ hasText: name })
const remove = (page: Page, name: string) =>
  page.getByRole('button', { name: `Delete ${name}` }).click()

test(
  'F2 T87 a delayed deletion shows at once and is sent after 6 s',
  { tag: '@both' },
  async ({ page, api }) => {
    const { address, left } = await arrange(api)
    await openStill(page, address)
    await remove(page, 'ada@example.com')
    await expect(row(page, 'ada@example.com')).toHaveCount(0)
    await page.clock.runFor(1000)
    const toast = page.getByTestId('toast').filter({ hasText: 'Deleted ada@example.com' })
    await page.clock.runFor(4000)
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect(row(page, 'ada@example.com')).toBeVisible()
    await page.clock.runFor(10_000)
    expect(await left()).toHaveLength(2)

    await remove(page, 'eve@example.com')
    await page.clock.runFor(7000)
    await expect.poll(left).toEqual(['ada@example.com'])
    await expect(page.getByTestId('toast').filter({ hasText: 'eve@' })).toHaveCount(0)
  },
)

test('recent changes lists a delayed mutation, "Now" sends it', async ({ page, api }) => {
  const { address, left } = await arrange(api)
  await openStill(page, address)
  await remove(page, 'ada@example.com')
  await page.getByRole('button', { name: 'Recent changes' }).click()
  const change = page.getByRole('dialog').getByTestId('row')
  await expect(change).toContainText('Pending')
  await change.getByRole('button', { name: 'Now' }).click()
  await expect.poll(left).toEqual(['eve@example.com'])
  await expect(change).toHaveCount(0)
})

test('T87 an interrupted deletion is offered on the next visit', async ({
  page,
  api,
  context,
  signIn,
}) => {
  const { address, left } = await arrange(api)
  await openStill(page, address)
  for (const name of ['ada@example.com', 'eve@example.com']) await remove(page, name)
  await page.clock.runFor(1000)
  await expect(page.getByTestId('toast')).toHaveCount(2)
  await close(page, context)

  await context.clock.resume()
  const next = await context.newPage()
  await serveBuild(next, await developmentBuild())
  await signIn(next)
  await next.goto(address)
  const line = next.getByRole('button', { name: 'Delete now' })
  await expect(line.locator('..')).toContainText(
    '2 campaigns weren’t deleted because the tab was closed.',
  )
  await expect(row(next, 'ada@example.com')).toBeVisible()
  expect(await left()).toHaveLength(2)
  await line.click()
  await expect.poll(left).toEqual([])
  await expect(line).toHaveCount(0)
  await next.reload()
  await expect(next.getByRole('heading', { name: 'Waits' })).toBeVisible()
  await expect(line).toHaveCount(0)
})

test('T87 a delayed comment is sent when the tab closes', async ({ page, api, context }) => {
  const { address, comments } = await arrange(api)
  await openStill(page, address)
  await page.getByRole('textbox', { name: 'Comment' }).fill('It comes in spring.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('')
  expect(await comments()).toEqual([])
  await close(page, context)
  await expect.poll(comments).toEqual(['It comes in spring.'])
})

test('5.6 a draft survives a reload and Undo, not sign-out', async ({ page, api }) => {
  const { address, comments } = await arrange(api)
  const box = page.getByRole('textbox', { name: 'Comment' })
  await page.goto(address)
  await box.fill('One\nTwo')
  await openStill(page, address)
  await expect(box).toHaveValue('One\nTwo')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.keyboard.press('Control+z')
  await expect(box).toHaveValue('One\nTwo')
  expect(await comments()).toEqual([])

  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).filter((name) => /draft/.test(name)))
  expect(await kept()).toHaveLength(1)
  await page.clock.resume()
  await page.getByRole('button', { name: /Workspaces and keys/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
  const question = page.getByRole('dialog', { name: '1 text isn’t sent yet' })
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  expect(await kept()).toEqual([])
})
