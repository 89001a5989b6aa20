import { expect, type Page } from '@playwright/test'

import type { Call } from '#client/api-client.ts'
import type { Input } from '#contract/endpoints.ts'

/** A complete draft. */
export const createDraft = (
  api: Call,
  draft: Partial<Input<'POST /feedback/changelog/entries'>> = {},
) =>
  api('POST /feedback/changelog/entries', {
    title: 'Refills by post',
    body: 'Keep the jar. We will send the rest.',
    ...draft,
  })

/** The ids of the entries of every publication, in order. */
export async function publications(api: Call): Promise<string[]> {
  const { data } = await api('GET /events', { kinds: 'changelog.published' })
  return data.map(({ data: entry }) => String(Reflect.get(entry, 'id')))
}

/** The entry as the service has it. */
export const readEntry = (api: Call, entry_id: string) =>
  api('GET /feedback/changelog/entries/:entry_id', { entry_id })

export const panel = (page: Page) =>
  page.getByRole('dialog', { name: /Publish this entry|Scheduled entry|Published entry/ })

export const publishButton = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^(Publish|Change schedule|Manage publication)$/ })

/** Opens an entry and its panel. */
export async function openPanel(page: Page, entry_id: string, url = '') {
  await page.goto(`${url}/changelog/${entry_id}`)
  await publishButton(page).click()
  await expect(panel(page)).toBeVisible()
}

/**
 * Opens the panel, and from then on time passes only when the test says so: on a busy machine 6 s are soon over. To load
 * another page, a test calls `page.clock.resume` first.
 */
export async function openPanelStill(page: Page, entry_id: string) {
  await page.clock.install()
  await openPanel(page, entry_id)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
}

export const confirm = (page: Page, name: string | RegExp) =>
  panel(page).getByRole('button', { name, exact: true }).click()

export const toast = (page: Page, text: string | RegExp) =>
  page.getByTestId('toast').filter({ hasText: text })
