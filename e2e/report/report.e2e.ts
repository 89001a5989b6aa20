import type { Page } from '@playwright/test'

import { findThemeViolations } from '../axe.ts'
import { nextFrame } from '../board-page.ts'
import { rejectRequests, respondHtml, setHidden } from '../faults.ts'
import { expect, inHours, test } from '../fixtures.ts'
import {
  createSent,
  createShed,
  openReport,
  panel,
  respondReport,
  shedStats,
} from '../report-data.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const tile = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Rates' }).getByRole('listitem').filter({ hasText: name })
const stat = (page: Page, name: string) => page.locator(`[data-stat="${name}"]`)

test('R1 a fraction of 0.416 is 41.6%, as the locale writes it', async ({ page, api }) => {
  const { id } = await createShed(api)
  await openReport(page, id)
  await expect(tile(page, 'Open rate')).toContainText('41.6%')
  await expect(tile(page, 'Open rate')).toContainText('above your average')
  await expect(stat(page, 'opens_unique')).toContainText('41.6%')
  await expect(page.getByRole('button', { name: /A share of the delivered emails/ })).toHaveCount(3)
  await expect(page).toHaveTitle(/^The drying shed is open, Campaigns, /)
  await expect(page.getByText('Your last 5 sent campaigns')).toBeVisible()

  await page.addInitScript(() => localStorage.setItem('workspace-admin:locale', 'de'))
  await respondReport(page, (report) => ({
    ...report,
    stats: { ...shedStats, open_rate: 0.4231, click_rate: 0.069 },
  }))
  await page.reload()
  await expect(tile(page, 'Open rate')).toContainText(/42,3\s%/)
  await expect(page.getByRole('button', { name: /open rate: As reported/ })).toBeVisible()
})

test('R2 an unknown counter keeps its own name', async ({ page, api }) => {
  const { id } = await createShed(api)
  await respondReport(page, (report) => ({
    ...report,
    stats: { ...shedStats, forwards_total: 37 },
  }))
  await openReport(page, id)
  const row = stat(page, 'forwards_total')
  await expect(row.getByRole('rowheader')).toContainText('forwards_total')
  await expect(row.getByRole('cell').first()).toHaveText('37')
  // Deferred code shows tooltips, and a scroll hides them.
  await expect(page.locator('html')).toHaveAttribute('data-online', 'true')
  await row.scrollIntoViewIfNeeded()
  await nextFrame(page)
  await row.getByRole('button').focus()
  await expect(page.getByRole('tooltip')).toContainText('no description')
})

test('R3 a report without unsubscribes has four bars', async ({ page, api }) => {
  const { id } = await createShed(api)
  const { unsubscribes: _, ...stats } = shedStats
  await respondReport(page, (report) => ({ ...report, stats: { ...stats, open_rate: 0.416 } }))
  await openReport(page, id)
  await expect(panel(page, 'funnel').locator('[data-bar]')).toHaveCount(4)
  await expect(tile(page, 'Unsubscribed')).toHaveCount(0)
})

test('R4 a campaign without recipients has no rates at all', async ({ page, api }) => {
  for (const [stats, title] of [
    [{ recipients: 0, opens_unique: 0 }, 'No recipients'],
    [{ recipients: 3, delivered: 0, opens_unique: 0 }, 'Nothing delivered'],
  ] as const) {
    const { id } = await createSent(api, { name: 'Empty', sent_at: inHours(-90), stats })
    await openReport(page, id)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Rates' })).toHaveCount(0)
    await expect(stat(page, 'opens_unique')).not.toContainText('%')
    await expect(page.locator('main')).not.toContainText(/NaN|Infinity|∞|÷/)
  }
})

test('R5 link bars are as long as their ratios within one pixel', async ({ page, api }) => {
  const { id } = await createShed(api)
  await openReport(page, id)
  const bars = panel(page, 'links').locator('[data-bar]')
  await expect(bars).toHaveCount(4)
  const expected = [
    [978, 802],
    [537, 431],
    [296, 248],
    [182, 139],
  ]
  for (const [index, ratios] of expected.entries()) {
    const bar = bars.nth(index)
    const track = (await bar.boundingBox())?.width ?? 0
    const fills = await bar
      .locator('[data-bar-fill]')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
    for (const [at, clicks] of ratios.entries())
      expect(Math.abs((fills[at] ?? 0) - (clicks / 978) * track)).toBeLessThanOrEqual(1)
  }
  await expect(panel(page, 'links').getByTestId('row').first()).toContainText('49.5%')
})

test('R6 the table behind the funnel has the same numbers', async ({ page, api }) => {
  const { id } = await createShed(api)
  await openReport(page, id)
  const section = panel(page, 'funnel')
  const table = section.getByRole('table', { name: 'From send to click' })
  const expected = [
    ['Recipients', '24,310', '100%'],
    ['Delivered', '24,046', '98.9%'],
    ['Opened', '10,003', '41.6%'],
    ['Clicked', '1,659', '6.9%'],
    ['Unsubscribed', '51', '0.21%'],
  ]
  const read = () =>
    table
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)))
  expect(await read()).toEqual(expected)
  await expect(section).toContainText('264 didn’t arrive')
  await expect(section).toContainText('14,043 delivered, not opened')
  await section.getByText('Table', { exact: true }).click()
  await expect(section.getByRole('application')).toHaveCount(0)
  await expect(table).toBeVisible()
  expect(await read()).toEqual(expected)
})

