import type { Page } from '@playwright/test'
import fs from 'node:fs/promises'

import { type Call, createApiClient } from '#client/api-client.ts'
import { findThemeViolations } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { createDelivered } from '../report-data.ts'
import { arrangeUrl, createWorkspace } from '../service.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const columns = (page: Page) => page.getByTestId('row')
const columnNames = (page: Page) => columns(page).locator('a, code').allInnerTexts()
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })

async function createSent(api: Call, name: string, opens_unique: number, unsubscribes = 0) {
  const { id } = await api('POST /campaigns', {
    import: true,
    name,
    status: 'sent',
    sent_at: '2025-01-20T09:00:00Z',
    stats: { recipients: 1000, delivered: 1000, opens_unique, clicks_unique: 10, unsubscribes },
  })
  return id
}

async function openComparison(page: Page, ids: readonly string[]) {
  await page.goto(`/email/campaigns/compare?ids=${ids.join(',')}`)
  await expect(columns(page).first()).toBeVisible()
}

test('M1 the order of ids is the order of the columns', async ({ page, api }) => {
  const first = await createSent(api, 'First', 100, 3)
  const second = await createSent(api, 'Second', 423, 9)
  await openComparison(page, [second, first, second])
  await expect.poll(() => columnNames(page)).toEqual(['Second', 'First'])
  await expect(row(page, 'Open rate').getByRole('cell')).toHaveText(['42.3%Best', '10.0%'])
  await expect(row(page, 'Unique opens').getByRole('cell')).toHaveText(['423', '100'])
  await expect(row(page, 'Unsubscribes').getByRole('cell')).toHaveText(['9', '3'])
  await expect(row(page, 'Unsubscribe rate').getByRole('cell')).toHaveText(['0.90%', '0.30%Best'])
  await expect(row(page, 'Recipients').getByRole('cell')).toHaveText(['1,000', '1,000'])
  const weight = (index: number) =>
    row(page, 'Open rate')
      .getByRole('cell')
      .nth(index)
      .locator('span')
      .first()
      .evaluate((element) => getComputedStyle(element).fontWeight)
  expect([await weight(0), await weight(1)]).toEqual(['600', '400'])

  await openComparison(page, [first, second])
  await expect.poll(() => columnNames(page)).toEqual(['First', 'Second'])
  expect(await findThemeViolations(page)).toEqual([])

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await fs.readFile(await (await download).path(), 'utf8')
  expect(file).toContain('\uFEFFCounter,First,Second\r\n')
  expect(file).toContain('\r\nopens_unique,100,423\r\n')
})

test('M2 a campaign that cannot be loaded keeps its column', async ({ page, api }) => {
  const first = await createSent(api, 'First', 100)
  const failing = await createSent(api, 'Failing', 200)
  const last = await createSent(api, 'Last', 423)
  const otherApi = createApiClient({
    base_url: `${arrangeUrl()}/v1`,
    key: (await createWorkspace()).key,
  })
  const foreign = await createSent(otherApi, 'Of another workspace', 300)
  await page.route(new RegExp(`/v1/campaigns/${failing}$`), (route) =>
    route.fulfill({
      status: 500,
      json: { error: { code: 'internal_error', message: 'Broken.', request_id: 'req_1' } },
    }),
  )
  await openComparison(page, [first, foreign, failing, last])
  await expect(columns(page)).toHaveCount(4)
  await expect(columns(page).nth(1)).toContainText('Not found.')
  await expect(columns(page).nth(2)).toContainText('Something went wrong on the server.')
  await expect(row(page, 'Open rate').getByRole('cell')).toHaveText([
    '10.0%',
    'None',
    'None',
    '42.3%Best',
  ])
  await page.unroute(new RegExp(`/v1/campaigns/${failing}$`))
  await columns(page).nth(2).getByRole('button', { name: 'Try again' }).click()
  await expect(columns(page).nth(2).getByRole('link', { name: 'Failing' })).toBeVisible()
})

test('campaigns are added by search and removed', async ({ page, api }) => {
  const first = await createSent(api, 'First', 100)
  await createSent(api, 'Café letter', 200)
  await openComparison(page, [first])
  await expect(page.getByText('Add another campaign to compare it with.')).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Add a campaign' })
  await field.click()
  await field.fill('cafe')
  await expect(page.getByRole('option')).toHaveText([/Café letter/])
  await field.press('Enter')
  await expect.poll(() => columnNames(page)).toEqual(['First', 'Café letter'])
  await page.getByRole('button', { name: 'Remove First' }).click()
  await expect.poll(() => columnNames(page)).toEqual(['Café letter'])
  await expect(page.getByRole('button', { name: 'Remove Café letter' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Choose campaigns to compare' })).toBeVisible()
  await expect(field).toBeFocused()
  await page.goBack()
  await expect.poll(() => columnNames(page)).toEqual(['Café letter'])
})

test('six columns fit a desktop, and a phone breaks no word', async ({ page, api }) => {
  const ids = []
  for (let index = 1; index <= 6; index++) ids.push(await createSent(api, `Letter ${index}`, index))
  await page.setViewportSize({ width: 1440, height: 900 })
  await openComparison(page, ids)
  await expect(row(page, 'Unsubscribes').getByRole('cell')).toHaveCount(6)
  const frame = page.getByRole('region', { name: 'Counters of 6 campaigns' })
  const overflow = () => frame.evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(await overflow()).toBe(0)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow()).toBeGreaterThan(0)
  const head = row(page, 'Unsubscribes').getByRole('rowheader')
  expect(
    await head.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getClientRects().length
    }),
  ).toBe(1)
})

test('seven ids compare six and say so', async ({ page, api }) => {
  const ids = []
  for (let index = 1; index <= 7; index++) ids.push(await createSent(api, `Letter ${index}`, index))
  await openComparison(page, ids)
  await expect(columns(page)).toHaveCount(6)
  await expect(page.getByText('Only the first six are compared.')).toBeVisible()
  await expect(page.getByRole('combobox')).toBeDisabled()
  await page.getByRole('button', { name: 'Remove Letter 2' }).click()
  await expect.poll(() => columnNames(page)).toContain('Letter 7')
})

test(
  'opens and clicks after sending are a line for each campaign',
  { tag: '@additions' }, // the public document has no time series
  async ({ page, api }) => {
    const imported = await createSent(api, 'Imported', 100)
    const { id } = await createDelivered(api)
    const other = await createDelivered(api, { name: 'Another' })
    await openComparison(page, [imported, id, other.id])
    const panel = page.getByRole('region', { name: 'After sending' })
    await expect(panel.getByText('No opens or clicks by time: \u2068Imported\u2069.')).toBeVisible()
    const table = panel.getByRole('table')
    const values = () => table.getByRole('row').nth(1).getByRole('cell').allInnerTexts()
    await expect(table.getByRole('columnheader')).toHaveText([
      'Since sending',
      'Delivered',
      'Another',
    ])
    expect(await values()).toEqual(['2', '2'])
    await panel.getByText('Clicks', { exact: true }).click()
    expect(await values()).toEqual(['1', '1'])
    expect(await findThemeViolations(page)).toEqual([])

    await openComparison(page, [imported])
    await expect(panel).toContainText('An imported campaign has totals only.')
  },
)

test('without time series a comparison has no lines @public', async ({ page, api }) => {
  await openComparison(page, [await createSent(api, 'First', 100)])
  await expect(page.getByRole('region', { name: 'After sending' })).toHaveCount(0)
})
