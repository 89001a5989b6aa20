import type { Campaign } from '#client/resources.ts'
import { meanOf } from '#web/ui/chart/scale.rules.ts'
import { countOf, rateIn, type Rate, type RateName } from './campaign-stats.rules.ts'

/** The fraction of recipients that was delivered, which has no rate of its own; none before the first delivery. */
export function deliveredShare(stats: unknown): Rate | undefined {
  const delivered = countOf(stats, 'delivered')
  const recipients = countOf(stats, 'recipients')
  if (!delivered || !recipients || recipients < 0) return undefined
  const value = delivered / recipients
  return value >= 0 && value <= 1
    ? { kind: 'fraction', value }
    : { kind: 'odd', text: `${delivered} / ${recipients}` }
}

/** The last to go out first. */
export const latestSent = (campaigns: readonly Campaign[]): Campaign[] =>
  campaigns.toSorted((one, other) => sentAt(other) - sentAt(one))

const sentAt = ({ sent_at }: Campaign) => (sent_at ? Date.parse(sent_at) : 0)

/** What campaigns are compared by, each a tile of the report. */
export const metrics = ['open_rate', 'click_rate', 'delivered', 'unsubscribe_rate'] as const
export type Metric = (typeof metrics)[number]

/** More is worse. */
const isWorseUp = (metric: Metric) => metric === 'unsubscribe_rate'

export const metricOf = (stats: unknown, metric: Metric): Rate | undefined =>
  metric === 'delivered' ? deliveredShare(stats) : rateIn(stats, metric satisfies RateName)

/** Without a rate there is nothing to compare with. */
const hasRate = (stats: unknown): boolean =>
  metrics.some((metric) => metricOf(stats, metric)?.kind === 'fraction')

const MAX_EARLIER = 19

/**
 * The campaigns with rates sent before this one, the latest first. Without times of the server all others count. A
 * server may omit the stats of its rows: `fetched` has those that were requested since.
 */
export function earlierCampaigns(
  { id, sent_at }: Pick<Campaign, 'id' | 'sent_at'>,
  sent: readonly Campaign[],
  fetched: ReadonlyMap<string, unknown> = new Map(),
): Campaign[] {
  const time = (at: string | null | undefined) => (at ? Date.parse(at) : Number.NaN)
  const mayHaveRate = (one: Campaign) =>
    one.stats || fetched.has(one.id) ? hasRate(one.stats ?? fetched.get(one.id)) : true
  const others = sent.filter((one) => one.id !== id && mayHaveRate(one))
  const isEarlier = (one: Campaign) => {
    // A comparison with NaN is false: without times every other campaign counts.
    return !(time(one.sent_at) >= time(sent_at))
  }
  return others
    .filter(isEarlier)
    .toSorted((one, other) => (time(other.sent_at) || 0) - (time(one.sent_at) || 0))
    .slice(0, MAX_EARLIER)
}

/** Whether more pages can have earlier campaigns than those on the first. */
export const needsMoreCampaigns = (earlier: readonly unknown[], next: string | null | undefined) =>
  Boolean(next) && earlier.length < MAX_EARLIER

/** The rates that the report compares with, from a page of campaigns; undefined if it may lack some of them. */
export function earlierRates(
  metric: Metric,
  campaign: Pick<Campaign, 'id' | 'sent_at'>,
  page: { readonly data: readonly Campaign[]; readonly paging: { readonly next: string | null } },
): number[] | undefined {
  const earlier = earlierCampaigns(campaign, page.data)
  if (needsMoreCampaigns(earlier, page.paging.next)) return undefined
  if (earlier.some(({ stats }) => !stats)) return undefined
  return ratesOf(earlier, metric)
}

/** The rates of those that have one. */
export const ratesOf = (campaigns: readonly { readonly stats?: unknown }[], metric: Metric) =>
  campaigns.flatMap(({ stats }) => {
    const rate = metricOf(stats, metric)
    return rate?.kind === 'fraction' ? rate.value : []
  })

export interface Comparison {
  readonly mean: number
  readonly direction?: 'up' | 'down'
  readonly tone?: 'ok' | 'bad'
}

/** How a rate compares with those of earlier campaigns; undefined for fewer than three. */
export function compareRate(
  metric: Metric,
  value: number,
  earlier: readonly number[],
): Comparison | undefined {
  const mean = meanOf(earlier)
  if (mean === undefined || earlier.length < 3) return undefined
  const difference = value - mean
  const deviation = Math.sqrt(meanOf(earlier.map((one) => (one - mean) ** 2)) ?? 0)
  // Less than a hundredth of a point is 0.00 on the screen.
  if (Math.abs(difference) < Math.max(deviation / 4, 0.00005)) return { mean }
  const isUp = difference > 0
  return {
    mean,
    direction: isUp ? 'up' : 'down',
    tone: isUp === isWorseUp(metric) ? 'bad' : 'ok',
  }
}
