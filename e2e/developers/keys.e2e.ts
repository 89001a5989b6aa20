import type { Page } from '@playwright/test'

import { findThemeViolations } from '../axe.ts'
import { holdRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'
import { openWithDeferredCode } from '../routes.ts'
import { serviceUrl } from '../service.ts'
import { textsOf } from '../texts-of-page.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, name: string) => page.getByTestId('row').filter({ hasText: name })
const toast = (page: Page) => page.getByTestId('toast')

const statusOf = async (key: string, path = '/boards') => {
  const headers = { Authorization: `Bearer ${key}` }
  return (await fetch(`${serviceUrl()}/v1${path}`, { headers })).status
}

async function openMenu(page: Page, name: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('T102 a key for a colleague is created, used, renamed and revoked', async ({
  page,
  signIn,
  api,
}) => {
  const { id: member_id } = await api('POST /members', { name: 'Ana Lima' })
  await signIn(page)
  await openWithDeferredCode(page, '/')
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await expect(row(page, 'Owner key')).toContainText('This key')
  await expect(page).toHaveTitle(/^API keys, Developers, /)
  await page.keyboard.press('c')
  await expect(dialog(page).getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Ana’s laptop')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(dialog(page).getByRole('radio', { name: /^Read and write/ })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('1')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ana')
  await page.keyboard.press('Enter')
  expect(await findThemeViolations(page)).toEqual([])
  const response = page.waitForResponse(
    (one) => one.url().endsWith('/v1/api-keys') && one.request().method() === 'POST',
  )
  await page.keyboard.press('Control+Enter')
  // Sent by the server.
  const { id, key } = (await (await response).json()) as { id: string; key: string }
  await expect(page.getByTestId('secret')).toHaveText(key)
  expect(await textsOf(page)).toContain(key)
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await page.evaluate(() => history.back())
  await expect(page.getByTestId('secret')).toBeVisible()
  const download = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Download as a text file' }).click()
  expect((await download).suggestedFilename()).toMatch(/^Ana’s laptop \d{4}-\d\d-\d\d\.txt$/)
  await dialog(page).getByRole('checkbox', { name: 'I have stored this key' }).check()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(row(page, 'Ana’s laptop')).toContainText('Never used')
  await expect(row(page, 'Ana’s laptop')).toContainText('Ana Lima')
  expect(await textsOf(page)).not.toContain(key)
  await page.reload()
  await expect(row(page, 'Ana’s laptop')).toBeVisible()
  expect(await textsOf(page)).not.toContain(key)

  expect(await statusOf(key)).toBe(200)
  const stored = async () => (await api('GET /api-keys', {})).data.find((one) => one.id === id)
  expect(await stored()).toMatchObject({ scope: 'write', admin: false, member: { id: member_id } })
  const days = (Date.parse((await stored())?.expires_at ?? '') - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(365)

  await openMenu(page, 'Ana’s laptop', 'Edit…')
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Ana’s phone')
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(row(page, 'Ana’s phone')).toBeVisible()
  await toast(page).getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(async () => (await stored())?.name).toBe('Ana’s laptop')

  await openMenu(page, 'Ana’s laptop', 'Revoke…')
  await dialog(page).getByRole('textbox').fill('Ana’s laptop')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Ana’s laptop')).toHaveCount(0)
  expect(await statusOf(key)).toBe(401)
})

test('revoking the key in use signs this tab out', async ({ page, signIn, api, workspace }) => {
  const draft = { name: 'Second admin', scope: 'write', admin: true } as const
  const other = await api('POST /api-keys', draft)
  await signIn(page)
  await page.goto('/developers/keys')
  await openMenu(page, 'Owner key', 'Revoke…')
  await expect(dialog(page)).toContainText('this tab will be signed out')
  await dialog(page).getByRole('textbox').fill('Owner key')
  await dialog(page).getByRole('button', { name: 'Revoke API key' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await expect(page.getByRole('main')).toContainText('Revoked Owner key. This tab is signed')
  await expect(dialog(page)).toHaveCount(0)
  expect(await textsOf(page)).not.toContain(workspace.key)
  expect([await statusOf(workspace.key), await statusOf(other.key)]).toEqual([401, 200])
  await page.getByText('Create one').click()
  await expect(page.getByText(/Developers, API keys/)).toBeVisible()
})

test('keys that are pressed before the code of a dialog is there open nothing else', async ({
  page,
  signIn,
}) => {
  await signIn(page)
  const code = await holdRequests(page, 'GET', /\/edit-key-dialog-/)
  await page.goto('/developers/keys')
  await expect(row(page, 'Owner key')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('c')
  code.release()
  await expect(dialog(page)).toHaveAccessibleName('Edit Owner key')
  await expect(dialog(page).getByRole('textbox', { name: 'Name' })).toBeFocused()
})

test('the value of a new key stays when another tab signs out everywhere', async ({
  page,
  signIn,
  context,
}) => {
  await signIn(page)
  await page.goto('/developers/keys')
  await page.getByRole('button', { name: 'New API key' }).click()
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Website')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByTestId('secret')).toBeVisible()
  const other = await context.newPage()
  await signIn(other)
  await other.goto('/developers/keys')
  await other.getByRole('button', { name: /Workspaces and keys/ }).click()
  await other.getByRole('menuitem', { name: 'Sign out everywhere in this browser' }).click()
  await expect(other).toHaveURL(/\/sign-in/)
  await dialog(page).getByRole('checkbox', { name: 'I have stored this key' }).check()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
})

test('T97 states of keys follow the clock of the server', async ({ page, signIn, api }) => {
  const expires_at = new Date(Date.now() + 12 * 3_600_000).toISOString()
  await api('POST /api-keys', { name: 'Today', scope: 'read', expires_at })
  await signIn(page)
  await page.clock.install({ time: Date.now() + 26 * 3_600_000 })
  await page.clock.resume()
  await page.goto('/developers/keys')
  await expect(row(page, 'Today')).toContainText('Expires in 11 hours')
  await expect(row(page, 'Owner key')).toContainText(/just now|1 minute ago/)
})

test('a read key sees itself from a phone', async ({ page, signIn, api }) => {
  const { key, last4 } = await api('POST /api-keys', { name: 'Reader', scope: 'read' })
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, { key })
  await page.goto('/more')
  await page.getByRole('main').getByRole('button', { name: 'API keys' }).click()
  await expect(page.getByText('Only admin keys can see and manage API keys.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`wsk_r_…${last4}`)
  expect(await findThemeViolations(page)).toEqual([])
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
})

test(
  'a server without keys says how to create one',
  { tag: '@public' },
  async ({ page, signIn }) => {
    await signIn(page)
    await page.goto('/developers/keys')
    await expect(page.getByText(/doesn’t offer API keys here/)).toBeVisible()
    await expect(page.getByText(/keys create --name/).first()).toBeVisible()
  },
)
