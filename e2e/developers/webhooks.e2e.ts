import type { Page } from '@playwright/test'

import { findThemeViolations } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { openWithDeferredCode } from '../routes.ts'
import { textsOf } from '../texts-of-page.ts'

const URL_OF_WEBHOOK = 'https://hooks.example.com/in'
const dialog = (page: Page) => page.getByRole('dialog')
const rows = (page: Page) => page.getByTestId('row')
const toast = (page: Page) => page.getByTestId('toast')

test('a webhook is created by keyboard and its secret is nowhere afterwards', async ({
  page,
  signIn,
  api,
}) => {
  await signIn(page)
  await openWithDeferredCode(page, '/developers/webhooks')
  await expect(page.getByRole('heading', { name: 'No webhooks yet.' })).toBeVisible()
  await expect(page).toHaveTitle(/^Webhooks, Developers, /)
  await page.keyboard.press('c')
  const address = dialog(page).getByRole('textbox', { name: 'Address' })
  await expect(address).toBeFocused()
  // The name of the server is resolved: an address inside of the network is refused.
  await page.keyboard.type('https://169.254.169.254/in')
  await page.keyboard.press('Control+Enter')
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await expect(address).toBeFocused()
  await expect(address).toHaveValue('https://169.254.169.254/in')
  await address.fill(URL_OF_WEBHOOK)
  await page.keyboard.press('Tab')
  await page.keyboard.type('CRM sync')
  await page.keyboard.press('Tab')
  await expect(dialog(page).getByRole('radio', { name: 'Everything' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.type('card.moved')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(dialog(page).getByText('1 kind chosen')).toBeVisible()
  expect(await findThemeViolations(page)).toEqual([])
  const response = page.waitForResponse(
    (one) => one.url().endsWith('/v1/webhooks') && one.request().method() === 'POST',
  )
  await page.keyboard.press('Control+Enter')
  // Sent by the server.
  const { secret } = (await (await response).json()) as { secret: string }
  await expect(page.getByTestId('secret')).toHaveText(secret)
  expect(await textsOf(page)).toContain(secret)
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('secret')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'hooks.example.com/in' })).toBeFocused()
  await expect(page).toHaveTitle(/^Deliveries, hooks\.example\.com\/in, Webhooks, /)
  const [webhook] = (await api('GET /webhooks', {})).data
  expect(webhook).toMatchObject({
    url: URL_OF_WEBHOOK,
    description: 'CRM sync',
    events: ['card.moved'],
  })
  expect(await textsOf(page)).not.toContain(secret)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'hooks.example.com/in' })).toBeVisible()
  expect(await textsOf(page)).not.toContain(secret)
})

test('settings of a webhook are saved, undone and compared with those of others', async ({
  page,
  signIn,
  api,
}) => {
  const headers = { Authorization: 'Bearer one' }
  const created = await api('POST /webhooks', { url: URL_OF_WEBHOOK, events: ['*'], headers })
  const webhook_id = created.id
  const stored = () => api('GET /webhooks/:webhook_id', { webhook_id })
  await signIn(page)
  await openWithDeferredCode(page, `/developers/webhooks/${webhook_id}/settings`)
  await expect(page.getByRole('textbox', { name: 'Value of header 1' })).toHaveValue(/hidden/)
  const description = page.getByRole('textbox', { name: 'Description' })
  await description.fill('CRM sync')
  await description.press('Control+Enter')
  await expect.poll(async () => (await stored()).description).toBe('CRM sync')
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0)
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('z')
  await expect(description).toHaveValue('')
  await expect.poll(async () => (await stored()).description).toBe(null)
  expect(await stored()).toMatchObject({ headers: { Authorization: '••••••' } })

  // Someone else changes the same field while it is edited.
  await description.fill('Mine')
  await api('PATCH /webhooks/:webhook_id', { webhook_id, description: 'Theirs' })
  await description.press('Control+Enter')
  await expect(dialog(page)).toContainText('Theirs')
  await dialog(page).getByRole('button', { name: 'Use my version' }).click()
  await expect.poll(async () => (await stored()).description).toBe('Mine')

  await page.getByRole('main').getByRole('button', { name: 'Pause' }).first().click()
  await expect(page.getByText('This webhook is paused:')).toBeVisible()
  await expect.poll(async () => (await stored()).state).toBe('disabled')
  await toast(page).getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByText('This webhook is paused:')).toHaveCount(0)
  await expect.poll(async () => (await stored()).state).toBe('active')

  await page.getByRole('button', { name: 'Delete…' }).click()
  await expect(dialog(page)).toContainText('signing secret are deleted too')
  await dialog(page).getByRole('button', { name: 'Delete webhook' }).click()
  await expect(page).toHaveURL('/developers/webhooks')
  await expect(page.getByRole('heading', { name: 'No webhooks yet.' })).toBeVisible()
})

