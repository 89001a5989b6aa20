import type { Page } from '@playwright/test'

import type { Call } from '#client/api-client.ts'
import { cardNamed, openBoard } from '../board-page.ts'
import { holdRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'
import { isPublicProfile, serviceUrl, createWorkspace } from '../service.ts'

/**
 * Revokes a key, and waits until the pages' service knows: another process may hear of it a second later. Until the answer is
 * let go the page reads nothing, or a read that the clock began would be refused before what the test does.
 */
async function revoke(page: Page, api: Call, { id, key }: { id: string; key: string }) {
  const reads = await holdRequests(page, 'GET', /\/v1\//)
  await api('DELETE /api-keys/:key_id', { key_id: id })
  const headers = { authorization: `Bearer ${key}` }
  await expect
    .poll(async () => (await fetch(`${serviceUrl()}/v1/boards`, { headers })).status)
    .toBe(401)
  return reads
}

test(
  '5.2 replacing a key keeps the page and resends rejected mutations',
  { tag: '@both' },
  async ({ page, api, board, signIn }) => {
    const oldKey = await api('POST /api-keys', { name: 'Soon gone', scope: 'write' })
    const newKey = await api('POST /api-keys', { name: 'Its successor', scope: 'write' })
    await signIn(page, { key: oldKey.key })
    await openBoard(page, board.id)
    await page.getByRole('button', { name: 'Add a card to Doing' }).click()
    await page.getByRole('textbox').last().fill('Half a thou')
    const reads = await revoke(page, api, oldKey)

    await page.getByRole('button', { name: 'Mark Choose a date as done' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your API key no longer works' })
    await expect(dialog).toBeVisible()
    reads.release()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByLabel('API key', { exact: true })).toBeFocused() // 1.16
    await dialog.getByLabel('API key', { exact: true }).fill(newKey.key)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog).toHaveCount(0)

    await expect.poll(async () => (await board.stored('Choose a date')).completed).toBe(true)
    await expect(page.getByRole('textbox').last()).toHaveValue('Half a thou')
    await page.reload()
    await expect(cardNamed(page, 'Choose a date')).toBeVisible()
  },
)

test('5.2 replacing a key rejects a key of another workspace', async ({
  page,
  api,
  board,
  signIn,
}) => {
  const otherWorkspace = await createWorkspace()
  const oldKey = await api('POST /api-keys', { name: 'Soon gone', scope: 'write' })
  await signIn(page, { key: oldKey.key })
  await openBoard(page, board.id)
  const reads = await revoke(page, api, oldKey)
  await page.getByRole('button', { name: 'Mark Choose a date as done' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  reads.release()
  await dialog.getByLabel('API key', { exact: true }).fill(otherWorkspace.key)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toContainText(
    isPublicProfile()
      ? 'Couldn’t verify that this key belongs to the same workspace'
      : `belongs to another workspace, ${otherWorkspace.name}`,
  )

  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Enter another key')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark Choose a date as done' })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  await page.getByText('Enter another key').click()
  await expect(dialog).toBeVisible()
})

test('5.2 unsent text moves to the new key and ends with sign-out', async ({
  page,
  api,
  board,
  signIn,
}) => {
  const keptTexts = () =>
    page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes(':draft:')))
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  const oldKey = await api('POST /api-keys', { name: 'Soon gone', scope: 'write' })
  const newKey = await api('POST /api-keys', { name: 'Its successor', scope: 'write' })
  await signIn(page, { key: oldKey.key })
  // A service that names no workspace is recognized by something read before.
  await openBoard(page, board.id)
  await page.getByRole('link', { name: 'Changelog' }).first().click()
  await page.getByRole('link', { name: 'Write an entry' }).click()
  await text.fill('No title yet')
  await expect.poll(keptTexts).toHaveLength(1)
  const [before] = await keptTexts()
  const reads = await revoke(page, api, oldKey)
  await page.getByRole('link', { name: 'Boards' }).first().click()
  reads.release()
  const dialog = page.getByRole('dialog', { name: 'Your API key no longer works' })
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByLabel('API key', { exact: true }).fill(newKey.key)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toHaveCount(0)

  await page.goto('/changelog/new')
  await expect(text).toHaveValue('No title yet')
  await expect(page.getByRole('main').getByText('Restored, not yet sent')).toBeVisible()
  expect(await keptTexts()).toHaveLength(1)
  expect(await keptTexts()).not.toContain(before)
  await page.getByRole('button', { name: /Workspaces and keys/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Connect a workspace' })).toBeVisible()
  expect(await keptTexts()).toEqual([])
})
