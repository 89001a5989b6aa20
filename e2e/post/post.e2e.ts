import type { Page } from '@playwright/test'

import { findThemeViolations } from '../axe.ts'
import { holdRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'
import { isPublicProfile } from '../service.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const property = (page: Page, name: string) =>
  page.getByRole('complementary', { name: 'Properties' }).getByRole('button', {
    name: new RegExp(`^${name}: `),
  })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test(
  'F3 keys set status and tags, and the focus stays',
  { tag: '@both' },
  async ({ page, api }) => {
    const { id: board_id } = await api('POST /feedback/boards', { name: 'Ideas' })
    const { id: post_id } = await api('POST /feedback/posts', {
      board_id,
      title: 'More light',
      details: 'Over the **bench**.',
    })
    const stored = () => api('GET /feedback/posts/:post_id', { post_id })
    await page.goto(`/feedback/posts/${post_id}`)
    await expect(heading(page)).toHaveText('More light')
    await expect(page.locator('strong')).toHaveText('bench')
    await expect(page).toHaveTitle(/^More light, Posts, /)
    await expect(property(page, 'Status')).toContainText('Open')

    await page.keyboard.press('s')
    await expect(page.getByRole('dialog', { name: 'Status' })).toBeVisible()
    await page.keyboard.press('2')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(property(page, 'Status')).toBeFocused()
    await expect(property(page, 'Status')).toContainText('Under review')
    await expect.poll(async () => (await stored()).status).toBe('under_review')
    // In the same control the number alone is enough.
    await page.keyboard.press('3')
    await expect(property(page, 'Status')).toContainText('Planned')
    await expect.poll(async () => (await stored()).status).toBe('planned')
    const notices = page.getByTestId('toast')
    await expect(notices.filter({ hasText: 'Set “More light” to Planned' })).toBeVisible()
    await page.keyboard.press('z')
    await expect(property(page, 'Status')).toContainText('Under review')
    await expect.poll(async () => (await stored()).status).toBe('under_review')

    await page.keyboard.press('t')
    await page.getByRole('combobox', { name: 'Find or add a tag' }).fill('constructor')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await stored()).tags).toEqual(['constructor'])
    await page.keyboard.press('Escape')
    await expect(property(page, 'Tags')).toBeFocused()
    await page.keyboard.press('e')
    await expect.poll(async () => (await stored()).status).toBe('closed')

    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Details' }).fill('Over *both* benches.')
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Details' })).toHaveValue('Over *both* benches.')
    await page.getByRole('textbox', { name: 'Title' }).fill('Much more light')
    await page.keyboard.press('Control+Enter')
    await expect(heading(page)).toHaveText('Much more light')
    await expect(page.getByTestId('row')).toContainText('Much more light')
    expect(await stored()).toMatchObject({ details: 'Over *both* benches.' })
    expect(await findThemeViolations(page)).toEqual([])
  },
)

test('F4 a deleted post comes back with its votes', { tag: '@both' }, async ({ page, api }) => {
  const { id: board_id } = await api('POST /feedback/boards', { name: 'Ideas' })
  const { id: post_id } = await api('POST /feedback/posts', { board_id, title: 'Free samples' })
  const user = await api('POST /feedback/users/identify', { email: 'iris@hartlane.example' })
  await api('POST /feedback/posts/:post_id/votes', { post_id, user_id: user.id })
  await page.goto(`/feedback/posts/${post_id}`)
  await expect(property(page, 'Status')).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(page.getByTestId('row')).toHaveCount(0)
  const name = isPublicProfile() ? 'Undo' : 'Restore'
  await page.getByTestId('toast').getByRole('button', { name }).click()
  await expect(page.getByTestId('row')).toContainText('Free samples')
  await expect(heading(page)).toHaveText('Free samples')
  const stored = () => api('GET /feedback/posts/:post_id', { post_id })
  await expect.poll(async () => (await stored()).vote_count).toBe(1)
})

