import type { Locator, Page } from '@playwright/test'

import { expect, test } from '../fixtures.ts'
import { developmentBuild, serveBuild } from '../other-build.ts'

const openGallery = async (page: Page, look = 'theme=light') => {
  await page.goto(`/_gallery?part=charts&${look}`)
  await expect(page.getByRole('application', { name: 'Six campaigns' })).toBeVisible()
}

/** Presses Tab until `target` has the focus. */
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 150; presses++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('Tab does not reach the chart.')
}

/** Pairs of visible texts of a chart that cover each other. */
const findOverlaps = (chart: Locator) =>
  chart.evaluate((root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: { text: string; box: DOMRect }[] = []
    while (walker.nextNode()) {
      const { currentNode: node } = walker
      const element = node.parentElement
      if (!element?.checkVisibility({ visibilityProperty: true }) || !node.textContent?.trim())
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      texts.push({ text: node.textContent, box: range.getBoundingClientRect() })
    }
    return texts.flatMap((one, index) =>
      texts
        .slice(index + 1)
        .filter(
          ({ box }) =>
            Math.min(box.right, one.box.right) - Math.max(box.left, one.box.left) > 1 &&
            Math.min(box.bottom, one.box.bottom) - Math.max(box.top, one.box.top) > 2,
        )
        .map(({ text }) => `${one.text} / ${text}`),
    )
  })

// The parts of the kit by themselves, without a service.
test.describe('charts', { tag: '@once' }, () => {
  test.beforeEach(async ({ page }) => serveBuild(page, await developmentBuild()))

  test('arrow keys read the points of each kind of chart', async ({ page }) => {
    await openGallery(page)
    const live = page.getByTestId('live-polite')
    const bars = page.getByRole('application', { name: 'From send to click' })
    await tabTo(page, bars)
    await expect(bars).toHaveAccessibleDescription('Use the arrow keys to read 5 values.')
    await page.keyboard.press('ArrowDown')
    await expect(live).toHaveText('Recipients: Contacts 24,310, Of all 100%. 1 of 5')
    await page.keyboard.press('End')
    await expect(live).toHaveText('Unsubscribed: Contacts 51, Of all 0.21%. 5 of 5')

    await tabTo(page, page.getByRole('application', { name: /^Open rate 1/ }))
    await page.keyboard.press('Home')
    await expect(live).toHaveText('Letter 1: 29.8%. 1 of 12')

    const lines = page.getByRole('application', { name: 'Opens and clicks' })
    await tabTo(page, lines)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(live).toHaveText(/^Hour 2: Opens [\d,]+, Clicks \d+\. 2 of 48$/)
    await expect(lines.locator('bdi', { hasText: /^Hour 2$/ })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(lines.locator('bdi', { hasText: /^Hour 2$/ })).toHaveCount(0)
  })

  test('the left arrow key moves forward when the page is right to left', async ({ page }) => {
    await openGallery(page, 'dir=rtl')
    await tabTo(page, page.getByRole('application', { name: 'Opens and clicks' }))
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByTestId('live-polite')).toHaveText(/^Hour 2: /)
  })

  test('R5 bars are as long as their ratios within one pixel', async ({ page }) => {
    await openGallery(page)
    const rows = page.getByRole('region', { name: /^Bars in rows/ }).getByRole('listitem')
    const ratios = [
      [0.978, 0.802],
      [0.537, 0.431],
      [0.296, 0.248],
      [1, 0.001],
    ]
    for (const [index, expected] of ratios.entries()) {
      const row = rows.nth(index)
      const track = (await row.locator('[data-bar]').boundingBox())?.width ?? 0
      const fills = await row
        .locator('[data-bar-fill]')
        .evaluateAll((all) => all.map((fill) => fill.getBoundingClientRect().width))
      expect(track).toBeGreaterThan(100)
      for (const [at, ratio] of expected.entries())
        expect(Math.abs((fills[at] ?? 0) - ratio * track)).toBeLessThanOrEqual(1)
    }
  })

  test('R6 the table has the numbers of the chart', async ({ page }) => {
    await openGallery(page)
    const section = page.getByRole('region', { name: 'Chart of bars' })
    const table = section.getByRole('table', { name: 'From send to click' })
    const rows = ['24,310100%', '24,04698.9%', '10,00341.6%', '1,6596.9%', '510.21%']
    for (const text of rows)
      await expect(table.getByRole('row').nth(rows.indexOf(text) + 1)).toContainText(text)
    await section.getByText('Table', { exact: true }).click()
    await expect(section.getByRole('application', { name: 'From send to click' })).toHaveCount(0)
    await expect(table.getByRole('rowheader', { name: 'Opened' })).toBeInViewport()
  })

  for (const [look, width] of [
    ['theme=light', 1280],
    ['theme=dark', 320],
    ['theme=light&dir=rtl', 480],
    ['theme=light&text=200', 640],
  ] as const)
    test(`no texts of a chart overlap, ${look} at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await openGallery(page, look)
      for (const chart of await page.getByRole('application').all())
        expect(await findOverlaps(chart)).toEqual([])
    })

  test('pointing at a chart shows values and moves nothing', async ({ page }) => {
    await openGallery(page)
    const chart = page.getByRole('application', { name: 'Six campaigns' })
    const boxes = () =>
      chart.evaluate((root) =>
        [...root.querySelectorAll('svg, [class*=relative]')]
          .filter((element) => !element.parentElement?.closest('svg'))
          .map((element) => JSON.stringify(element.getBoundingClientRect())),
      )
    await chart.scrollIntoViewIfNeeded()
    const before = await boxes()
    await chart.locator('[data-plot]').hover()
    await expect(chart.locator('bdi', { hasText: /^Hour \d+$/ })).toBeVisible()
    expect(await boxes()).toEqual(before)
  })

  test('forced colors draw bars with patterns and lines with dashes', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await openGallery(page)
    const fills = page
      .getByRole('region', { name: /^Bars in rows/ })
      .getByRole('listitem')
      .first()
      .locator('[data-bar-fill]')
    const styles = await fills.evaluateAll((all) => all.map((one) => getComputedStyle(one).fill))
    expect(styles[0]).toContain('url(')
    expect(styles[1]).not.toContain('url(')
    const dashes = await page
      .getByRole('application', { name: 'Six campaigns' })
      .locator('path[vector-effect]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('stroke-dasharray')))
    expect(new Set(dashes).size).toBe(6)
  })
})
