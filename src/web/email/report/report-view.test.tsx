import { expect, onTestFinished, test, vi } from 'vitest'
import { commands, page } from 'vitest/browser'

import {
  buildCampaign,
  buildEarlier,
  buildShed,
  inHours,
  openReport,
  openShed,
  panel,
  rates,
  shedStats,
  stat,
  tile,
} from '#web/email/test-campaigns.ts'
import { setTextPreference } from '#web/session/preferences.ts'
import { findThemeViolations } from '#web/test-axe.ts'
import { focusInView } from '#web/test-focus.ts'
import { errorResponse } from '#web/test-page.tsx'
import { advanceUntil, controlTime, setHidden } from '#web/test-time.ts'

const main = () => page.getByRole('main')

test('R1 a fraction of 0.416 is 41.6%, as the locale writes it', async () => {
  await openShed()
  await expect.element(tile('Open rate')).toHaveTextContent('41.6%')
  await expect.element(tile('Open rate')).toHaveTextContent('above your average')
  await expect.element(stat('opens_unique')).toHaveTextContent('41.6%')
  const abouts = page.getByRole('button', { name: /A share of the delivered emails/ })
  await expect.element(abouts).toHaveLength(3)
  await expect.poll(() => document.title).toMatch(/^The drying shed is open, Campaigns, /)
  await expect.element(page.getByText('Your last 5 sent campaigns')).toBeVisible()
})

test('R1 a fraction has the comma of a German locale', async () => {
  setTextPreference('locale', 'de')
  onTestFinished(() => setTextPreference('locale', ''))
  await openShed({
    changeReport: (report) => ({
      ...report,
      stats: { ...shedStats, open_rate: 0.4231, click_rate: 0.069 },
    }),
  })
  await expect.element(tile('Open rate')).toHaveTextContent(/42,3\s%/)
  const about = page.getByRole('button', { name: /open rate: As reported/ })
  await expect.element(about).toBeVisible()
})

test('R2 an unknown counter keeps its own name', async () => {
  await openShed({
    changeReport: (report) => ({ ...report, stats: { ...shedStats, forwards_total: 37 } }),
  })
  const row = stat('forwards_total')
  await expect.element(row.getByRole('rowheader')).toHaveTextContent('forwards_total')
  await expect.element(row.getByRole('cell').first()).toHaveTextContent(/^37$/)
  await focusInView(row.getByRole('button'))
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('no description')
})

test('R3 a report without unsubscribes has four bars', async () => {
  const { unsubscribes: _, ...stats } = shedStats
  await openShed({
    changeReport: (report) => ({ ...report, stats: { ...stats, open_rate: 0.416 } }),
  })
  await expect.element(panel('funnel').getByCss('[data-bar]')).toHaveLength(4)
  await expect.element(tile('Open rate')).toBeVisible()
  await expect.element(tile('Unsubscribed')).not.toBeInTheDocument()
})

test.for([
  [{ recipients: 0, opens_unique: 0 }, 'No recipients'],
  [{ recipients: 3, delivered: 0, opens_unique: 0 }, 'Nothing delivered'],
] as const)('R4 a campaign without recipients has no rates at all: %j', async ([stats, title]) => {
  await openReport(buildCampaign({ name: 'Empty', sent_at: inHours(-90), stats }))
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
  await expect.element(rates()).not.toBeInTheDocument()
  await expect.element(stat('opens_unique')).toBeVisible()
  await expect.element(stat('opens_unique')).not.toHaveTextContent('%')
  await expect.element(main()).not.toHaveTextContent(/NaN|Infinity|∞|÷/)
})

test('R5 link bars are as long as their ratios within one pixel', async () => {
  await openShed()
  const bars = panel('links').getByCss('[data-bar]')
  await expect.element(bars).toHaveLength(4)
  const expected = [
    [978, 802],
    [537, 431],
    [296, 248],
    [182, 139],
  ]
  for (const [index, ratios] of expected.entries()) {
    const bar = bars.nth(index).element()
    const track = bar.getBoundingClientRect().width
    const fills = [...bar.querySelectorAll('[data-bar-fill]')].map(
      (one) => one.getBoundingClientRect().width,
    )
    for (const [at, clicks] of ratios.entries())
      expect(Math.abs((fills[at] ?? 0) - (clicks / 978) * track)).toBeLessThanOrEqual(1)
  }
  await expect.element(panel('links').getByTestId('row').first()).toHaveTextContent('49.5%')
})

test('R6 the table behind the funnel has the same numbers', async () => {
  await openShed()
  const section = panel('funnel')
  const table = section.getByRole('table', { name: 'From send to click' })
  const expected = [
    ['Recipients', '24,310', '100%'],
    ['Delivered', '24,046', '98.9%'],
    ['Opened', '10,003', '41.6%'],
    ['Clicked', '1,659', '6.9%'],
    ['Unsubscribed', '51', '0.21%'],
  ]
  const read = () =>
    table
      .getByCss('tbody tr')
      .elements()
      .map((row) => [...row.children].map((cell) => cell.textContent))
  await expect.poll(read).toEqual(expected)
  await expect.element(section).toHaveTextContent('264 didn’t arrive')
  await expect.element(section).toHaveTextContent('14,043 delivered, not opened')
  await section.getByText('Table', { exact: true }).click()
  await expect.element(section.getByRole('application')).not.toBeInTheDocument()
  await expect.element(table).toBeVisible()
  expect(read()).toEqual(expected)
})

