import type { Locator } from '@playwright/test'

import { expect, test } from '../fixtures.ts'
import { createSent, createShed, openReport, panel, respondReport } from '../report-data.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const box = async (locator: Locator) => {
  const { x = 0, y = 0, width = 0, height = 0 } = (await locator.boundingBox()) ?? {}
  return { top: y, bottom: y + height, right: x + width, height }
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

test('a phone has the head of the one column above its numbers', async ({ page, api }) => {
  const { id } = await createShed(api, {}, 0)
  await page.setViewportSize({ width: 390, height: 844 })
  await openReport(page, id)
  const links = panel(page, 'links')
  await expect(links.getByTestId('row')).toHaveCount(4)
  await expect(links.locator('.sort-button:visible')).toHaveText(['Unique'])
  const head = await box(links.getByRole('button', { name: 'Unique' }))
  const cell = await box(links.locator('td[data-column=unique_clicks]').first())
  expect(Math.abs(head.right - cell.right)).toBeLessThan(16)
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
