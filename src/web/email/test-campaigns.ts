import { expect } from 'vitest'
import { page } from 'vitest/browser'

import type { Campaign, List } from '#client/resources.ts'
import { capabilities, type Capability } from '#contract/capabilities.ts'
import { sendTime } from '#contract/email/campaigns.rules.ts'
import type { Link, StatsGiven } from '#contract/email/campaigns.ts'
import { computeStats, sortByClicks } from '#service/email/campaigns/campaign-stats.rules.ts'
import { paths } from '#web/paths.ts'
import { errorResponse, openPage, type Responses } from '#web/test-page.tsx'

/** A timestamp so many hours from now. */
export const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

const LINKS = [
  ['https://fernandfield.example/shed', 802, 978],
  ['https://fernandfield.example/shop/oak-tray', 431, 537],
  ['https://fernandfield.example/visit#directions', 248, 296],
  ['https://hollispottery.example/autumn', 139, 182],
] as const

/** The counters of the campaign that the tests of a report are about. */
export const shedStats = {
  recipients: 24_310,
  delivered: 24_046,
  opens_unique: 10_003,
  opens_total: 15_872,
  clicks_unique: 1659,
  clicks_total: 1993,
  bounces_hard: 71,
  bounces_soft: 193,
  complaints: 2,
  unsubscribes: 51,
}

interface CampaignFields extends Partial<Omit<Campaign, 'stats'>> {
  /** Its counters. The rates are those that the service computes. */
  readonly stats?: StatsGiven | undefined
  /** Sent here: no import reported its counters. */
  readonly isCountedHere?: boolean
}

let count = 0

/** A campaign as the service returns it; one that went out unless the fields say otherwise. */
export function buildCampaign({ stats = {}, isCountedHere, ...fields }: CampaignFields = {}) {
  count += 1
  const { status = 'sent' } = fields
  const isReported = status === 'sent' || Object.keys(stats).length > 0
  return {
    id: `cmp_${count}`,
    name: `Campaign ${count}`,
    subject: '',
    preview_text: null,
    status: 'sent',
    from: null,
    list_id: null,
    segment_id: null,
    scheduled_at: null,
    sent_at: null,
    // As JSON writes it, without the counters that are undefined.
    stats: computeStats(stats, isCountedHere ?? !isReported) as NonNullable<Campaign['stats']>,
    external_ref: null,
    version: '1',
    created_at: inHours(-24 * 400),
    updated_at: inHours(-24 * 400),
    ...fields,
  } satisfies Campaign
}

/** A campaign like that of the pictures. */
export const buildShed = (fields: CampaignFields = {}) =>
  buildCampaign({
    name: 'The drying shed is open',
    sent_at: inHours(-24 * 10),
    stats: shedStats,
    ...fields,
  })

/** Campaigns to compare it with, newest first. */
export const buildEarlier = (length: number) =>
  Array.from({ length }, (_, n) =>
    buildCampaign({
      name: `Letter ${n + 1}`,
      sent_at: inHours(-24 * (60 + 7 * n)),
      stats: {
        recipients: 1000,
        delivered: 962 + 7 * n,
        opens_unique: 300 + 30 * n,
        clicks_unique: 30 + 10 * n,
        unsubscribes: 1,
      },
    }),
  )

const shedLinks: readonly Link[] = LINKS.map(([url, unique_clicks, total_clicks]) => ({
  url,
  unique_clicks,
  total_clicks,
}))

/** All items of a list, on one page. */
export const pageOf = <T>(data: readonly T[]) => ({ data: [...data], paging: { next: null } })

interface ReportOptions {
  readonly links?: readonly Link[]
  /** Sent before it. */
  readonly earlier?: readonly Campaign[]
  /** The body of the report, or a response, instead of the body that the service would send. */
  readonly changeReport?: (report: Record<string, unknown>) => unknown
  /** Replace those of a service that has these campaigns. */
  readonly responses?: Responses
  /** All of them unless named; those of the public API alone with none. */
  readonly capabilities?: readonly Capability[]
}

// The stub has no event stream.
const allCapabilities = capabilities.filter((name) => name !== 'events.stream')

