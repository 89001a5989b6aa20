import { type Download, type Page } from '@playwright/test'
import fs from 'node:fs/promises'

import { expect, test } from '../fixtures.ts'
import { mailchimpCampaigns, mailchimpReport } from '../mailchimp-reports.ts'
import {
  createShed,
  importReports,
  openReport,
  panel,
  respondReport,
  shedStats,
} from '../report-data.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

async function download(page: Page, item: string): Promise<Download> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const started = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: item }).click()
  return started
}

const read = async (file: Download) => fs.readFile(await file.path())

test(
  'R8 the files have the exact integers of the server',
  { tag: '@both' },
  async ({ page, api }) => {
    const { id } = await createShed(api)
    await openReport(page, id)
    const file = await download(page, 'Counters (CSV)')
    expect(file.suggestedFilename()).toBe('the-drying-shed-is-open-counters.csv')
    const csv = (await read(file)).toString('utf8')
    expect(csv.startsWith('\uFEFF')).toBe(true)
    for (const [name, value] of Object.entries(shedStats))
      expect(csv).toContain(`,${name},${value}\r\n`)

    const links = (await read(await download(page, 'Links (CSV)'))).toString('utf8')
    expect(links).toContain('https://fernandfield.example/shed,802,978\r\n')
    expect(links.trimEnd().split('\r\n')).toHaveLength(5)
  },
)

test('R7 a printout is one page in ink with every number', async ({ page, api }) => {
  const { id } = await createShed(api, {}, 19)
  await openReport(page, id)
  await expect(panel(page, 'links').getByTestId('row')).toHaveCount(4)
  await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'dark'
  })
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(/\/Count (\d+)/.exec(pdf)?.[1]).toBe('1')
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')

  await page.emulateMedia({ media: 'print' })
  for (const text of ['24,310', '24,046', '10,003', '15,872', '1,659', '71', '193', '51', '0.21%'])
    await expect(panel(page, 'stats').getByText(text, { exact: true }).first()).toBeVisible()
  for (const text of ['802', '978', '49.5%', '139', '182'])
    await expect(panel(page, 'links').getByText(text, { exact: true }).first()).toBeVisible()
  await expect(panel(page, 'links').getByText('Unique', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeHidden()
})

test('R7 twenty links print on one page, with every column', async ({ page, api }) => {
  const links = Array.from({ length: 20 }, (_, index) => ({
    url: `https://fernandfield.example/shop/a-longer-name-of-a-page-${index}`,
    unique_clicks: 1000 - index,
    total_clicks: 1200 - index,
  }))
  const { id } = await createShed(api, { links })
  for (const count of [7, 20]) {
    await respondReport(page, (report) => ({ ...report, links: links.slice(0, count) }))
    await openReport(page, id)
    await expect(panel(page, 'links').getByTestId('row')).toHaveCount(count)
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(/\/Count (\d+)/.exec(pdf)?.[1]).toBe('1')
  }
  // Media queries see the width of A4, the content what its margins leave.
  await page.setViewportSize({ width: 794, height: 1123 })
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => (document.body.style.width = '703px'))
  const spaces = await panel(page, 'links').evaluate((section) => {
    const { right } = section.getBoundingClientRect()
    return [...section.querySelectorAll('th, td')].map(
      (cell) => right - cell.getBoundingClientRect().right,
    )
  })
  expect(Math.min(...spaces)).toBeGreaterThanOrEqual(0)
})

test('imported Mailchimp reports show the figures of their source', async ({
  page,
  api,
  workspace,
}) => {
  await importReports(workspace.key, {
    'aggregated.csv': mailchimpCampaigns,
    'single.csv': mailchimpReport,
  })
  const { data } = await api('GET /campaigns', {})
  const expected = [
    [
      'Campaign A',
      {
        recipients: 110,
        delivered: 108,
        opens_unique: 30,
        opens_total: 57,
        clicks_unique: 7,
        bounces_hard: 1,
        bounces_soft: 1,
      },
      ['27.8%', '6.5%'],
    ],
    [
      'Campaign C',
      {
        recipients: 134,
        delivered: 133,
        opens_unique: 35,
        opens_total: 62,
        clicks_unique: 4,
        bounces_hard: 0,
        bounces_soft: 1,
      },
      ['26.3%', '3.0%'],
    ],
    [
      'Summer Sale Campaign',
      {
        recipients: 1000,
        delivered: 995,
        opens_unique: 350,
        opens_total: 500,
        clicks_unique: 100,
        unsubscribes: 5,
      },
      ['35.2%', '10.1%'],
    ],
  ] as const
  for (const [name, counters, rates] of expected) {
    const campaign = data.find((one) => one.name === name)
    await openReport(page, campaign?.id ?? '')
    for (const [counter, value] of Object.entries(counters))
      await expect(
        page.locator(`[data-stat=${counter}]`).getByRole('cell').first(),
        `${name} ${counter}`,
      ).toHaveText(new Intl.NumberFormat('en').format(value))
    const tiles = page.getByRole('list', { name: 'Rates' }).getByRole('listitem')
    for (const [index, rate] of rates.entries()) await expect(tiles.nth(index)).toContainText(rate)
    const csv = (await read(await download(page, 'Counters (CSV)'))).toString('utf8')
    for (const [counter, value] of Object.entries(counters))
      expect(csv).toContain(`,${counter},${value}\r\n`)
  }
})
