// Everything here writes campaigns, which the public API does not offer.
import type { Page } from '@playwright/test'

import { createComplete, dialog, openCampaigns, openMenu, rowOf } from '../campaign-rows.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const focusedTag = (page: Page) => page.evaluate(() => document.activeElement?.tagName)

/** The change is shown, and the focus is on something. */
async function expectFocus(page: Page) {
  await expect(dialog(page)).toHaveCount(0)
  expect(await focusedTag(page)).not.toBe('BODY')
}

test('creating, scheduling, sending and undoing keep the focus', async ({ page, api }) => {
  await test.step('creating the first campaign by keyboard keeps the focus on the page', async () => {
    await page.goto('/email/campaigns')
    await expect(page.getByRole('heading', { name: 'No campaigns yet' })).toBeVisible()
    await page.keyboard.press('c')
    await page.keyboard.type('First')
    await page.keyboard.press('Control+Enter')
    await expect(rowOf(page, 'First')).toBeVisible()
    await expectFocus(page)
    await page.keyboard.press('c')
    await page.keyboard.type('Second')
    await page.keyboard.press('Control+Enter')
    await expect(rowOf(page, 'Second')).toBeVisible()
    await expectFocus(page)
  })

  await test.step('"Schedule" and "Send now" keep the focus when the last row leaves its tab', async () => {
    await createComplete(api, 'Letter')
    for (const [action, status] of [
      ['Schedule', 'draft'],
      ['Send now', 'scheduled'],
    ] as const) {
      await page.goto(`/email/campaigns?status=${status}`)
      await openMenu(page, 'Letter', action)
      await expect(dialog(page)).toContainText('1 subscribed contact')
      await dialog(page).getByRole('button', { name: action, exact: true }).press('Enter')
      await expect(rowOf(page, 'Letter')).toHaveCount(0)
      await expectFocus(page)
    }
  })

  await test.step('undoing a deletion or an edit from its toast keeps the focus', async () => {
    await api('POST /campaigns', { name: 'Old letter' })
    await api('POST /campaigns', { name: 'Other' })
    await openCampaigns(page)
    const undo = page.getByTestId('toast').getByRole('button', { name: 'Undo' })
    await openMenu(page, 'Old letter', 'Delete draft')
    await expect(rowOf(page, 'Old letter')).toHaveCount(0)
    await expectFocus(page)
    await undo.press('Enter')
    await expect(rowOf(page, 'Old letter')).toBeVisible()
    await expectFocus(page)

    await openMenu(page, 'Old letter', 'Edit')
    await dialog(page).getByLabel('Name', { exact: true }).fill('Renamed letter')
    await page.keyboard.press('Control+Enter')
    await expect(rowOf(page, 'Renamed letter')).toBeVisible()
    await expectFocus(page)
    await undo.press('Enter')
    await expect(rowOf(page, 'Old letter')).toBeVisible()
    await expectFocus(page)
  })
})
