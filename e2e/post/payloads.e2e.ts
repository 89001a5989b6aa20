import type { Page } from '@playwright/test'

import type { Call } from '#client/api-client.ts'
import { expect, test } from '../fixtures.ts'
import {
  findInjectedElements,
  findUnsafeMarkup,
  noUnsafeMarkup,
  payloads,
  toLine,
} from '../payloads.ts'
import { isPublicProfile, serviceUrl } from '../service.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

/** Parts of so many texts. */
const chunk = (texts: readonly string[], size: number) =>
  Array.from({ length: Math.ceil(texts.length / size) }, (_, at) =>
    texts.slice(at * size, (at + 1) * size),
  )

/** As many texts in each line as a title may have. */
function joinLines(texts: readonly string[]): string[] {
  const lines: string[] = []
  for (const text of texts) {
    const joined = `${lines.at(-1)} ${text}`
    if (lines.length > 0 && joined.length < 250) lines[lines.length - 1] = joined
    else lines.push(text)
  }
  return lines
}

// The service rejects other control characters.
const bodyOf = (texts: readonly string[], end: string) =>
  ['**Start**', ...texts, end].join('\n\n').replaceAll('\u0001', '')

const PARTS = 50

/** Every payload as title, details, comment, name, picture address and tag. Returns the posts with details, and all titles. */
async function createPosts(api: Call) {
  const { id: board_id } = await api('POST /feedback/boards', { name: 'Ideas' })
  const lines = [...new Set(payloads.map(toLine))]
  const titles = joinLines(lines)
  const tags = chunk(lines, 20)
  const details = chunk(payloads, PARTS)
  const ids: string[] = []
  for (const [at, title] of titles.entries()) {
    const picture = encodeURIComponent(payloads[at] ?? '')
    const user = {
      external_id: title,
      name: title,
      avatar_url: `https://evil.example/a.png?"onerror="alert(1)&${picture}`,
    }
    const part = details[at]
    const body = part && bodyOf(part, `details ${at}`)
    const post = await api('POST /feedback/posts', { board_id, title, details: body, user })
    if (tags[at]) await api('PATCH /feedback/posts/:post_id', { post_id: post.id, tags: tags[at] })
    if (!part) continue
    ids.push(post.id)
    for (const [index, texts] of chunk(part, PARTS / 2).entries())
      await api('POST /feedback/posts/:post_id/comments', {
        post_id: post.id,
        body: bodyOf(texts, `comment ${index}`),
        ...(index === 0 ? { user } : { internal: true }),
      })
  }
  return { ids, titles }
}

/** Dialogs, and requests to another host. A violation of the content security policy fails the test by itself. */
function listenForEffects(page: Page) {
  const effects: string[] = []
  page.on('dialog', (dialog) => {
    effects.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(`${serviceUrl()}/`)) effects.push(request.url())
  })
  return effects
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const formatted = (page: Page, end: string) =>
  page.getByRole('article').getByText(end, { exact: true }).locator('xpath=..')

test('F7 T79 payloads in six places do nothing on any page', async ({ page, api }) => {
  const { ids, titles } = await createPosts(api)
  const effects = listenForEffects(page)
  const [first = '', second = ''] = titles
  const injected: string[][] = []
  const collect = async () => injected.push(await findInjectedElements(page))

  await page.goto('/feedback/posts')
  await expect(page.getByTestId('row')).toHaveCount(titles.length)
  await expect(page.getByTestId('row').last()).toContainText(first)
  await collect()
  for (const [at, id] of ids.entries()) {
    await page.goto(`/feedback/posts/${id}`)
    await expect(heading(page)).toHaveText(titles[at] ?? '')
    for (const end of [`details ${at}`, 'comment 0', 'comment 1'])
      expect(await findUnsafeMarkup(formatted(page, end))).toEqual(noUnsafeMarkup)
    // A long name needs several lines above the details.
    const byline = page.getByRole('article').getByTestId('byline')
    expect(await byline.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0)
    await collect()
  }
  await page.keyboard.press('t')
  await expect(page.getByRole('option').first()).toBeVisible()
  await collect()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Delete')
  const toast = page.getByTestId('toast').filter({ hasText: titles[ids.length - 1] ?? '' })
  await expect(toast).toBeVisible()
  await collect()
  await toast.getByRole('button', { name: isPublicProfile() ? 'Undo' : 'Restore' }).click()
  await expect(page.getByTestId('row')).toHaveCount(titles.length)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('alert')
  await expect(page.getByRole('option').filter({ hasText: 'alert(' }).first()).toBeVisible()
  await collect()
  await page.goto('/')
  await expect(page.getByText(titles.at(-1) ?? '')).toBeVisible()
  await collect()
  await page.goto('/feedback/users')
  await expect(page.getByText(second).first()).toBeVisible()
  await collect()
  await page.getByText(second).first().click()
  await expect(page.getByRole('dialog')).toContainText(second)
  await collect()
  await page.goto('/feedback/posts/new')
  await page.getByRole('textbox', { name: 'Title' }).fill('alert')
  await expect(page.getByRole('region', { name: 'Similar posts' })).toContainText('alert(')
  await collect()
  await page.goto('/changelog/new')
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('')
  await page.keyboard.type('[[alert')
  await page.getByRole('option').filter({ hasText: 'alert(' }).first().click()
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('alert(')
  await collect()
  expect(injected.flat()).toEqual([])
  expect(effects).toEqual([])
})
