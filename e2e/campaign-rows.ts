import type { Page } from '@playwright/test'

import type { Call } from '#client/api-client.ts'
import { expect } from './fixtures.ts'

/** What the tests of campaigns do on their page. */

export const rowOf = (page: Page, name: string) => page.getByTestId('row').filter({ hasText: name })

export const dialog = (page: Page) => page.getByRole('dialog')

export async function openMenu(page: Page, name: string, item: string) {
  await rowOf(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

export async function openCampaigns(page: Page) {
  await page.goto('/email/campaigns')
  await expect(page.locator('[data-page=campaigns] [data-state=ready]')).toBeVisible()
}

/** For a step of a test whose campaigns have the names of the steps before. */
export async function deleteCampaigns(api: Call) {
  for (const { id, status } of (await api('GET /campaigns', {})).data) {
    if (status === 'scheduled')
      await api('POST /campaigns/:campaign_id/cancel', { campaign_id: id })
    await api('DELETE /campaigns/:campaign_id', { campaign_id: id })
  }
}

/** A draft that can be sent: it has a subject, a sender and a list with one subscribed contact. */
export async function createComplete(api: Call, name: string) {
  const { id: list_id } = await api('POST /lists', { name: 'All customers' })
  await api('POST /lists/:list_id/contacts', {
    list_id,
    email_address: 'ana@example.com',
    status: 'subscribed',
  })
  const from = { name: null, email_address: 'hello@example.com' }
  return api('POST /campaigns', { name, subject: 'Hello', from, list_id })
}
