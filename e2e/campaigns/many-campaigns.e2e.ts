import type { Page } from '@playwright/test'

import type { Call } from '#client/api-client.ts'
import { rejectRequests } from '../faults.ts'
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
  stats?: { recipients: number; delivered?: number; opens_unique?: number; clicks_unique?: number }
}

const create = (api: Call, { status = 'sent', ...sample }: Sample) =>
  api('POST /campaigns', { import: true, status, ...sample })

async function openCampaigns(page: Page, query = '') {
  await page.goto(`/email/campaigns${query}`)
  await expect(rows(page).first()).toBeVisible()
}

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
  const plain = await create(api, { name: 'New letter', sent_at: '2025-02-20T09:00:00Z' })
  await page.route(/\/v1\/campaigns(\?.*)?$/, (route) => {
    const status = new URL(route.request().url()).searchParams.get('status')
    const data = [plain, archived].filter((one) => status === null || one.status === status)
    return route.fulfill({ json: { data, paging: { next: null } } })
  })
  await openCampaigns(page)
  await expect(cell(page, 'Old letter', 'status')).toHaveText('Soft archived')
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('link', { name: 'Soft archived' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rowOf(page, 'Old letter')).toBeVisible()
})

test('campaigns that stop loading say how many are loaded', async ({ page, api }) => {
  const campaign = await create(api, { name: 'Letter', sent_at: '2025-01-20T09:00:00Z' })
  await page.route(/\/v1\/campaigns(\?.*)?$/, (route) =>
    route.fulfill({ json: { data: [campaign], paging: { next: 'later' } } }),
  )
  const fault = await rejectRequests(page, 'GET', /starting_after=later/, 403, 'forbidden')
  await openCampaigns(page)
  await page.getByRole('button', { name: 'Load all' }).click()
  await expect(page.getByRole('main').getByText('Couldn’t load more.')).toBeVisible()
  const status = page.locator('.campaign-status')
  await expect(status).toHaveText('1 campaign loaded')

  await page.getByRole('searchbox', { name: 'Find by name' }).fill('absent')
  await expect(rows(page)).toHaveCount(0)
  await expect(status).toHaveText('0 of 1 campaign')
  // The campaigns that are not loaded may match.
  await expect(page.getByRole('heading', { name: 'No campaigns match' })).toHaveCount(0)

  await fault.end()
  await page.route(/starting_after=later/, (route) =>
    route.fulfill({ json: { data: [], paging: { next: null } } }),
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'No campaigns match' })).toBeVisible()
})

test(
  'rows without stats load their own, six at a time',
  { tag: '@both' },
  async ({ page, api }) => {
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
  },
)

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

test('the command palette finds campaigns of any page by name @both', async ({ page, api }) => {
  const oldest = await create(api, { name: 'Café opening', sent_at: '2020-01-20T09:00:00Z' })
  await Promise.all(Array.from({ length: 101 }, (_, index) => create(api, { name: `No ${index}` })))
  await page.goto('/boards')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  await palette.getByRole('combobox').fill('cafe')
  const option = palette.getByRole('option', { name: 'Café opening Campaign, sent' })
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/email/campaigns/${oldest.id}$`))
  await expect(page.getByRole('heading', { level: 1, name: 'Café opening' })).toBeVisible()

  // The report is a recent place, and its campaign is in the cache.
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await expect(page.getByRole('heading', { level: 1, name: 'Boards' })).toBeFocused()
  await page.keyboard.press('Control+k')
  const recent = palette.getByRole('group', { name: 'Recent' })
  await expect(recent.getByRole('option', { name: /^Café opening/ })).toBeVisible()
})