/** Opens the report of a campaign. */
export async function openReport(campaign: Campaign, options: ReportOptions = {}) {
  const { links = [], earlier = [], changeReport = (report) => report } = options
  const report = { links: sortByClicks(links), generated_at: inHours(0) }
  const result = await openPage(
    paths.campaign(campaign.id),
    {
      ...campaignResponses([campaign, ...earlier]),
      'GET /campaigns/:campaign_id/report': ({ input }) => {
        const { id: campaign_id, stats } =
          [campaign, ...earlier].find(({ id }) => id === input.campaign_id) ?? campaign
        const body = changeReport({ ...report, campaign_id, stats })
        return body instanceof Response ? body : Response.json(body)
      },
      'GET /campaigns/:campaign_id/report/timeseries': {
        campaign_id: campaign.id,
        interval: 'hour',
        data: [],
      },
      'GET /campaigns/:campaign_id/report/contacts': pageOf([]),
      ...options.responses,
    },
    { capabilities: options.capabilities ?? allCapabilities },
  )
  await expect.element(page.getByCss('.report')).toBeVisible()
  return result
}

/** Opens the report of the sample campaign, with earlier ones to compare it with. */
export async function openShed(options: ReportOptions & { readonly campaign?: Campaign } = {}) {
  const { campaign = buildShed(), ...more } = options
  const result = await openReport(campaign, {
    links: shedLinks,
    earlier: buildEarlier(5),
    ...more,
  })
  return { ...result, campaign }
}

const PAGE_SIZE = 100

const dateOf = (campaign: Campaign) =>
  Date.parse(sendTime(campaign) ?? campaign.created_at ?? '') || 0

/** A service that has these campaigns, newest first. */
const campaignResponses = (campaigns: readonly Campaign[]): Responses => ({
  'GET /campaigns': ({ input }) => {
    const [statuses, lists] = [input.status, input.list_id].map((value) => value?.split(','))
    const words = input.search?.toLowerCase().split(' ') ?? []
    const isMatch = ({ status, list_id, name, subject = '' }: Campaign) =>
      (statuses?.includes(status) ?? true) &&
      (lists?.includes(list_id ?? '') ?? true) &&
      words.every((word) => ` ${name} ${subject}`.toLowerCase().includes(` ${word}`))
    const matches = campaigns.filter(isMatch)
    if (input.sort?.endsWith('date')) {
      const sign = input.sort === 'date' ? 1 : -1
      matches.sort((one, other) => sign * (dateOf(one) - dateOf(other)))
    }
    const start = matches.findIndex(({ id }) => id === input.starting_after) + 1
    const data = matches.slice(start, start + PAGE_SIZE)
    const hasNext = start + PAGE_SIZE < matches.length
    return { data, paging: { next: (hasNext && data.at(-1)?.id) || null } }
  },
  'GET /campaigns/:campaign_id': ({ input }) =>
    campaigns.find(({ id }) => id === input.campaign_id) ?? errorResponse(404, 'not_found'),
})

interface CampaignsOptions {
  /** The address; the list of campaigns unless named. */
  readonly path?: string
  readonly lists?: readonly List[]
  readonly responses?: Responses
  readonly capabilities?: readonly Capability[]
}

/** Opens the list of campaigns, newest first, or another page of their workspace. */
export const openCampaigns = (campaigns: readonly Campaign[], options: CampaignsOptions = {}) =>
  openPage(
    options.path ?? paths.campaigns(),
    {
      ...campaignResponses(campaigns),
      'GET /lists': ({ input }) =>
        pageOf(
          (options.lists ?? []).filter(
            ({ archived }) => String(archived) === String(input.archived ?? false),
          ),
        ),
      'GET /campaigns/:campaign_id/report/timeseries': ({ input: { campaign_id } }) => ({
        campaign_id,
        interval: 'hour',
        data: [],
      }),
      ...options.responses,
    },
    { capabilities: options.capabilities ?? allCapabilities },
  )

/** The rows of the table of campaigns. */
export const rows = () => page.getByTestId('row')
export const rowOf = (name: string) => rows().filter({ hasText: name })
export const cellOf = (name: string, column: string) =>
  rowOf(name).getByCss(`[data-column=${column}]`)

/** A part of the report by its `data-panel`. */
export const panel = (name: string) => page.getByCss(`[data-panel=${name}]`)

/** The list of rates above the report. */
export const rates = () => page.getByRole('list', { name: 'Rates' })
export const tile = (name: string) => rates().getByRole('listitem').filter({ hasText: name })

/** The row of a counter. */
export const stat = (name: string) => page.getByCss(`[data-stat="${name}"]`)
