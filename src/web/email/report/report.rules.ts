import type { Campaign } from '#client/resources.ts'
import { countOf, rateIn, type Rate } from '#web/email/campaigns/campaign-stats.rules.ts'
import { deliveredShare } from '#web/email/campaigns/sent-campaigns.rules.ts'
import type { Comparison } from '#web/email/campaigns/sent-campaigns.rules.ts'
import { reportText } from '#web/messages/en/report.ts'
import { formatPoints, formatRate } from '#web/ui/format.ts'

interface ComparisonText extends Omit<Comparison, 'mean'> {
  /** "3.1 points", if there is a direction. */
  readonly amount?: string
  readonly text: string
}

/** A comparison in words, for a tile and the image. */
export function formatComparison(
  value: number,
  comparison: Comparison | undefined,
): ComparisonText {
  const text = reportText.tiles
  if (!comparison) return { text: text.nothing }
  const { mean, direction, tone } = comparison
  if (!direction) return { text: text.inLine }
  return {
    direction,
    amount: text.points(formatPoints(value, mean)),
    ...(tone && { tone }),
    text: direction === 'up' ? text.above : text.below,
  }
}

export type Step = 'recipients' | 'delivered' | 'opens_unique' | 'clicks_unique' | 'unsubscribes'

interface FunnelStep {
  readonly step: Step
  readonly count: number
  /** The tone of a full funnel: a step that is not reported leaves the others theirs. */
  readonly tone: 1 | 2 | 4 | 5 | 6
  /** Empty where the server sends none. */
  readonly share: string
  /** The share is what the server sent instead of a rate. */
  readonly isOdd: boolean
}

const formatShare = (rate: Rate | undefined): string =>
  rate?.kind === 'fraction' ? formatRate(rate.value, 1) : (rate?.text ?? '')

/** From send to click: the steps that the server reports; while it is sent only those that have happened. */
export function funnelSteps(stats: unknown, isSending = false): FunnelStep[] {
  const all: readonly (readonly [Step, FunnelStep['tone'], Rate | undefined])[] = [
    ['recipients', 1, countOf(stats, 'recipients') ? { kind: 'fraction', value: 1 } : undefined],
    ['delivered', 2, deliveredShare(stats)],
    ['opens_unique', 4, rateIn(stats, 'open_rate')],
    ['clicks_unique', 5, rateIn(stats, 'click_rate')],
    ['unsubscribes', 6, rateIn(stats, 'unsubscribe_rate')],
  ]
  return all.flatMap(([step, tone, rate]) => {
    const count = countOf(stats, step)
    if (count === undefined || (isSending && count === 0)) return []
    return [{ step, count, tone, share: formatShare(rate), isOdd: rate?.kind === 'odd' }]
  })
}

/** What the numbers of a campaign are, which decides what is drawn of them. */
export type ReportState =
  | 'unsent'
  | 'scheduled'
  | 'sending'
  | 'no recipients'
  | 'none delivered'
  | 'none reported'
  | 'ready'

export function reportState(status: string, stats: unknown): ReportState {
  const recipients = countOf(stats, 'recipients')
  const delivered = countOf(stats, 'delivered')
  const hasNumbers = Boolean(recipients || delivered || countOf(stats, 'opens_unique'))
  if (status === 'sending') return 'sending'
  if (status === 'scheduled' && !hasNumbers) return 'scheduled'
  if (status !== 'sent' && !hasNumbers) return 'unsent'
  if (recipients === 0 && !delivered) return 'no recipients'
  if (delivered !== 0) return 'ready'
  // A campaign that was stopped may have been delivered to some before the server knew of it.
  return status === 'sent' ? 'none delivered' : 'none reported'
}

/** How many emails were handed over. Nothing where the server does not count deliveries. */
export function handedOver(stats: unknown): { done: number; recipients: number } | undefined {
  const recipients = countOf(stats, 'recipients')
  const delivered = countOf(stats, 'delivered')
  if (!recipients || delivered === undefined) return undefined
  const bounces =
    countOf(stats, 'bounces') ??
    (countOf(stats, 'bounces_hard') ?? 0) + (countOf(stats, 'bounces_soft') ?? 0)
  return { done: delivered + bounces, recipients }
}

/** What the recipients of a campaign did. */
export const peopleEvents = [
  'opened',
  'clicked',
  'not_opened',
  'bounced',
  'complained',
  'unsubscribed',
] as const
export type PeopleEvent = (typeof peopleEvents)[number]

/** How many people the counters have for an event, though an import has no list of them. */
export function peopleCount(stats: unknown, event: PeopleEvent): number {
  const count = (name: Parameters<typeof countOf>[1]) => countOf(stats, name) ?? 0
  return {
    opened: count('opens_unique'),
    clicked: count('clicks_unique'),
    not_opened: count('delivered') - count('opens_unique'),
    bounced: count('bounces') || count('bounces_hard') + count('bounces_soft'),
    complained: count('complaints'),
    unsubscribed: count('unsubscribes'),
  }[event]
}

/** Whether the counters have opens or clicks, though an import has no times of them. */
export const hasOpensOrClicks = (stats: unknown): boolean =>
  (['opens_unique', 'opens_total', 'clicks_unique', 'clicks_total'] as const).some((name) =>
    countOf(stats, name),
  )

const HOUR = 3_600_000
const FRESH = 48 * HOUR
const REFRESH_EVERY = 60_000
// The stream has no events for counters: one for each open would be a flood.
const REFRESH_SENDING_EVERY = 10_000

/** How often the report is refetched while its numbers still change; false when they do not. */
export function refreshInterval(
  campaign: Pick<Campaign, 'status' | 'sent_at'> | undefined,
  now: number,
): number | false {
  if (campaign?.status === 'sending') return REFRESH_SENDING_EVERY
  const age = campaign?.sent_at ? now - Date.parse(campaign.sent_at) : Infinity
  return age < FRESH ? REFRESH_EVERY : false
}

/** Milliseconds for which a report is shown without a refetch: an hour once it stops changing. */
export const reportStaleTime = (sent_at: string | null | undefined, now: number): number =>
  sent_at && now - Date.parse(sent_at) > FRESH ? HOUR : REFRESH_EVERY
