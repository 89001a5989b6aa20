import type { Page } from '@playwright/test'
import fs from 'node:fs/promises'

import type { Call } from '#client/api-client.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const rows = (page: Page) => page.getByTestId('row')
interface Sample {
  name: string
  status?: 'sent' | 'draft' | 'scheduled' | 'cancelled'
  sent_at?: string
  scheduled_at?: string
  stats?: { recipients: number; delivered?: number; opens_unique?: number; clicks_unique?: number }
}

const create = (api: Call, { status = 'sent', ...sample }: Sample) =>
  api('POST /campaigns', { import: true, status, ...sample })

const samples: readonly Sample[] = [
  {
    name: 'The drying shed is open',
    sent_at: '2025-01-20T09:00:00Z',
    stats: { recipients: 1000, delivered: 900, opens_unique: 381, clicks_unique: 7 },
  },
  {
    name: 'Café notes',
    sent_at: '2025-03-20T09:00:00Z',
    stats: { recipients: 500, delivered: 500, opens_unique: 100, clicks_unique: 50 },
  },
  { name: 'Nobody got this', sent_at: '2025-02-20T09:00:00Z', stats: { recipients: 0 } },
  { name: 'Spring workshops', status: 'draft' },
  { name: 'A note about prices', status: 'cancelled', scheduled_at: '2025-04-20T09:00:00Z' },
]

async function openCampaigns(page: Page, query = '') {
  await page.goto(`/email/campaigns${query}`)
  await expect(rows(page).first()).toBeVisible()
}

test(
  'P1 a status is sent to the server and kept in the URL',
  { tag: '@both' },
  async ({ page, api }) => {
    for (const sample of samples) await create(api, sample)
    await openCampaigns(page)
    const tabs = page.getByRole('group', { name: 'Which campaigns' }).getByRole('link')
    await expect(tabs).toHaveText(['All', 'Sent', 'Draft', 'Canceled'])

    const request = page.waitForRequest(/\/v1\/campaigns\?status=sent/)
    await tabs.filter({ hasText: 'Sent' }).click()
    await request
    await expect(page).toHaveURL(/\/email\/campaigns\?status=sent$/)
    await expect(rows(page)).toHaveCount(3)
    await expect(page.getByRole('table')).toHaveAccessibleName('Campaigns with status Sent')
    await page.reload()
    await expect(rows(page)).toHaveCount(3)
    await expect(tabs.filter({ hasText: 'Sent' })).toHaveAttribute('aria-current', 'page')
    await page.goBack()
    await expect(rows(page)).toHaveCount(5)
  },
)

test('P1 a status that the server rejects has no campaigns, the sent ones are exported', async ({
  page,
  api,
}) => {
  for (const sample of samples) await create(api, sample)
  await create(api, { name: '=HYPERLINK("x")', stats: { recipients: 1234567 } })
  await page.goto('/email/campaigns?status=archived')
  await expect(
    page.getByRole('heading', { name: 'No campaigns with status Archived' }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Show all campaigns' }).click()
  await expect(rows(page)).toHaveCount(6)

  // As CSV with exact numbers.
  await openCampaigns(page, '?status=sent')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await fs.readFile(await (await download).path(), 'utf8')
  const lines = file.trimEnd().split('\r\n')
  expect(lines[0]).toMatch(
    /^\uFEFFID,Name,Subject,Status,Scheduled at,Sent at,open_rate,click_rate/,
  )
  expect(lines).toHaveLength(5)
  expect(file).toContain(`"'=HYPERLINK(""x"")"`)
  expect(file).toContain(',1234567,')
  expect(lines.find((line) => line.includes('Nobody got this'))).toContain(',sent,,2025-02-20')
})
