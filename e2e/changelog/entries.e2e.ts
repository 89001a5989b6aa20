import type { Page } from '@playwright/test'

import { findThemeViolations } from '../axe.ts'
import { expect, inHours, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const rows = (page: Page) => page.getByTestId('row')
const tabs = (page: Page) => page.getByRole('group', { name: 'Which entries' }).getByRole('link')

test(
  'T84 drafts, scheduled and published entries have a tab each',
  { tag: '@both' },
  async ({ page, api }) => {
    await api('POST /feedback/changelog/entries', { title: 'Not ready yet' })
    await api('POST /feedback/changelog/entries', { title: 'Later', publish_at: inHours(50) })
    await api('POST /feedback/changelog/entries', { title: 'Soon', publish_at: inHours(5.5) })
    await api('POST /feedback/changelog/entries', { title: 'Out', publish_at: inHours(-30) })
    await page.goto('/changelog')
    await expect(tabs(page)).toHaveText(['Drafts1', 'Scheduled2', 'Published'])
    const drafts = page.getByRole('list', { name: 'Drafts' })
    await expect(drafts.getByTestId('row')).toHaveText(/Not ready yet/)
    const next = page.getByRole('region', { name: 'Next to be published' })
    await expect(next.getByTestId('row')).toHaveText(/Soonin 5 h 2\d min/)

    await tabs(page).filter({ hasText: 'Scheduled' }).click()
    await expect(page).toHaveURL(/\/changelog\?tab=scheduled$/)
    await expect(rows(page)).toHaveText([/^Soon/, /^Later/])
    await expect(page.getByText(/^Times in /)).toBeVisible()
    await tabs(page).filter({ hasText: 'Published' }).click()
    await expect(rows(page)).toHaveText([/^Out/])
    await page.reload()
    await expect(rows(page)).toHaveText([/^Out/])
    expect(await findThemeViolations(page)).toEqual([])
  },
)

test('a scheduled entry becomes published at its moment, after a request', async ({
  page,
  api,
}) => {
  await page.clock.install()
  // Open before it is created, because a page may take longer to open than the entry to become due.
  const connected = page.waitForResponse(/\/events\/stream/)
  await page.goto('/changelog?tab=scheduled')
  await connected
  const publish_at = new Date(Date.now() + 4000).toISOString()
  const entry = await api('POST /feedback/changelog/entries', { title: 'At last', publish_at })
  await expect(rows(page)).toHaveText(/^At last/)
  await expect(rows(page)).toHaveCount(0)
  await expect(tabs(page)).toHaveText(['Drafts0', 'Scheduled0', 'Published'])
  await tabs(page).filter({ hasText: 'Published' }).click()
  await expect(rows(page)).toHaveAttribute('data-id', entry.id)
})
