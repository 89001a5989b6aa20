import { expect, test } from 'vitest'
import { commands, type Locator, page, userEvent } from 'vitest/browser'

import type { Campaign } from '#client/resources.ts'
import { buildCampaign, inHours, openCampaigns, rows } from '#web/email/test-campaigns.ts'
import { findThemeViolations } from '#web/test-axe.ts'
import { readFile, recordFiles } from '#web/test-files.ts'
import { errorResponse, type Responses } from '#web/test-page.tsx'
import { advanceUntil, controlTime } from '#web/test-time.ts'

// Each column has the test id of a row.
const columns = rows
const columnNames = () =>
  columns()
    .getByCss('a, code')
    .elements()
    .map((one) => one.textContent)
const row = (name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
const textsOf = (locator: Locator) => locator.elements().map((one) => one.textContent)
const cellsOf = (name: string) => textsOf(row(name).getByRole('cell'))

const buildSent = (name: string, opens_unique: number, unsubscribes = 0) =>
  buildCampaign({
    name,
    sent_at: '2025-01-20T09:00:00Z',
    stats: { recipients: 1000, delivered: 1000, opens_unique, clicks_unique: 10, unsubscribes },
  })

interface ComparisonOptions {
  /** Those of the workspace, if there are more. */
  readonly all?: readonly Campaign[]
  readonly responses?: Responses
  readonly isPublic?: boolean
}

async function openComparison(campaigns: readonly Campaign[], options: ComparisonOptions = {}) {
  const result = await openCampaigns(options.all ?? campaigns, {
    path: pathOf(campaigns),
    ...(options.responses && { responses: options.responses }),
    ...(options.isPublic && { capabilities: [] }),
  })
  await expect.element(columns().first()).toBeVisible()
  return result
}

const pathOf = (campaigns: readonly Campaign[]) =>
  `/email/campaigns/compare?ids=${campaigns.map(({ id }) => id).join(',')}`

test('M1 the order of ids is the order of the columns', async () => {
  await commands.emulateMedia({ reducedMotion: 'reduce' }) // colors change at once
  const files = recordFiles()
  const first = buildSent('First', 100, 3)
  const second = buildSent('Second', 423, 9)
  const { router } = await openComparison([second, first, second])
  await expect.poll(columnNames).toEqual(['Second', 'First'])
  expect(cellsOf('Open rate')).toEqual(['42.3%Best', '10.0%'])
  expect(cellsOf('Unique opens')).toEqual(['423', '100'])
  expect(cellsOf('Unsubscribes')).toEqual(['9', '3'])
  expect(cellsOf('Unsubscribe rate')).toEqual(['0.90%', '0.30%Best'])
  expect(cellsOf('Recipients')).toEqual(['1,000', '1,000'])
  const weights = () =>
    row('Open rate')
      .getByRole('cell')
      .elements()
      .map((cell) => getComputedStyle(cell.querySelector('span') ?? cell).fontWeight)
  // The style of a cell may come after its text.
  await expect.poll(weights).toEqual(['600', '400'])

  await router.navigate(pathOf([first, second]))
  await expect.poll(columnNames).toEqual(['First', 'Second'])
  expect(await findThemeViolations()).toEqual([])

  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect.poll(() => files.length).toBe(1)
  const text = files[0] && (await readFile(files[0]))
  expect(text).toContain('\uFEFFCounter,First,Second\r\n')
  expect(text).toContain('\r\nopens_unique,100,423\r\n')
})

test('M2 a campaign that cannot be loaded keeps its column', async () => {
  controlTime()
  const [first, failing, last] = [
    buildSent('First', 100),
    buildSent('Failing', 200),
    buildSent('Last', 423),
  ]
  const foreign = buildSent('Of another workspace', 300)
  let isBroken = true
  await openComparison([first, foreign, failing, last], {
    all: [],
    responses: {
      'GET /campaigns/:campaign_id': ({ input }) => {
        if (isBroken && input.campaign_id === failing.id)
          return errorResponse(500, 'internal_error', 'Broken.')
        const campaign = [first, failing, last].find(({ id }) => id === input.campaign_id)
        return campaign ?? errorResponse(404, 'not_found')
      },
    },
  })
  await expect.element(columns()).toHaveLength(4)
  await expect.element(columns().nth(1)).toHaveTextContent('Not found.')
  await advanceUntil(() =>
    expect(columns().nth(2).element()).toHaveTextContent('Something went wrong on the server.'),
  )
  expect(cellsOf('Open rate')).toEqual(['10.0%', 'None', 'None', '42.3%Best'])
  isBroken = false
  await columns().nth(2).getByRole('button', { name: 'Try again' }).click()
  await expect.element(columns().nth(2).getByRole('link', { name: 'Failing' })).toBeVisible()
})

test('an export of campaigns waits until all of them have loaded', async () => {
  const files = recordFiles()
  const [first, second] = [buildSent('First', 100), buildSent('Second', 423)]
  let respond: () => void = () => undefined
  const response = new Promise<Response>((resolve) => {
    respond = () => resolve(Response.json(second))
  })
  await openComparison([first, second], {
    all: [],
    responses: {
      'GET /campaigns/:campaign_id': ({ input }) =>
        input.campaign_id === first.id ? Response.json(first) : response,
    },
  })
  await expect.element(columns().first().getByRole('link', { name: 'First' })).toBeVisible()
  const button = page.getByRole('button', { name: 'Export CSV' })
  await button.click()
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  expect(files).toEqual([])
  respond()
  await expect.poll(() => files.length).toBe(1)
  expect(files[0] && (await readFile(files[0]))).toContain('\uFEFFCounter,First,Second\r\n')
  await expect.element(button).not.toHaveAttribute('aria-busy')
})

test('campaigns are added by search and removed', async () => {
  const first = buildSent('First', 100)
  const { router } = await openComparison([first], {
    all: [buildSent('Café letter', 200), first],
  })
  await expect.element(page.getByText('Add another campaign to compare it with.')).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Add a campaign' })
  await field.click()
  await field.fill('cafe')
  await expect
    .poll(() => textsOf(page.getByRole('option')))
    .toEqual([expect.stringMatching(/Café letter/)])
  await userEvent.keyboard('{Enter}')
  await expect.poll(columnNames).toEqual(['First', 'Café letter'])
  await page.getByRole('button', { name: 'Remove First' }).click()
  await expect.poll(columnNames).toEqual(['Café letter'])
  await expect.element(page.getByRole('button', { name: 'Remove Café letter' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByRole('heading', { name: 'Choose campaigns to compare' }))
    .toBeVisible()
  await expect.element(field).toHaveFocus()
  await router.navigate(-1)
  await expect.poll(columnNames).toEqual(['Café letter'])
})

test('six columns fit a desktop, and a phone breaks no word', async () => {
  const campaigns = [1, 2, 3, 4, 5, 6].map((index) => buildSent(`Letter ${index}`, index))
  await openComparison(campaigns)
  await expect.element(row('Unsubscribes').getByRole('cell')).toHaveLength(6)
  const frame = page.getByRole('region', { name: 'Counters of 6 campaigns' }).element()
  const overflow = () => frame.scrollWidth - frame.clientWidth
  expect(overflow()).toBe(0)
  await page.viewport(390, 844)
  expect(overflow()).toBeGreaterThan(0)
  const range = document.createRange()
  range.selectNodeContents(row('Unsubscribes').getByRole('rowheader').element())
  expect(range.getClientRects().length).toBe(1)
})

test('seven ids compare six and say so', async () => {
  const campaigns = [1, 2, 3, 4, 5, 6, 7].map((index) => buildSent(`Letter ${index}`, index))
  await openComparison(campaigns)
  await expect.element(columns()).toHaveLength(6)
  await expect.element(page.getByText('Only the first six are compared.')).toBeVisible()
  await expect.element(page.getByRole('combobox')).toBeDisabled()
  await page.getByRole('button', { name: 'Remove Letter 2' }).click()
  await expect.poll(columnNames).toContain('Letter 7')
})

test('opens and clicks after sending are a line for each campaign', async () => {
  await commands.emulateMedia({ reducedMotion: 'reduce' }) // colors change at once
  const imported = buildSent('Imported', 100)
  const sent_at = inHours(0)
  const delivered = { ...buildSent('Delivered', 2), sent_at }
  const other = { ...buildSent('Another', 2), sent_at }
  const { router } = await openComparison([imported, delivered, other], {
    responses: {
      'GET /campaigns/:campaign_id/report/timeseries': ({ input: { campaign_id } }) => ({
        campaign_id,
        interval: 'hour',
        data:
          campaign_id === imported.id
            ? []
            : [
                {
                  at: sent_at,
                  opens_unique: 2,
                  opens_total: 2,
                  clicks_unique: 1,
                  clicks_total: 1,
                },
              ],
      }),
    },
  })
  const panel = page.getByRole('region', { name: 'After sending' })
  await expect
    .element(panel.getByText('No opens or clicks by time: \u2068Imported\u2069.'))
    .toBeVisible()
  const table = panel.getByRole('table')
  const values = () => textsOf(table.getByRole('row').nth(1).getByRole('cell'))
  await expect
    .poll(() => textsOf(table.getByRole('columnheader')))
    .toEqual(['Since sending', 'Delivered', 'Another'])
  expect(values()).toEqual(['2', '2'])
  await panel.getByText('Clicks', { exact: true }).click()
  await expect.poll(values).toEqual(['1', '1'])
  expect(await findThemeViolations()).toEqual([])

  await router.navigate(pathOf([imported]))
  await expect.element(panel).toHaveTextContent('An imported campaign has totals only.')
})

test('without time series a comparison has no lines', async () => {
  await openComparison([buildSent('First', 100)], { isPublic: true })
  const panel = page.getByRole('region', { name: 'After sending' })
  await expect.element(panel).not.toBeInTheDocument()
})
