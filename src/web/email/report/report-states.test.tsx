import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'

import {
  buildCampaign,
  buildShed,
  inHours,
  openCampaigns,
  openReport,
  openShed,
  panel,
  rates,
  rowOf,
  stat,
} from '#web/email/test-campaigns.ts'
import { errorResponse } from '#web/test-page.tsx'
import { controlTime } from '#web/test-time.ts'

test('a campaign on its way without delivered has no progress', async () => {
  const stats = { recipients: 24_000, opens_unique: 1, bounces_hard: 2 }
  await openReport(buildCampaign({ name: 'On its way', status: 'sending' }), {
    changeReport: (report) => ({ ...report, stats }),
  })
  await expect.element(page.getByRole('heading', { name: 'Sending now' })).toBeVisible()
  await expect.element(stat('recipients')).toHaveTextContent('24,000')
  await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument()
  await expect.element(page.getByRole('main')).not.toHaveTextContent('handed over')
})

test.for([
  ['sent', { recipients: 3, delivered: 0 }, 'Nothing delivered', 'emails to 3 recipients'],
  ['sent', { delivered: 0 }, 'Nothing delivered', 'None of the emails were delivered'],
  ['cancelled', { recipients: 3, delivered: 0 }, 'No deliveries reported', 'so far'],
  ['paused', { recipients: 3, delivered: 0 }, 'No deliveries reported', 'so far'],
] as const)(
  'recipients without deliveries have a title of their own: %s, %j',
  async ([status, stats, title, text]) => {
    await openReport(buildCampaign({ name: 'Letter', status, sent_at: inHours(-90) }), {
      changeReport: (report) => ({ ...report, stats }),
    })
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
    await expect.element(page.getByRole('main')).toHaveTextContent(text)
    const none = page.getByRole('heading', { name: 'No recipients' })
    await expect.element(none).not.toBeInTheDocument()
    await expect.element(rates()).not.toBeInTheDocument()
  },
)

test.for([
  [1, true],
  [10, false],
] as const)(
  'a report is refetched each minute for two days only: %d, %s',
  async ([days, isRefetched]) => {
    controlTime()
    const campaign = buildShed({ sent_at: inHours(-24 * days) })
    const { requests } = await openShed({ campaign, earlier: [] })
    await expect.element(rates()).toBeVisible()
    const first = requests.length
    await vi.advanceTimersByTimeAsync(61_000)
    const later = requests.slice(first)
    expect(later.includes(`GET /campaigns/${campaign.id}/report`)).toBe(isRefetched)
  },
)

test.for([
  ['The drying shed is open'],
  ['Campaign not found', errorResponse(404, 'not_found')],
  ['Couldn’t load this campaign', errorResponse(422, 'validation_failed')],
] as const)('what follows a loading report takes its focus: %s', async ([title, error]) => {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const campaign = buildShed()
  const { requests } = await openCampaigns([campaign], {
    responses: {
      'GET /campaigns/:campaign_id': async () => {
        await released
        return error?.clone() ?? Response.json(campaign)
      },
    },
  })
  await rowOf(campaign.name).getByRole('link').first().click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect.element(heading).toHaveFocus()
  await expect.poll(() => requests).toContain(`GET /campaigns/${campaign.id}`)
  release()
  await expect.element(heading).toHaveTextContent(title)
  await expect.element(heading).toHaveFocus()
})

test('drafts, scheduled and sending campaigns say what they are', async () => {
  const draft = buildCampaign({ name: 'Spring workshops', status: 'draft' })
  const scheduled = buildCampaign({
    name: 'Winter sale',
    status: 'scheduled',
    scheduled_at: inHours(48),
  })
  const sending = buildCampaign({
    name: 'On its way',
    status: 'sending',
    stats: { recipients: 24_300, delivered: 4100, bounces_hard: 20 },
  })
  const { router } = await openReport(draft, { earlier: [scheduled, sending] })
  await expect.element(page.getByRole('heading', { name: 'Not sent yet' })).toBeVisible()
  const exports = page.getByRole('button', { name: 'Export', exact: true })
  await expect.element(exports).not.toBeInTheDocument()

  await router.navigate(`/email/campaigns/${scheduled.id}`)
  await expect.element(page.getByText(/It goes out in 2 days/)).toBeVisible()

  await router.navigate(`/email/campaigns/${sending.id}`)
  await expect.element(page.getByText('4,120 of about 24,300 handed over')).toBeVisible()
  await expect
    .element(page.getByRole('progressbar', { name: 'Sending now' }))
    .toHaveAttribute('aria-valuenow', '4120')
  await expect.element(rates()).not.toBeInTheDocument()
  await expect.element(panel('stats')).toHaveTextContent('24,300')
})

test('a campaign on its way loses nobody before its first delivery', async () => {
  await openReport(
    buildCampaign({
      name: 'On its way',
      status: 'sending',
      stats: { recipients: 220, delivered: 0, bounces_hard: 0, opens_unique: 0 },
    }),
  )
  await expect.element(panel('stats')).toHaveTextContent('220')
  await expect.element(panel('funnel').getByCss('[data-bar]')).toHaveLength(1)
  await expect.element(panel('funnel')).not.toHaveTextContent('didn’t arrive')
  await expect.element(panel('stats')).not.toHaveTextContent('%')
})

test('the facts of a report wrap at twice the text size', async () => {
  await openShed()
  const root = document.documentElement
  root.style.fontSize = '200%'
  onTestFinished(() => void root.style.removeProperty('font-size'))
  const meta = page.getByCss('header > :has(time)').element()
  const isInside = () =>
    [...meta.querySelectorAll('*')].every((part) => {
      const [inner, outer] = [part.getBoundingClientRect(), meta.getBoundingClientRect()]
      return inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 1
    })
  await expect.poll(isInside).toBe(true)
  expect(meta.clientHeight).toBeGreaterThan(48)
})
