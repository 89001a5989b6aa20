import type { Page } from '@playwright/test'

import { holdRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const body = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })

async function signOut(page: Page, name = 'Sign out') {
  await page.getByRole('button', { name: /Workspaces and keys/ }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

const signInPage = (page: Page) => page.getByRole('heading', { name: 'Connect a workspace' })

/** The names of the texts that this device keeps. */
const keptTexts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes(':draft:')))

test('“Sign out everywhere in this browser” sends unsaved text first', async ({ page, api }) => {
  const entry = await api('POST /feedback/changelog/entries', { title: 'Refills', body: 'Old' })
  await page.goto(`/changelog/${entry.id}`)
  await body(page).fill('Keep the jar.')
  await signOut(page, 'Sign out everywhere in this browser')
  await expect(signInPage(page)).toBeVisible()
  const stored = await api('GET /feedback/changelog/entries/:entry_id', { entry_id: entry.id })
  expect(stored.body).toBe('Keep the jar.')
  expect(await keptTexts(page)).toEqual([])
})

test('signing out asks before it removes an unsent text', async ({ page }) => {
  await page.goto('/changelog/new')
  await body(page).fill('No title yet')
  await signOut(page)
  const question = page.getByRole('dialog', { name: '1 text isn’t sent yet' })
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(body(page)).toHaveValue('No title yet')
  await page.goto('/changelog')
  await signOut(page)
  await question.getByRole('link', { name: 'No title yet' }).click()
  await expect(body(page)).toHaveValue('No title yet')
  await signOut(page)
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(signInPage(page)).toBeVisible()
  expect(await keptTexts(page)).toEqual([])
})

test('“Sign out” sends unsaved text first, and continues once a slow save has ended', async ({
  page,
  api,
}) => {
  const entry = await api('POST /feedback/changelog/entries', { title: 'Refills', body: 'Old' })
  await page.goto(`/changelog/${entry.id}`)
  const held = await holdRequests(page, 'PATCH', /\/entries\//)
  await body(page).fill('Keep the jar.')
  await signOut(page)
  await expect(page.getByRole('dialog', { name: '1 change isn’t saved yet' })).toBeVisible()
  held.release()
  await expect(signInPage(page)).toBeVisible()
  const stored = await api('GET /feedback/changelog/entries/:entry_id', { entry_id: entry.id })
  expect(stored.body).toBe('Keep the jar.')
  expect(await keptTexts(page)).toEqual([])
})
