import { expect, test } from '../fixtures.ts'
import {
  createShed,
  downloadReport,
  openReport,
  panel,
  readDownload,
  respondReport,
  shedStats,
} from '../report-data.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

test(
  'R8 the files have the exact integers of the server',
  { tag: '@both' },
  async ({ page, api }) => {
    const { id } = await createShed(api)
    await openReport(page, id)
    const file = await downloadReport(page, 'Counters (CSV)')
    expect(file.suggestedFilename()).toBe('the-drying-shed-is-open-counters.csv')
    const csv = await readDownload(file)
    expect(csv.startsWith('\uFEFF')).toBe(true)
    for (const [name, value] of Object.entries(shedStats))
      expect(csv).toContain(`,${name},${value}\r\n`)

    const links = await readDownload(await downloadReport(page, 'Links (CSV)'))
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