test('R9 texts, nothing and nested values of stats are listed', async ({ page, api }) => {
  const { id } = await createShed(api)
  const odd =
    '{"note":"late","none":null,"geo":{"eu":{"de":{"by":4}}},"__proto__":{"x":1},"open_rate":"41 %","click_rate":null}'
  await respondReport(page, (report) => ({
    ...report,
    stats: { ...shedStats, ...(JSON.parse(odd) as object) },
  }))
  await openReport(page, id)
  await expect(stat(page, 'note').getByRole('cell').first()).toHaveText('late')
  await expect(stat(page, 'none').getByRole('cell').first()).toHaveText('')
  await expect(stat(page, 'geo.eu.de.by').getByRole('cell').first()).toHaveText('4')
  await expect(tile(page, 'Open rate')).toContainText('41 %')
  await expect(tile(page, 'Click rate')).toHaveCount(0)
})

test('T35 a rate outside 0 to 1 is shown as sent, with a mark', async ({ page, api }) => {
  const { id } = await createShed(api)
  await respondReport(page, (report) => ({
    ...report,
    stats: { ...shedStats, delivered: 25_000, open_rate: 1.4, click_rate: -1 },
  }))
  await openReport(page, id)
  await expect(tile(page, 'Open rate')).toContainText('1.4')
  await expect(tile(page, 'Open rate')).not.toContainText('%')
  await expect(tile(page, 'Click rate').getByRole('button')).toHaveAccessibleName(
    'The server sent -1, which isn’t a rate from 0 to 1.',
  )
  await expect(tile(page, 'Delivered')).toContainText('25000 / 24310')
  await expect(page.locator('main')).not.toContainText(/NaN|Infinity/)
})

test('T36 a campaign of an unknown status has its report', async ({ page, api }) => {
  const { id } = await createShed(api)
  await page.route(new RegExp(`/v1/campaigns/${id}$`), async (route) => {
    const response = await route.fetch()
    const campaign = (await response.json()) as object
    await route.fulfill({ response, json: { ...campaign, status: 'soft_archived' } })
  })
  await openReport(page, id)
  await expect(page.locator('main')).toContainText('Soft archived')
  await expect(tile(page, 'Open rate')).toContainText('41.6%')
})

test('T37 a report that names its campaign only as campaign_id is shown', async ({ page, api }) => {
  const { id } = await createShed(api)
  await respondReport(page, ({ campaign_id, links }) => ({
    campaign_id,
    links,
    stats: { recipients: 24_310, delivered: 24_046, opens_unique: 10_003, open_rate: 0.416 },
  }))
  await openReport(page, id)
  await expect(tile(page, 'Open rate')).toContainText('41.6%')
  await expect(panel(page, 'funnel').locator('[data-bar]')).toHaveCount(3)
  await expect(panel(page, 'links').getByTestId('row')).toHaveCount(4)
})

test('without three earlier campaigns nothing is compared', async ({ page, api }) => {
  const { id } = await createShed(api, {}, 2)
  await openReport(page, id)
  await expect(tile(page, 'Open rate')).toContainText('Nothing to compare with yet')
  await expect(page.getByRole('application', { name: /among earlier/ })).toHaveCount(0)
})

test('a report that does not load leaves name, date and a retry', async ({ page, api }) => {
  const { id } = await createShed(api)
  const fault = await respondHtml(page, 'GET', /\/v1\/campaigns\/[^/]+\/report$/)
  await openReport(page, id)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The drying shed is open')
  await expect(page.getByRole('heading', { name: 'Couldn’t load the report' })).toBeVisible()
  await fault.end()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(panel(page, 'links').getByTestId('row')).toHaveCount(4)
})

test('a report without stats or links says so', { tag: '@both' }, async ({ page, api }) => {
  const { id } = await createShed(api)
  await respondReport(page, ({ campaign_id }) => ({ campaign_id }))
  await openReport(page, id)
  await expect(panel(page, 'links')).toContainText('reports no links')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The drying shed is open')
})

test('a campaign that another person deletes keeps its numbers', async ({ page, api }) => {
  const { id } = await createShed(api)
  await page.clock.install()
  await openReport(page, id)
  await expect(tile(page, 'Open rate')).toBeVisible()
  await rejectRequests(page, 'GET', new RegExp(`/v1/campaigns/${id}$`), 404, 'not_found')
  await page.clock.fastForward(120_000)
  await setHidden(page, true)
  await setHidden(page, false)
  await expect(page.getByText('This campaign has been deleted.')).toBeVisible()
  await expect(tile(page, 'Open rate')).toContainText('41.6%')

  await page.goto('/email/campaigns/cmp_nothing')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Campaign not found')
  await expect(page.getByRole('link', { name: 'Go to campaigns' })).toBeVisible()
})

test(
  'deleting a draft elsewhere moves the focus to its name',
  { tag: '@additions' }, // only there a draft has buttons
  async ({ page, api }) => {
    const { id } = await createSent(api, { name: 'Spring workshops', status: 'draft' })
    await page.clock.install()
    await openReport(page, id)
    await page.getByRole('button', { name: 'Edit' }).focus()
    await api('DELETE /campaigns/:campaign_id', { campaign_id: id })
    await page.clock.fastForward(120_000)
    await setHidden(page, true)
    await setHidden(page, false)
    await expect(page.getByText('This campaign has been deleted.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.locator('main')).not.toContainText(/numbers from|Nothing to report/)
  },
)

test('the report has no violations in either theme', async ({ page, api }) => {
  const { id } = await createShed(api)
  await openReport(page, id)
  await expect(panel(page, 'links').getByTestId('row')).toHaveCount(4)
  expect(await findThemeViolations(page)).toEqual([])
})
