import { expect, test } from 'vitest'
import { commands, type Locator, page, userEvent } from 'vitest/browser'

import { openGallery, section, tabTo, textsOf } from '#web/test-page.tsx'

const live = page.getByTestId('live-polite')
const chart = (name: string | RegExp) => page.getByRole('application', { name })

/** Pairs of visible texts of a chart that cover each other. */
function findOverlaps(root: Element) {
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
}

async function openCharts(look?: string) {
  await openGallery('charts', look)
  await expect.element(chart('Six campaigns')).toBeVisible()
}

const widthOf = (target: Locator) => target.element().getBoundingClientRect().width

test('arrow keys read the points of each kind of chart', async () => {
  await openCharts()
  const bars = chart('From send to click')
  await tabTo(bars)
  await expect.element(bars).toHaveAccessibleDescription('Use the arrow keys to read 5 values.')
  await userEvent.keyboard('{ArrowDown}')
  await expect
    .poll(() => textsOf(live))
    .toEqual(['Recipients: Contacts 24,310, Of all 100%. 1 of 5'])
  await userEvent.keyboard('{End}')
  await expect
    .poll(() => textsOf(live))
    .toEqual(['Unsubscribed: Contacts 51, Of all 0.21%. 5 of 5'])

  await tabTo(chart(/^Open rate 1/))
  await userEvent.keyboard('{Home}')
  await expect.poll(() => textsOf(live)).toEqual(['Letter 1: 29.8%. 1 of 12'])

  const lines = chart('Opens and clicks')
  const hour = lines.getByCss('bdi').filter({ hasText: /^Hour 2$/ })
  await tabTo(lines)
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect
    .poll(() => textsOf(live))
    .toEqual([expect.stringMatching(/^Hour 2: Opens [\d,]+, Clicks \d+\. 2 of 48$/)])
  await expect.element(hour).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(hour).not.toBeInTheDocument()
})

test('the left arrow key moves forward when the page is right to left', async () => {
  await openCharts('dir=rtl')
  await tabTo(chart('Opens and clicks'))
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await expect.poll(() => textsOf(live)).toEqual([expect.stringMatching(/^Hour 2: /)])
})

test('R5 bars are as long as their ratios within one pixel', async () => {
  await openCharts()
  const rows = section(/^Bars in rows/).getByRole('listitem')
  const ratios = [
    [0.978, 0.802],
    [0.537, 0.431],
    [0.296, 0.248],
    [1, 0.001],
  ]
  for (const [index, expected] of ratios.entries()) {
    const track = widthOf(rows.nth(index).getByCss('[data-bar]'))
    const fills = rows.nth(index).getByCss('[data-bar-fill]')
    expect(track).toBeGreaterThan(100)
    for (const [at, ratio] of expected.entries())
      expect(Math.abs(widthOf(fills.nth(at)) - ratio * track)).toBeLessThanOrEqual(1)
  }
})

test('R6 the table has the numbers of the chart', async () => {
  await openCharts()
  const bars = section('Chart of bars')
  const table = bars.getByRole('table', { name: 'From send to click' })
  const rows = ['24,310100%', '24,04698.9%', '10,00341.6%', '1,6596.9%', '510.21%']
  for (const [index, text] of rows.entries())
    await expect.element(table.getByRole('row').nth(index + 1)).toHaveTextContent(text)
  await bars.getByText('Table', { exact: true }).click()
  await expect
    .element(bars.getByRole('application', { name: 'From send to click' }))
    .not.toBeInTheDocument()
  await expect.element(table.getByRole('rowheader', { name: 'Opened' })).toBeInViewport()
})

test.each([
  ['theme=light', 1280],
  ['theme=dark', 320],
  ['theme=light&dir=rtl', 480],
  ['theme=light&text=200', 640],
] as const)('no texts of a chart overlap, %s at %i px', async (look, width) => {
  await page.viewport(width, 800)
  await openCharts(look)
  const charts = page.getByRole('application').elements()
  expect(charts.length).toBeGreaterThan(3)
  for (const one of charts) expect(findOverlaps(one)).toEqual([])
})

test('pointing at a chart shows values and moves nothing', async () => {
  await openCharts()
  const campaigns = chart('Six campaigns')
  const boxes = () =>
    [...campaigns.element().querySelectorAll('svg, [class*=relative]')]
      .filter((element) => !element.parentElement?.closest('svg'))
      .map((element) => JSON.stringify(element.getBoundingClientRect()))
  campaigns.element().scrollIntoView({ block: 'center' })
  const before = boxes()
  await campaigns.getByCss('[data-plot]').hover()
  const hour = campaigns.getByCss('bdi').filter({ hasText: /^Hour \d+$/ })
  await expect.element(hour).toBeVisible()
  expect(boxes()).toEqual(before)
})

test('forced colors draw bars with patterns and lines with dashes', async () => {
  await commands.emulateMedia({ forcedColors: 'active' })
  await openCharts()
  const bars = section(/^Bars in rows/)
    .getByRole('listitem')
    .first()
  const fills = bars.getByCss('[data-bar-fill]').elements()
  const styles = fills.map((one) => getComputedStyle(one).fill)
  expect(styles[0]).toContain('url(')
  expect(styles[1]).not.toContain('url(')
  const dashes = chart('Six campaigns')
    .getByCss('path[vector-effect]')
    .elements()
    .map((one) => one.getAttribute('stroke-dasharray'))
  expect(new Set(dashes).size).toBe(6)
})