test('R9 texts, nothing and nested values of stats are listed', async () => {
  const odd =
    '{"note":"late","none":null,"geo":{"eu":{"de":{"by":4}}},"__proto__":{"x":1},"open_rate":"41 %","click_rate":null}'
  await openShed({
    changeReport: (report) => ({
      ...report,
      stats: { ...shedStats, ...(JSON.parse(odd) as object) },
    }),
  })
  await expect.element(stat('note').getByRole('cell').first()).toHaveTextContent(/^late$/)
  await expect.element(stat('none').getByRole('cell').first()).toHaveTextContent(/^$/)
  await expect.element(stat('geo.eu.de.by').getByRole('cell').first()).toHaveTextContent(/^4$/)
  await expect.element(tile('Open rate')).toHaveTextContent('41 %')
  await expect.element(tile('Click rate')).not.toBeInTheDocument()
})

test('T35 a rate outside 0 to 1 is shown as sent, with a mark', async () => {
  await openShed({
    changeReport: (report) => ({
      ...report,
      stats: { ...shedStats, delivered: 25_000, open_rate: 1.4, click_rate: -1 },
    }),
  })
  await expect.element(tile('Open rate')).toHaveTextContent('1.4')
  await expect.element(tile('Open rate')).not.toHaveTextContent('%')
  await expect
    .element(tile('Click rate').getByRole('button'))
    .toHaveAccessibleName('The server sent -1, which isn’t a rate from 0 to 1.')
  await expect.element(tile('Delivered')).toHaveTextContent('25000 / 24310')
  await expect.element(main()).not.toHaveTextContent(/NaN|Infinity/)
})

test('T36 a campaign of an unknown status has its report', async () => {
  const campaign = buildShed()
  await openShed({
    campaign,
    responses: {
      'GET /campaigns/:campaign_id': () => Response.json({ ...campaign, status: 'soft_archived' }),
    },
  })
  await expect.element(main()).toHaveTextContent('Soft archived')
  await expect.element(tile('Open rate')).toHaveTextContent('41.6%')
})

test('T37 a report that names its campaign only as campaign_id is shown', async () => {
  await openShed({
    changeReport: ({ campaign_id, links }) => ({
      campaign_id,
      links,
      stats: { recipients: 24_310, delivered: 24_046, opens_unique: 10_003, open_rate: 0.416 },
    }),
  })
  await expect.element(tile('Open rate')).toHaveTextContent('41.6%')
  await expect.element(panel('funnel').getByCss('[data-bar]')).toHaveLength(3)
  await expect.element(panel('links').getByTestId('row')).toHaveLength(4)
})

test('without three earlier campaigns nothing is compared', async () => {
  await openShed({ earlier: buildEarlier(2) })
  await expect.element(tile('Open rate')).toHaveTextContent('Nothing to compare with yet')
  const strip = page.getByRole('application', { name: /among earlier/ })
  await expect.element(strip).not.toBeInTheDocument()
})

test('a report that does not load leaves name, date and a retry', async () => {
  controlTime()
  // A captive portal responds with its own page.
  const html = () =>
    new Response('<h1>Welcome to the hotel</h1>', { headers: { 'Content-Type': 'text/html' } })
  let isCaptive = true
  await openShed({ changeReport: (report) => (isCaptive ? html() : report) })
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent(/^The drying shed is open$/)
  const heading = page.getByRole('heading', { name: 'Couldn’t load the report' })
  await advanceUntil(() => expect(heading.query()).toBeVisible())
  isCaptive = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(panel('links').getByTestId('row')).toHaveLength(4)
})

test('a report without stats or links says so', async () => {
  await openShed({ changeReport: ({ campaign_id }) => ({ campaign_id }) })
  await expect.element(panel('links')).toHaveTextContent('reports no links')
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent(/^The drying shed is open$/)
})

test('a campaign that another person deletes keeps its numbers', async () => {
  controlTime()
  let isDeleted = false
  const campaign = buildShed()
  const { router } = await openShed({
    campaign,
    responses: {
      'GET /campaigns/:campaign_id': ({ input }) =>
        isDeleted || input.campaign_id !== campaign.id ? errorResponse(404, 'not_found') : campaign,
    },
  })
  await expect.element(tile('Open rate')).toBeVisible()
  isDeleted = true
  await returnLater()
  await expect.element(page.getByText('This campaign has been deleted.')).toBeVisible()
  await expect.element(tile('Open rate')).toHaveTextContent('41.6%')

  await router.navigate('/email/campaigns/cmp_nothing')
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent(/^Campaign not found$/)
  await expect.element(page.getByRole('link', { name: 'Go to campaigns' })).toBeVisible()
})

test('deleting a draft elsewhere moves the focus to its name', async () => {
  controlTime()
  let isDeleted = false
  const campaign = buildCampaign({ name: 'Spring workshops', status: 'draft' })
  await openReport(campaign, {
    responses: {
      'GET /campaigns/:campaign_id': () => (isDeleted ? errorResponse(404, 'not_found') : campaign),
    },
  })
  await expect.element(page.getByRole('button', { name: 'Edit' })).toBeVisible()
  page.getByRole('button', { name: 'Edit' }).element().focus()
  isDeleted = true
  await returnLater()
  await expect.element(page.getByText('This campaign has been deleted.')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  await expect.element(main()).not.toHaveTextContent(/numbers from|Nothing to report/)
})

/** The person comes back to the page after two minutes. */
async function returnLater() {
  await vi.advanceTimersByTimeAsync(120_000)
  setHidden(true)
  setHidden(false)
}

test('the report has no violations in either theme', async () => {
  await commands.emulateMedia({ reducedMotion: 'reduce' }) // colors change at once
  await openShed()
  await expect.element(panel('links').getByTestId('row')).toHaveLength(4)
  expect(await findThemeViolations()).toEqual([])
})
