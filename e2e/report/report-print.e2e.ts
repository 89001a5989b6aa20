import { expect, test } from '../fixtures.ts'
import { mailchimpCampaigns, mailchimpReport } from '../mailchimp-reports.ts'
import { readPdfTexts } from '../pdf-text.ts'
import {
  createShed,
  downloadReport,
  importReports,
  openReport,
  panel,
  readDownload,
  respondReport,
} from '../report-data.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

/** The values of each counter on paper, in the order of their names; a file may report no split of bounces. */
const figures = [
  ['Campaign A', [110, 108, 30, 57, 7, 7, 0, 0], [1, 1], ['27.8%', '6.5%']],
  ['Campaign B', [137, 134, 30, 52, 5, 6, 0, 1], [2, 1], ['22.4%', '3.7%']],
  ['Campaign C', [134, 133, 35, 62, 4, 4, 0, 0], [0, 1], ['26.3%', '3.0%']],
  ['Summer Sale Campaign', [1000, 995, 350, 500, 100, 150, 0, 5], [], ['35.2%', '10.1%']],
] as const
const names = {
  recipients: 'Recipients',
  delivered: 'Delivered',
  opens_unique: 'Unique opens',
  opens_total: 'Total opens',
  clicks_unique: 'Unique clicks',
  clicks_total: 'Total clicks',
  complaints: 'Complaints',
  unsubscribes: 'Unsubscribes',
}
const bounceNames = { bounces_hard: 'Hard bounces', bounces_soft: 'Soft bounces' }

test('R7 imported reports have the figures of both files, on the page, in CSV and on paper', async ({
  page,
  api,
  workspace,
}) => {
  await importReports(workspace.key, {
    'aggregated.csv': mailchimpCampaigns,
    'single.csv': mailchimpReport,
  })
  const { data } = await api('GET /campaigns', {})
  for (const [name, counters, bounces, [openRate, clickRate]] of figures) {
    await openReport(page, data.find((one) => one.name === name)?.id ?? '')
    await expect(panel(page, 'links')).toBeVisible()
    const format = (value: number) => new Intl.NumberFormat('en').format(value)
    const csv = await readDownload(await downloadReport(page, 'Counters (CSV)'))
    for (const [keys, values] of [
      [Object.keys(names), counters],
      [Object.keys(bounceNames), bounces],
    ] as const)
      for (const [index, value] of values.entries()) {
        const counter = keys[index]
        const cell = page.locator(`[data-stat=${counter}]`).getByRole('cell').first()
        await expect(cell, `${name} ${counter}`).toHaveText(format(value))
        expect(csv).toContain(`,${counter},${value}\r\n`)
      }
    const tiles = page.getByRole('list', { name: 'Rates' }).getByRole('listitem')
    await expect(tiles.nth(0)).toContainText(openRate)
    await expect(tiles.nth(1)).toContainText(clickRate)

    const source = workspace.name
    await expect(page.locator('body')).toContainText(source)
    const texts = readPdfTexts(await page.pdf({ format: 'A4' }))
    expect(texts).toContain(name)
    expect(texts).toContain(source)
    expect(texts).not.toContain('now')
    const counterTexts = texts.slice(texts.indexOf('Every counter'))
    const valueOf = (label: string) => counterTexts[counterTexts.indexOf(label) + 1]
    const valuesOf = (labels: readonly string[]) => labels.map(valueOf)
    expect(valuesOf(Object.values(names)), name).toEqual(counters.map(format))
    const shownBounces = Object.values(bounceNames).slice(0, bounces.length)
    expect(valuesOf(shownBounces), name).toEqual(bounces.map(format))
    const rateOf = (label: string) => counterTexts[counterTexts.indexOf(label) + 2]
    expect([rateOf('Unique opens'), rateOf('Unique clicks')], name).toEqual([openRate, clickRate])
    // A tile writes the sign smaller, as a text of its own.
    const tile = (label: string) => texts.slice(texts.lastIndexOf(label) + 1).slice(0, 2)
    expect(tile('Open rate').join(''), name).toBe(openRate)
    expect(tile('Click rate').join(''), name).toBe(clickRate)
  }
})

test('R7 a thousand links print on several pages in 8 pt', async ({ page, api }) => {
  const links = Array.from({ length: 1000 }, (_, index) => ({
    url: `https://fernandfield.example/shop/a-longer-name-of-a-page-${index}`,
    unique_clicks: 1000 + index,
    total_clicks: 3000 + index,
  }))
  const { id } = await createShed(api, {}, 0)
  await respondReport(page, (report) => ({ ...report, links }))
  await openReport(page, id)
  await page.getByRole('button', { name: 'Show all 1,000 links' }).click()
  const runs = readPdfTexts(await page.pdf({ format: 'A4' }))
  const texts = new Set(runs)
  // Each page repeats the heads.
  const count = (text: string) => runs.filter((run) => run === text).length
  expect(count('Total')).toBeGreaterThan(10)
  expect([count('Unique'), count('Of clicks')]).toEqual([count('Total'), count('Total')])
  const format = (value: number) => new Intl.NumberFormat('en').format(value)
  const absent = links.filter(
    ({ url, unique_clicks, total_clicks }) =>
      !texts.has(url.replace('https://', '')) ||
      !texts.has(format(unique_clicks)) ||
      !texts.has(format(total_clicks)),
  )
  expect(absent).toEqual([])
  await page.emulateMedia({ media: 'print' })
  const sizes = await page.locator('main').evaluate((main) =>
    [...main.querySelectorAll('*')].flatMap((element) => {
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      )
      if (!hasText || !element.checkVisibility() || element.closest('.sr-only')) return []
      const zoom = (element as Element & { currentCSSZoom: number }).currentCSSZoom
      return Number.parseFloat(getComputedStyle(element).fontSize) * zoom * 0.75
    }),
  )
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(8)
  // The counters are above the links, on the first page of 273 mm between the margins.
  const bottom = await panel(page, 'stats').evaluate((one) => one.getBoundingClientRect().bottom)
  expect(bottom).toBeLessThan((273 / 25.4) * 96)
})
