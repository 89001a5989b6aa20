import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'

import type { Link } from '#contract/email/campaigns.ts'
import {
  buildCampaign,
  buildEarlier,
  buildShed,
  inHours,
  openReport,
  openShed,
  panel,
} from '#web/email/test-campaigns.ts'
import { focusInView } from '#web/test-focus.ts'

const manyLinks = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    url: `https://fernandfield.example/page-${n}`,
    unique_clicks: count - n,
    total_clicks: 2 * (count - n),
  }))

/** Opens the report of a campaign with these links. */
const openLinks = (
  links: readonly Link[],
  stats: { clicks_unique?: number; clicks_total?: number } = {},
) =>
  openReport(
    buildCampaign({
      name: 'Many links',
      sent_at: inHours(-90),
      stats: {
        recipients: 5000,
        delivered: 5000,
        opens_unique: 2000,
        clicks_unique: 900,
        ...stats,
      },
    }),
    { links },
  )

const links = () => panel('links')
const rows = () => links().getByTestId('row')

test('R10 a thousand links are searched, and few are rendered', async () => {
  await openShed({ links: manyLinks(1000), earlier: buildEarlier(19) })
  await expect.element(rows()).toHaveLength(20)
  await links().getByRole('searchbox', { name: 'Find a link' }).fill('page-99')
  await expect.element(rows()).toHaveLength(11)
  await links().getByRole('searchbox').fill('nothing')
  await expect.element(links().getByText('No links match “nothing”.')).toBeVisible()
  await links().getByRole('searchbox').fill('')
  await links().getByRole('button', { name: 'Show all 1,000 links' }).click()
  const frame = links().getByCss('[data-state=ready]').last().element()
  frame.scrollTo(0, frame.scrollHeight)
  await expect.element(links().getByText(/page-999\b/)).toBeVisible()
  await expect.poll(() => document.querySelectorAll('*').length).toBeLessThanOrEqual(900)
})

test('links are sorted by either count', async () => {
  await openLinks([
    { url: 'https://a.example/', unique_clicks: 9, total_clicks: 9 },
    { url: 'https://b.example/', unique_clicks: 1, total_clicks: 30 },
  ])
  await expect.element(rows().first()).toHaveTextContent('a.example')
  await links().getByRole('button', { name: 'Total' }).click()
  await expect.element(rows().first()).toHaveTextContent('b.example')
})

test('T38 only addresses that a browser may open are links', async () => {
  const long = `https://long.example/${'x'.repeat(1900)}/end`
  const urls = [
    'https://fine.example/',
    'mailto:iris@hartlane.example',
    `${'java'}script:alert(1)`,
    'https://marks.example/\u202Egpj',
    long,
    'https://fine.example/',
  ]
  await openLinks(urls.map((url, n) => ({ url, unique_clicks: 10 - n, total_clicks: 20 - n })))
  await expect.element(rows()).toHaveLength(6)
  await expect.element(rows().getByRole('link')).toHaveLength(5)
  await expect.element(rows().nth(2)).toHaveTextContent('script:alert(1)')
  await expect.element(rows().nth(2).getByRole('link')).not.toBeInTheDocument()
  for (const link of rows().getByRole('link').elements())
    expect(link).toHaveAttribute('rel', expect.stringMatching(/noopener/))
  await expect.element(rows().nth(3)).toHaveTextContent('\\u202egpj')
  const link = rows().nth(4).getByRole('link')
  await expect.element(link).toHaveTextContent(/^long\.example\/x+…x+\/end$/)
  await focusInView(link)
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('https://long.example/xxx')
})

test('addresses that differ in tracking are grouped', async () => {
  await openLinks([
    { url: 'https://a.example/?utm_source=x', unique_clicks: 3, total_clicks: 4 },
    { url: 'https://a.example/?utm_source=y', unique_clicks: 2, total_clicks: 5 },
    { url: 'https://b.example/', unique_clicks: 4, total_clicks: 4 },
  ])
  await expect.element(rows()).toHaveLength(3)
  await links()
    .getByRole('button', { name: /Group addresses/ })
    .click()
  await expect.element(rows()).toHaveLength(2)
  await expect.element(rows().first()).toHaveTextContent('a.example 2 addresses')
  const unique = rows().first().getByCss('[data-column=unique_clicks]')
  await expect.element(unique).toHaveTextContent(/^5$/)
  await expect.element(links()).toHaveTextContent('counts twice')
})

test.for([
  [0, 'No clicks yet'],
  [100, 'not by link'],
] as const)('a campaign without clicks or links says which: %d', async ([clicks, words]) => {
  await openLinks([], { clicks_unique: clicks, clicks_total: clicks })
  await expect.element(links()).toHaveTextContent(words)
})

test('320 pixels hold the header and the tools of links', async () => {
  const urls = ['https://a.example/?utm_source=x', 'https://a.example/?utm_source=y']
  await page.viewport(320, 800)
  await openShed({
    campaign: buildShed(),
    links: urls.map((url) => ({ url, unique_clicks: 12_412, total_clicks: 115_530 })),
    earlier: [],
  })
  await expect.element(rows()).toHaveLength(2)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  const boxOf = (element: Element) => element.getBoundingClientRect()
  const tools = boxOf(
    links()
      .getByRole('button', { name: /Group addresses/ })
      .element(),
  )
  expect(tools.right).toBeLessThanOrEqual(boxOf(links().element()).right)
  const back = boxOf(page.getByCss('header').getByRole('link', { name: 'Campaigns' }).element())
  const { left } = boxOf(page.getByRole('link', { name: 'Compare' }).element())
  expect(back.right).toBeLessThanOrEqual(left)
})

test('a phone has both counts of a link, and sorts by either', async () => {
  await page.viewport(390, 844)
  await openShed({ earlier: [] })
  await expect.element(rows()).toHaveLength(4)
  const cells = rows().first().getByRole('cell')
  const texts = () =>
    cells.elements().flatMap((cell) => (cell.checkVisibility() ? [cell.textContent] : []))
  await expect.poll(texts).toEqual([expect.stringMatching(/shed/), '', '802', '978', '49.5%'])
  const unit = getComputedStyle(cells.nth(3).element(), '::after').content.slice(0, 8)
  expect(unit).toBe('" total"')
  await links().getByRole('button', { name: 'Total' }).click()
  await expect
    .element(links().getByRole('columnheader', { name: 'Total' }))
    .toHaveAttribute('aria-sort', 'descending')
})

test('forced colors that are turned on later hatch total clicks', async () => {
  await openShed({ earlier: [] })
  await expect.element(rows()).toHaveLength(4)
  await expect.element(links().getByCss('pattern')).not.toBeInTheDocument()
  await commands.emulateMedia({ forcedColors: 'active' })
  await expect.element(links().getByCss('pattern')).toHaveLength(4)
  await expect.element(panel('funnel').getByCss('pattern')).toHaveLength(5)
  const swatches = links()
    .getByCss('.report-links-legend span')
    .elements()
    .map((one) => getComputedStyle(one, '::before').backgroundImage)
  expect(swatches).toEqual(['none', expect.stringContaining('repeating-linear-gradient')])
})
