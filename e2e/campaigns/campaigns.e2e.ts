import type { Page } from '@playwright/test'
import fs from 'node:fs/promises'

import type { Call } from '#client/api-client.ts'
import { findThemeViolations } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const rows = (page: Page) => page.getByTestId('row')
const names = (page: Page) => rows(page).locator('[data-column=name]').allInnerTexts()
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name })
const cell = (page: Page, name: string, column: string) =>
  rowOf(page, name).locator(`[data-column=${column}]`)
const heading = (page: Page, name: string) =>
  page.getByRole('table').getByRole('button', { name, exact: true })

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

test('P1 a status is sent to the server and kept in the URL', async ({ page, api }) => {
  for (const sample of samples) await create(api, sample)
  await openCampaigns(page)
  const tabs = page.getByRole('group', { name: 'Which campaigns' }).getByRole('link')
  await expect(tabs).toHaveText(['All', 'Sent', 'Draft', 'Cancelled'])

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

  // A status that the server rejects.
  await page.goto('/email/campaigns?status=archived')
  await expect(
    page.getByRole('heading', { name: 'No campaigns with status Archived' }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Show all campaigns' }).click()
  await expect(rows(page)).toHaveCount(5)
})

test('P2 rates have one decimal from 1 % up and two below', async ({ page, api }) => {
  for (const sample of samples) await create(api, sample)
  await openCampaigns(page)
  await expect(cell(page, 'The drying shed', 'open_rate')).toContainText('42.3%')
  await expect(cell(page, 'The drying shed', 'click_rate')).toContainText('0.78%')
  await expect(cell(page, 'The drying shed', 'recipients')).toHaveText('1,000')
  // Nothing was sent or delivered: a name for screen readers, and nothing to the eye.
  for (const column of ['recipients', 'open_rate', 'click_rate', 'sent_at'])
    await expect(cell(page, 'Spring workshops', column)).toHaveText('None')
  await expect(cell(page, 'Nobody got this', 'recipients')).toHaveText('0')
  await expect(cell(page, 'Nobody got this', 'open_rate')).toHaveText('None')
  await expect(page.locator('main')).not.toContainText(/NaN|Infinity/)

  // Bars have one scale: as long as their rates.
  const ratio = (name: string, column: string) =>
    cell(page, name, column)
      .locator('[data-bar]')
      .evaluate((bar) => {
        const fill = bar.querySelector('[data-bar-fill]')
        return (fill?.getBoundingClientRect().width ?? 0) / bar.getBoundingClientRect().width
      })
  expect(await ratio('The drying shed', 'open_rate')).toBeCloseTo(0.4233, 1)
  expect(await ratio('Café notes', 'click_rate')).toBeCloseTo(0.1, 1)
  expect(await findThemeViolations(page)).toEqual([])
})

test('P3 500 campaigns load page by page and sort when all are loaded', async ({ page, api }) => {
  test.slow()
  const day = (index: number) => new Date(Date.UTC(2024, 0, 1 + index)).toISOString()
  const queue = Array.from({ length: 500 }, (_, index) => index)
  const work = async () => {
    for (let index = queue.shift(); index !== undefined; index = queue.shift())
      await create(api, {
        name: `Letter ${index}`,
        sent_at: day(index),
        stats: { recipients: 1000, opens_unique: index },
      })
  }
  await Promise.all(Array.from({ length: 8 }, work))
  await openCampaigns(page)
  const status = page.getByRole('status').filter({ hasText: 'campaigns' })
  await expect(status).toHaveText('100 campaigns loaded')
  await expect(heading(page, 'Open')).toHaveCount(0)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(status).toHaveText('200 campaigns loaded')
  await page.getByRole('button', { name: 'Load all' }).click()
  await expect(status).toHaveText('500 campaigns')
  // Only the rows in view are rendered.
  expect(await rows(page).count()).toBeLessThan(60)

  await heading(page, 'Open').click()
  await expect(page).toHaveURL(/sort=-open_rate/)
  await expect(rows(page).first()).toContainText('Letter 499')
  await heading(page, 'Open').click()
  await expect(rows(page).first()).toContainText('Letter 0')
  await expect(page.getByRole('columnheader', { name: 'Open' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )

  // A name is found wherever it is: the rest is loaded for it.
  await openCampaigns(page)
  await page.keyboard.press('/')
  await page.keyboard.type('letter 17')
  await expect(status).toHaveText('15 of 500 campaigns')
  expect(await names(page)).toContain('Letter 17')
  await expect(page).toHaveURL(/q=letter\+17/)
})

test('T36 an unknown status has a tab and a badge of its own name', async ({ page, api }) => {
  const campaign = await create(api, { name: 'Old letter', sent_at: '2025-01-20T09:00:00Z' })
  const archived = { ...campaign, status: 'soft_archived', stats: campaign.stats }
  await page.route(/\/v1\/campaigns(\?.*)?$/, (route) =>
    route.fulfill({ json: { data: [archived], paging: { next: null } } }),
  )
  await openCampaigns(page)
  await expect(cell(page, 'Old letter', 'status')).toHaveText('Soft archived')
  const request = page.waitForRequest(/status=soft_archived/)
  await page.getByRole('link', { name: 'Soft archived' }).click()
  await request
  await expect(rowOf(page, 'Old letter')).toBeVisible()
})

test('rows without stats load their own, six at a time', async ({ page, api }) => {
  const created: { id: string; name: string; status: string }[] = []
  for (let index = 0; index < 12; index++)
    created.push(
      await create(api, {
        name: `Letter ${index}`,
        sent_at: '2025-01-20T09:00:00Z',
        stats: { recipients: 100, opens_unique: 40 },
      }),
    )
  await page.route(/\/v1\/campaigns(\?.*)?$/, (route) =>
    route.fulfill({
      json: {
        data: created.map(({ id, name, status }) => ({ id, name, status })),
        paging: { next: null },
      },
    }),
  )
  let inFlight = 0
  let most = 0
  let releaseAll = () => {}
  const released = new Promise<void>((resolve) => (releaseAll = resolve))
  await page.route(/\/v1\/campaigns\/[^/?]+$/, async (route) => {
    inFlight += 1
    most = Math.max(most, inFlight)
    await released
    inFlight -= 1
    if (
      route
        .request()
        .url()
        .endsWith(created[11]?.id ?? '')
    )
      await route.abort('connectionfailed')
    else await route.fallback()
  })
  await openCampaigns(page)
  await expect.poll(() => inFlight).toBe(6)
  releaseAll()
  await expect(cell(page, 'Letter 3', 'open_rate')).toContainText('40.0%')
  expect(most).toBe(6)
  // The row whose request failed offers it again; the others have their rates.
  const retry = page.getByRole('button', { name: 'Load the rates of Letter 11 again' })
  await expect(retry).toBeVisible()
  await page.unroute(/\/v1\/campaigns\/[^/?]+$/)
  await retry.click()
  await expect(cell(page, 'Letter 11', 'open_rate')).toContainText('40.0%')
})

test('T37 campaigns of the public document alone are listed by their id', async ({ page, api }) => {
  const campaign = await create(api, { name: 'Old letter' })
  await openCampaigns(page)
  await expect(rowOf(page, 'Old letter')).toHaveAttribute('data-id', campaign.id)
  await expect(rowOf(page, 'Old letter').getByRole('link')).toHaveAttribute(
    'href',
    `/email/campaigns/${campaign.id}`,
  )
})

test('odd rates and names are shown as they were sent', async ({ page, api }) => {
  const campaign = await create(api, { name: 'Letter', sent_at: '2025-01-20T09:00:00Z' })
  const rates = [1.4, -1, '41 %', null, 0.25]
  const sentNames = ['🌿'.repeat(120), 'رسالة الخريف', '<b>bold</b>', '', 'Plain']
  await page.route(/\/v1\/campaigns(\?.*)?$/, (route) =>
    route.fulfill({
      json: {
        data: rates.map((open_rate, index) => ({
          ...campaign,
          id: `cmp_${index}`,
          name: sentNames[index],
          stats: { recipients: 10, delivered: 20, opens_unique: 0, clicks_unique: 5, open_rate },
        })),
        paging: { next: null },
      },
    }),
  )
  await openCampaigns(page)
  const rate = (index: number) => rows(page).nth(index).locator('[data-column=open_rate]')
  await expect(rate(0)).toContainText('1.4')
  await expect(rate(0)).toContainText('isn’t a rate from 0 to 1')
  await expect(rate(1)).toContainText('-1')
  await expect(rate(2)).toContainText('41 %')
  await expect(rate(3)).toHaveText('None')
  await expect(rate(4)).toContainText('25.0%')
})

test('the list is exported as CSV with exact numbers', async ({ page, api }) => {
  for (const sample of samples) await create(api, sample)
  await create(api, { name: '=HYPERLINK("x")', stats: { recipients: 1234567 } })
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

test('campaigns are reached, selected and compared by keyboard', async ({ page, api }) => {
  for (const sample of samples) await create(api, sample)
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-online', 'true')
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await expect(page).toHaveURL(/\/email\/campaigns$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeFocused()
  await expect(rows(page)).toHaveCount(5)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByText('1 selected', { exact: true }).first()).toBeVisible()
  const compare = page.getByRole('button', { name: /^Compare/ })
  await expect(compare).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(compare).toHaveText('Compare 2')
  await compare.press('Enter')
  await expect(page).toHaveURL(/\/email\/campaigns\/compare\?ids=[^,]+,[^,]+$/)
  await expect(page.getByRole('columnheader')).toHaveCount(3)
})

test('a workspace without campaigns says so', async ({ page }) => {
  await page.goto('/email/campaigns')
  await expect(page.getByRole('heading', { name: 'No campaigns yet' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0)
})
