import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { capabilities } from '#contract/capabilities.ts'
import { buildCampaign, cellOf, openCampaigns, pageOf, rows } from '#web/email/test-campaigns.ts'
import { waitForDeferredCode } from '#web/test-focus.ts'
import { errorResponse } from '#web/test-page.tsx'

/** Of a server that filters and sorts nothing; the stub has no event stream. */
const unfiltered = capabilities.filter((name) => name !== 'events.stream' && name !== 'filters')

const heading = (name: string) => page.getByRole('table').getByRole('button', { name, exact: true })

test('P3 500 campaigns load page by page and sort when all are loaded', async () => {
  const day = (index: number) => new Date(Date.UTC(2024, 0, 1 + index)).toISOString()
  const campaigns = Array.from({ length: 500 }, (_, index) =>
    buildCampaign({
      name: `Letter ${index}`,
      sent_at: day(index),
      stats: { recipients: 1000, opens_unique: index },
    }),
  )
  const { router } = await openCampaigns(campaigns.toReversed(), { capabilities: unfiltered })
  const status = page.getByRole('status').filter({ hasText: 'campaigns' })
  await expect.element(status).toHaveTextContent(/^100 campaigns loaded$/)
  await expect.element(heading('Open')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect.element(status).toHaveTextContent(/^200 campaigns loaded$/)
  await page.getByRole('button', { name: 'Load all' }).click()
  await expect.element(status).toHaveTextContent(/^500 campaigns$/)
  // Only the rows in view are rendered.
  expect(rows().elements().length).toBeLessThan(60)

  await heading('Open').click()
  await expect.poll(() => location.search).toMatch(/sort=-open_rate/)
  await expect.element(rows().first()).toHaveTextContent('Letter 499')
  await heading('Open').click()
  await expect.element(rows().first()).toHaveTextContent('Letter 0')
  await expect
    .element(page.getByRole('columnheader', { name: 'Open' }))
    .toHaveAttribute('aria-sort', 'ascending')

  // A name is found wherever it is: the rest is loaded for it.
  await router.navigate('/email/campaigns')
  await expect.poll(() => location.search).toBe('')
  await waitForDeferredCode()
  await userEvent.keyboard('/')
  await userEvent.keyboard('letter 17')
  await expect.element(status).toHaveTextContent(/^15 of 500 campaigns$/)
  const names = rows()
    .getByCss('[data-column=name]')
    .elements()
    .map((cell) => cell.textContent)
  expect(names).toContain('Letter 17')
  await expect.poll(() => location.search).toMatch(/q=letter\+17/)
})

test('campaigns that stop loading say how many are loaded', async () => {
  let isRefused = true
  const campaign = buildCampaign({ name: 'Letter', sent_at: '2025-01-20T09:00:00Z' })
  await openCampaigns([], {
    capabilities: unfiltered,
    responses: {
      'GET /campaigns': ({ input }) => {
        if (input.starting_after === undefined)
          return { data: [campaign], paging: { next: 'later' } }
        return isRefused ? errorResponse(403, 'forbidden') : pageOf([])
      },
    },
  })
  await page.getByRole('button', { name: 'Load all' }).click()
  await expect.element(page.getByRole('main').getByText('Couldn’t load more.')).toBeVisible()
  const status = page.getByRole('main').getByText(/^\d.* campaigns?( loaded)?$/)
  await expect.element(status).toHaveTextContent(/^1 campaign loaded$/)

  await page.getByRole('searchbox', { name: 'Find by name' }).fill('absent')
  await expect.element(rows()).toHaveLength(0)
  await expect.element(status).toHaveTextContent(/^0 of 1 campaign loaded$/)
  // The campaigns that are not loaded may match.
  const none = page.getByRole('heading', { name: 'No campaigns match' })
  await expect.element(none).not.toBeInTheDocument()

  isRefused = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(none).toBeVisible()
})

test('rows without stats load their own, six at a time', async () => {
  const campaigns = Array.from({ length: 12 }, (_, index) =>
    buildCampaign({
      name: `Letter ${index}`,
      sent_at: '2025-01-20T09:00:00Z',
      stats: { recipients: 100, opens_unique: 40 },
    }),
  )
  let inFlight = 0
  let most = 0
  let releaseAll = () => {}
  const released = new Promise<void>((resolve) => (releaseAll = resolve))
  let isLost = true
  await openCampaigns([], {
    responses: {
      'GET /campaigns': () =>
        pageOf(campaigns.map(({ id, name, status }) => ({ id, name, status }))),
      'GET /campaigns/:campaign_id': async ({ input }) => {
        inFlight += 1
        most = Math.max(most, inFlight)
        await released
        inFlight -= 1
        // As `fetch` rejects when the connection fails.
        if (isLost && input.campaign_id === campaigns[11]?.id)
          throw new TypeError('Failed to fetch')
        return Response.json(campaigns.find(({ id }) => id === input.campaign_id))
      },
    },
  })
  await expect.poll(() => inFlight).toBe(6)
  releaseAll()
  await expect.element(cellOf('Letter 3', 'open_rate')).toHaveTextContent('40.0%')
  expect(most).toBe(6)
  // The row whose request failed offers it again; the others have their rates.
  const retry = page.getByRole('button', { name: 'Load the rates of Letter 11 again' })
  await expect.element(retry).toBeVisible()
  isLost = false
  await retry.click()
  await expect.element(cellOf('Letter 11', 'open_rate')).toHaveTextContent('40.0%')
})

test('without a search of the server the palette finds campaigns of any page by name', async () => {
  const oldest = buildCampaign({ name: 'Café opening', sent_at: '2020-01-20T09:00:00Z' })
  const others = Array.from({ length: 101 }, (_, index) => buildCampaign({ name: `No ${index}` }))
  await openCampaigns([...others, oldest], {
    path: '/boards',
    capabilities: capabilities.filter((name) => name !== 'events.stream' && name !== 'search'),
    responses: {
      'GET /boards': pageOf([]),
      'GET /campaigns/:campaign_id/report': {
        campaign_id: oldest.id,
        stats: oldest.stats,
        links: [],
      },
    },
  })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await waitForDeferredCode()
  await userEvent.keyboard('{Control>}k{/Control}')
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  await palette.getByRole('combobox').fill('cafe')
  const option = palette.getByRole('option', { name: 'Café opening Campaign, sent' })
  await expect.element(option).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => location.pathname).toBe(`/email/campaigns/${oldest.id}`)
  const title = page.getByRole('heading', { level: 1, name: 'Café opening' })
  await expect.element(title).toBeVisible()

  // The report is a recent place, and its campaign is in the cache.
  await userEvent.keyboard('gb')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Boards' })).toHaveFocus()
  await userEvent.keyboard('{Control>}k{/Control}')
  const recent = palette.getByRole('group', { name: 'Recent' })
  await expect.element(recent.getByRole('option', { name: /^Café opening/ })).toBeVisible()
})