test('T78 the ETA is one day everywhere, and conflicts and readers are met', async ({
  browser,
  baseURL,
  api,
  signIn,
  context,
  page,
}) => {
  await test.step('T78 the ETA is the same day in five time zones', async () => {
    const { id: board_id } = await api('POST /feedback/boards', { name: 'Ideas' })
    const eta = '2026-03-01'
    const { id: post_id } = await api('POST /feedback/posts', {
      board_id,
      title: 'More light',
      eta,
    })
    const openIn = async (timezoneId: string) => {
      const context = await browser.newContext({
        ...(baseURL && { baseURL }),
        timezoneId,
        locale: 'en-GB',
      })
      const page = await context.newPage()
      await signIn(page)
      await page.goto(`/feedback/posts/${post_id}`)
      return page
    }
    const stored = () => api('GET /feedback/posts/:post_id', { post_id })
    // West of UTC and farthest east of it, where a moment of the day would be another day.
    for (const [timezoneId, before, typed, date, after] of [
      ['America/Los_Angeles', '1 Mar 2026', '31/12/2026', '2026-12-31', '31 Dec 2026'],
      ['Pacific/Kiritimati', '31 Dec 2026', '01/01/2027', '2027-01-01', '1 Jan 2027'],
    ] as const) {
      const page = await openIn(timezoneId)
      await expect(property(page, 'ETA')).toContainText(before)
      await page.keyboard.press('d')
      await page.getByRole('textbox', { name: 'ETA' }).fill(typed)
      await page.keyboard.press('Enter')
      await expect(property(page, 'ETA')).toContainText(after)
      await expect.poll(async () => (await stored()).eta).toBe(date)
      await page.context().close()
    }
    const others = ['Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe']
    for (const page of await Promise.all(others.map(openIn))) {
      await expect(property(page, 'ETA')).toContainText('1 Jan 2027')
      await page.context().close()
    }
  })

  await test.step('a merged post leads to the other, a key that reads has no controls', async () => {
    const { id: board_id } = await api('POST /feedback/boards', { name: 'Ideas' })
    const kept = await api('POST /feedback/posts', { board_id, title: 'More light' })
    const other = await api('POST /feedback/posts', { board_id, title: 'Lamps' })
    await api('POST /feedback/posts/:post_id/merge', { post_id: other.id, into_id: kept.id })
    const { key } = await api('POST /api-keys', { name: 'Reader', scope: 'read' })
    const reader = await context.newPage()
    await signIn(reader, { key })
    await reader.goto(`/feedback/posts/${other.id}`)
    await expect(heading(reader)).toHaveText('Lamps')
    await reader.getByRole('link', { name: 'More light' }).first().click()
    await expect(heading(reader)).toHaveText('More light')
    const properties = reader.getByRole('complementary', { name: 'Properties' })
    await expect(properties).toContainText('Open')
    await expect(properties.getByRole('button')).toHaveText([''])
    await expect(reader.getByRole('button', { name: /^(Edit|Delete)$/ })).toHaveCount(0)
    await reader.goto('/feedback/posts/post_that_is_not_there')
    await expect(heading(reader)).toHaveText('This post isn’t here')
  })

  await test.step('a vote or another field is no conflict, the same field is', async () => {
    const { id: board_id } = await api('POST /feedback/boards', { name: 'Ideas' })
    const { id: post_id } = await api('POST /feedback/posts', { board_id, title: 'More light' })
    const stored = () => api('GET /feedback/posts/:post_id', { post_id })
    await page.route('**/events/stream*', (route) => route.abort())
    const members = await holdRequests(page, 'GET', /\/members/)
    const statuses = await holdRequests(page, 'GET', /\/feedback\/statuses/)
    await page.goto(`/feedback/posts/${post_id}`)
    // Chosen by its name before it has loaded.
    await property(page, 'Status').click()
    await expect(page.getByRole('dialog', { name: 'Status' })).toContainText('Searching')
    await page.keyboard.type('planned')
    await page.keyboard.press('Enter')
    statuses.release()
    await expect(property(page, 'Status')).toContainText('Planned')
    // A list that is loading is not empty.
    await property(page, 'Owner').click()
    const owners = page.getByRole('dialog', { name: 'Owner' })
    await expect(owners).toContainText('Searching')
    members.release()
    await expect(owners).toContainText('Nothing to choose from')
    await page.keyboard.press('Escape')
    await expect(owners).toHaveCount(0)
    await api('PATCH /feedback/posts/:post_id', { post_id, eta: '2027-01-01' })
    await property(page, 'Status').focus()
    await page.keyboard.press('2')
    await expect.poll(async () => (await stored()).status).toBe('under_review')
    await expect(page.getByRole('alert')).toHaveCount(0)

    await page.getByRole('button', { name: 'Edit' }).click()
    await api('PATCH /feedback/posts/:post_id', { post_id, title: 'Less light' })
    await page.getByRole('textbox', { name: 'Title' }).fill('Warm light')
    await page.getByRole('button', { name: 'Save' }).click()
    const question = page.getByRole('dialog', { name: /^Someone else changed/ })
    await expect(question.getByRole('definition')).toHaveText(['“Warm light”', '“Less light”'])
    await question.getByRole('button', { name: 'Use my version' }).click()
    await expect.poll(async () => (await stored()).title).toBe('Warm light')
    await expect(heading(page)).toHaveText('Warm light')
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveCount(0)

    // The response comes when the post is open no longer.
    await api('PATCH /feedback/posts/:post_id', { post_id, status: 'planned' })
    const held = await holdRequests(page, 'PATCH', /\/feedback\/posts\//)
    await property(page, 'Status').focus()
    await page.keyboard.press('1')
    await expect.poll(held.count).toBe(1)
    await page.keyboard.press('u')
    await expect(page).toHaveURL(/\/feedback\/posts$/)
    held.release()
    await expect(question).toHaveAccessibleName('Someone else changed Warm light')
    await expect(question.getByRole('definition')).toHaveText(['“Open”', '“Planned”'])
    await page.keyboard.press('Enter')
    await expect(question).toHaveCount(0)
    await expect(page.getByTestId('toast')).toContainText('Kept their version of Warm light')
    expect((await stored()).status).toBe('planned')
  })
})
