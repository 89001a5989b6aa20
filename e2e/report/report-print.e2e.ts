import { expect, test } from '../fixtures.ts'
import { readPdfTexts } from '../pdf-text.ts'
import { createShed, importReports, openReport, panel, respondReport } from '../report-data.ts'
import { isPublicProfile } from '../service.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

// The figures of a Mailchimp export of several campaigns, and of the report of one.
const aggregated = `Title,Subject,List,"Send Date","Send Weekday","Total Recipients","Successful Deliveries","Soft Bounces","Hard Bounces","Total Bounces","Times Forwarded","Forwarded Opens","Unique Opens","Open Rate","Total Opens","Unique Clicks","Click Rate","Total Clicks",Unsubscribes,"Abuse Complaints","Times Liked on Facebook","Folder Id","Unique Id","Total Orders","Total Gross Sales","Total Revenue"
"Campaign A","Welcome Email","Main List","Jun 09, 2018 09:30 pm",Saturday,110,108,1,1,2,0,0,30,27.78%,57,7,6.48%,7,0,0,0,0,17671f6028,0,0,0
"Campaign B","Newsletter #1","Main List","Jun 18, 2018 09:15 am",Monday,137,134,1,2,3,0,0,30,22.39%,52,5,3.73%,6,1,0,0,0,6e3fb30c88,0,0,0
"Campaign C","Product Launch","Main List","Jun 27, 2018 09:15 am",Wednesday,134,133,1,0,1,0,0,35,26.32%,62,4,3.01%,4,0,0,0,0,b5da57cea8,0,0,0
`
const single = `Email Campaign Report
"Title:","Summer Sale Campaign"
"Subject Line:","Get 20% Off Today Only!"
"Delivery Date/Time:","Mon, Apr 26, 2021 12:25"

"Overall Stats"
"Total Recipients:","1000"
"Successful Deliveries:","995"
"Bounces:","5 (0.5%)"
"Times Forwarded:","0"
"Forwarded Opens:","0"
"Recipients Who Opened:","350 (35.18%)"
"Total Opens:","500"
"Last Open Date:","4/30/21 6:04"
"Recipients Who Clicked:","100 (10.05%)"
"Total Clicks:","150"
"Last Click Date:","4/30/21 6:01"
"Total Unsubs:","5"
"Total Abuse Complaints:","0"
"Times Liked on Facebook:","0"

"Clicks by URL"
"URL","Total Clicks","Unique Clicks"
`

/** The values of each counter on paper, in the order of their names; a file may report no split of bounces. */
const figures = [
  ['Campaign A', [110, 108, 30, 57, 7, 7, 0, 0], [1, 1], ['27.8%', '6.5%']],
  ['Campaign B', [137, 134, 30, 52, 5, 6, 0, 1], [2, 1], ['22.4%', '3.7%']],
  ['Campaign C', [134, 133, 35, 62, 4, 4, 0, 0], [0, 1], ['26.3%', '3.0%']],
  ['Summer Sale Campaign', [1000, 995, 350, 500, 100, 150, 0, 5], [], ['35.2%', '10.1%']],
] as const
const names = [
  'Recipients',
  'Delivered',
  'Unique opens',
  'Total opens',
  'Unique clicks',
  'Total clicks',
  'Complaints',
  'Unsubscribes',
]
const bounceNames = ['Hard bounces', 'Soft bounces']

test('R7 printed reports have the figures of both imported files', async ({
  page,
  api,
  workspace,
}) => {
  await importReports(workspace.key, { 'aggregated.csv': aggregated, 'single.csv': single })
  const { data } = await api('GET /campaigns', {})
  for (const [name, counters, bounces, [openRate, clickRate]] of figures) {
    await openReport(page, data.find((one) => one.name === name)?.id ?? '')
    await expect(panel(page, 'links')).toBeVisible()
    const texts = readPdfTexts(await page.pdf({ format: 'A4' }))
    expect(texts).toContain(name)
    expect(texts).toContain(isPublicProfile() ? new URL(page.url()).host : workspace.name)
    expect(texts).not.toContain('now')
    const counterTexts = texts.slice(texts.indexOf('Every counter'))
    const valueOf = (label: string) => counterTexts[counterTexts.indexOf(label) + 1]
    const valuesOf = (labels: readonly string[]) => labels.map(valueOf)
    const format = (value: number) => new Intl.NumberFormat('en').format(value)
    expect(valuesOf(names), name).toEqual(counters.map(format))
    expect(valuesOf(bounceNames.slice(0, bounces.length)), name).toEqual(bounces.map(format))
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
