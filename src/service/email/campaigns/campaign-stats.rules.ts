import type { Link, Stats, StatsGiven } from '#contract/email/campaigns.ts'

/** Adds the rates, each from 0 to 1. */
export function computeStats(counters: StatsGiven): Stats {
  const {
    recipients = 0,
    opens_unique = 0,
    opens_total = 0,
    opens_machine = 0,
    clicks_unique = 0,
    clicks_total = 0,
    bounces_hard = 0,
    bounces_soft = 0,
    complaints = 0,
    unsubscribes = 0,
  } = counters
  const bounces = bounces_hard + bounces_soft
  const delivered = counters.delivered ?? Math.max(0, recipients - bounces)
  return {
    recipients,
    delivered,
    opens_unique,
    open_rate: rate(opens_unique, delivered),
    opens_total,
    opens_machine,
    clicks_unique,
    clicks_total,
    click_rate: rate(clicks_unique, delivered),
    click_to_open_rate: rate(clicks_unique, opens_unique),
    bounces_hard,
    bounces_soft,
    bounce_rate: rate(bounces, recipients),
    complaints,
    complaint_rate: rate(complaints, delivered),
    unsubscribes,
    unsubscribe_rate: rate(unsubscribes, delivered),
  }
}

/** Six decimals; 0 when `whole` is 0. */
export const rate = (part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.round(Math.min(1, Math.max(0, part / whole)) * 1e6) / 1e6

/** Most clicked first; equal ones by address. */
export const sortByClicks = (links: readonly Link[]): Link[] =>
  links.toSorted(
    (a, b) => b.total_clicks - a.total_clicks || (a.url < b.url ? -1 : Number(a.url > b.url)),
  )
