import type { Locator } from '@playwright/test'

import { expect, test } from '../fixtures.ts'
import { createSent, createShed, openReport, panel, respondReport } from '../report-data.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const box = async (locator: Locator) => {
  const { x = 0, y = 0, width = 0, height = 0 } = (await locator.boundingBox()) ?? {}
  return { top: y, bottom: y + height, left: x, right: x + width, height }
}

test('the bars of the steps fill the height of the counters', async ({ page, api }) => {
  const { id } = await createShed(api, {}, 0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await openReport(page, id)
  const funnel = panel(page, 'funnel')
  const last = await box(funnel.locator('.chart-bar-row').last())
  const note = await box(funnel.locator('.report-note'))
  expect(note.top - last.bottom).toBeLessThan(40)
  expect((await box(funnel)).bottom - note.bottom).toBeLessThan(40)
})

test('two steps stay together', async ({ page, api }) => {
  const stats = { recipients: 24_000, delivered: 4120 }
  const { id } = await createSent(api, { name: 'On its way', status: 'sending', stats })
  await page.setViewportSize({ width: 1440, height: 900 })
  await openReport(page, id)
  const rows = panel(page, 'funnel').locator('.chart-bar-row')
  await expect(rows).toHaveCount(2)
  expect((await box(rows.last())).top - (await box(rows.first())).bottom).toBeLessThan(40)
})

test('a long name takes at most three lines', async ({ page, api }) => {
  const name = '🌲'.repeat(255)
  const { id } = await createSent(api, { name })
  await openReport(page, id)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveAttribute('title', name)
  const lines = await heading.evaluate(
    (one) => one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight),
  )
  expect(lines).toBeLessThan(3.2)
})

test('a phone has both counts of a link, and sorts by either', async ({ page, api }) => {
  const { id } = await createShed(api, {}, 0)
  await page.setViewportSize({ width: 390, height: 844 })
  await openReport(page, id)
  const links = panel(page, 'links')
  await expect(links.getByTestId('row')).toHaveCount(4)
  const cells = links.getByTestId('row').first().getByRole('cell')
  await expect(cells.filter({ visible: true })).toHaveText([/shed/, '', '802', '978', '49.5%'])
  const unit = await cells
    .nth(3)
    .evaluate((one) => getComputedStyle(one, '::after').content.slice(0, 8))
  expect(unit).toBe('" total"')
  await links.getByRole('button', { name: 'Total' }).click()
  await expect(links.getByRole('columnheader', { name: 'Total' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
})

test('320 pixels hold the header and the tools of links', async ({ page, api }) => {
  const urls = ['https://a.example/?utm_source=x', 'https://a.example/?utm_source=y']
  const links = urls.map((url) => ({ url, unique_clicks: 12_412, total_clicks: 115_530 }))
  const { id } = await createShed(api, { links }, 0)
  await page.setViewportSize({ width: 320, height: 800 })
  await openReport(page, id)
  await expect(panel(page, 'links').getByTestId('row')).toHaveCount(2)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  const tools = await box(panel(page, 'links').getByRole('button', { name: /Group addresses/ }))
  expect(tools.right).toBeLessThanOrEqual((await box(panel(page, 'links'))).right)
  const back = await box(page.locator('header').getByRole('link', { name: 'Campaigns' }))
  const { left } = await box(page.getByRole('link', { name: 'Compare' }))
  expect(back.right).toBeLessThanOrEqual(left)
})

test('a long subject right to left keeps its beginning', async ({ page, api }) => {
  const { id } = await createShed(api, { subject: `שלום ${'אבגד '.repeat(45)}` }, 0)
  await openReport(page, id)
  const subject = page.locator('.report-subject bdi')
  await expect(subject).toHaveCSS('direction', 'rtl')
  const isInside = await subject.evaluate((one) => {
    const range = document.createRange()
    range.setStart(one.firstChild ?? one, 0)
    range.setEnd(one.firstChild ?? one, 4)
    const [word, line] = [range.getBoundingClientRect(), one.getBoundingClientRect()]
    return word.left >= line.left && word.right <= line.right + 1
  })
  expect(isInside).toBe(true)
})

test('an odd rate has a mark beside its bar', async ({ page, api }) => {
  const { id } = await createShed(api, {}, 0)
  const stats = { recipients: 100, delivered: 90, opens_unique: 40, open_rate: 1.4 }
  await respondReport(page, (report) => ({ ...report, stats }))
  await openReport(page, id)
  const share = panel(page, 'funnel').locator('.chart-bar-share').nth(2)
  await expect(share).toHaveText('1.4')
  await expect(share).toHaveAttribute('title', /isn’t a rate from 0 to 1/)
  await expect(share.locator('svg')).toBeVisible()
  expect((await box(share)).height).toBeLessThan(24)
})

test('forced colors that are turned on later hatch total clicks', async ({ page, api }) => {
  const { id } = await createShed(api, {}, 0)
  await openReport(page, id)
  const links = panel(page, 'links')
  await expect(links.getByTestId('row')).toHaveCount(4)
  await expect(links.locator('pattern')).toHaveCount(0)
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(links.locator('pattern')).toHaveCount(4)
  await expect(panel(page, 'funnel').locator('pattern')).toHaveCount(5)
  const swatches = await links
    .locator('.report-links-legend span')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one, '::before').backgroundImage))
  expect(swatches).toEqual(['none', expect.stringContaining('repeating-linear-gradient')])
})

/** Whether the first character of a text is left of its last. */
const isLeftToRight = (text: Locator) =>
  text.evaluate((one) => {
    const node = one.firstChild ?? one
    const xs = [0, (node.textContent?.length ?? 0) - 1].map((at) => {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      return range.getBoundingClientRect().x
    })
    return (xs[0] ?? 0) < (xs[1] ?? 0)
  })

test('numbers keep their place in a text right to left', async ({ page, api }) => {
  const { id } = await createShed(api, {}, 0)
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => (document.documentElement.dir = 'rtl')),
  )
  await openReport(page, id)
  expect(await isLeftToRight(panel(page, 'links').getByText('4 links, 1,993 clicks'))).toBe(true)
  await page.goto('/email/campaigns')
  const time = page.getByTestId('row').locator('time')
  await expect(time).toHaveText(/^\d/)
  expect(await isLeftToRight(time)).toBe(true)
})
