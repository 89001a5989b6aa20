import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'

import type { Contact } from '#client/resources.ts'
import { computeStats } from '#service/email/campaigns/campaign-stats.rules.ts'
import {
  buildCampaign,
  buildShed,
  inHours,
  openReport,
  openShed,
  pageOf,
  panel,
  stat,
} from '#web/email/test-campaigns.ts'
import { controlTime } from '#web/test-time.ts'

const buildContact = (id: string): Contact => ({
  id,
  list_id: 'lst_1',
  email_address: `${id}@example.com`,
  status: 'subscribed',
  tags: [],
  fields: {},
})

/** A campaign to five contacts that an outside sender delivers. */
const buildDelivered = (status: 'sending' | 'sent') =>
  buildCampaign({
    name: 'Delivered',
    status,
    list_id: 'lst_1',
    sent_at: inHours(0),
    isCountedHere: true,
    stats: { recipients: 5, delivered: 5 },
  })

test('all panels of a report follow new events', async () => {
  controlTime()
  const campaign = buildDelivered('sending')
  let people: Contact[] = []
  await openReport(campaign, {
    changeReport: (report) => ({
      ...report,
      stats: computeStats({ recipients: 5, delivered: 5, opens_unique: people.length }),
    }),
    responses: {
      'GET /campaigns/:campaign_id/report/timeseries': ({ input }) => ({
        campaign_id: input.campaign_id,
        interval: 'hour',
        data: people.slice(0, 1).map(() => ({
          at: campaign.sent_at ?? '',
          opens_unique: people.length,
          opens_total: people.length,
          clicks_unique: 0,
          clicks_total: 0,
        })),
      }),
      'GET /campaigns/:campaign_id/report/contacts': ({ input: { campaign_id } }) =>
        pageOf(people.map((contact) => ({ ...contact, campaign_id }))),
    },
  })
  await expect.element(panel('series')).toHaveTextContent('No opens or clicks yet.')
  await expect.element(panel('people')).toHaveTextContent('No one yet.')
  people = ['ana', 'bo', 'cleo', 'dan', 'eve'].map(buildContact)
  await vi.advanceTimersByTimeAsync(11_000)
  await expect.element(stat('opens_unique')).toHaveTextContent('5')
  await expect.element(panel('series').getByRole('application')).toBeVisible()
  await expect.element(panel('people').getByTestId('row')).toHaveLength(5)
})

test('an imported campaign has totals only, and says so', async () => {
  await openShed({ campaign: buildShed({ sent_at: inHours(-90) }) })
  await expect.element(panel('series')).toHaveTextContent('Totals only.')
  await expect.element(panel('people')).toHaveTextContent('no list of people')
})

test('a campaign sent here without opens is not called imported', async () => {
  await openReport(buildDelivered('sent'))
  await expect.element(panel('series')).toHaveTextContent('No opens or clicks yet.')
  await expect.element(panel('people')).toHaveTextContent('No one yet.')
  await expect.element(page.getByRole('main')).not.toHaveTextContent('import')
})

test('without the additions there is no panel for them', async () => {
  await openShed({ capabilities: [] })
  await expect.element(panel('links').getByTestId('row')).toHaveLength(4)
  await expect.element(panel('series')).not.toBeInTheDocument()
  await expect.element(panel('people')).not.toBeInTheDocument()
})