test('a signing secret is replaced with an overlap and shown once', async ({
  page,
  signIn,
  api,
}) => {
  const { id } = await api('POST /webhooks', { url: URL_OF_WEBHOOK, events: ['*'], enabled: false })
  await signIn(page)
  await page.goto(`/developers/webhooks/${id}/secret`)
  await page.getByRole('button', { name: 'Replace secret…' }).click()
  await page.keyboard.press('ArrowDown')
  await expect(dialog(page).getByRole('radio', { name: '72 hours' })).toBeChecked()
  expect(await findThemeViolations(page)).toEqual([])
  const secret = 'a-secret-of-this-test-only'
  await dialog(page).getByRole('textbox', { name: 'Your own signing secret' }).fill(secret)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByTestId('secret')).toHaveText(secret)
  await dialog(page).getByRole('checkbox', { name: 'I have copied it' }).check()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(/The previous secret signs too until/)).toBeVisible()
  expect(await textsOf(page)).not.toContain(secret)
  expect(await findThemeViolations(page)).toEqual([])
})

test('a test event of a webhook is queued from a phone', async ({ page, signIn, api }) => {
  const { id } = await api('POST /webhooks', { url: URL_OF_WEBHOOK, events: ['*'], enabled: false })
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  await page.goto('/more')
  await page.getByRole('main').getByRole('button', { name: 'Webhooks' }).click()
  await expect(rows(page)).toHaveCount(1)
  expect(await findThemeViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'hooks.example.com/in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.locator('header').getByRole('button', { name: 'Send a test event' }).click()
  await expect(dialog(page).getByLabel('Kind of event')).toHaveValue('webhook.test')
  await dialog(page).getByRole('button', { name: 'Send test event' }).click()
  await expect(toast(page)).toContainText('Test queued.')
  const input = { webhook_id: id }
  const { data } = await api('GET /webhooks/:webhook_id/deliveries', input)
  expect(data.map(({ event }) => event)).toEqual(['webhook.test'])
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
})

test('keys that may not manage webhooks are told so', async ({ page, api, signIn }) => {
  const keys = [
    ['read', 'This key has read-only access'],
    ['write', 'Webhooks need an admin key'],
  ] as const
  for (const [scope, message] of keys) {
    const { key } = await api('POST /api-keys', { name: scope, scope })
    const other = await page.context().newPage()
    await signIn(other, { key })
    await other.goto('/developers/webhooks')
    await expect(other.getByRole('heading', { name: message })).toBeVisible()
    await expect(other.getByRole('main').getByRole('button')).toHaveCount(0)
  }
})

test('a server without webhooks offers none', { tag: '@public' }, async ({ page, signIn }) => {
  await signIn(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Developers' }).click()
  await expect(page).toHaveURL(/\/developers\/keys$/)
  await expect(page.getByRole('link', { name: 'Webhooks' })).toHaveCount(0)
  await page.goto('/developers/webhooks')
  await expect(page.getByRole('heading', { name: /doesn’t offer webhooks/ })).toBeVisible()
})
