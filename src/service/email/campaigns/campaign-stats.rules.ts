import type { Link, Stats, StatsGiven } from '#contract/email/campaigns.ts'

/**
 * Adds the rates, each from 0 to 1. Of a campaign that is counted here a missing counter is 0; of one that an import
 * reports it is unknown, and so are the rates made of it. Only what the public API names is always there, and named where it is unknown.
 */
export function computeStats(reported: StatsGiven, isCountedHere = true): Stats {
  const counters = isCountedHere ? { ...zeros, ...reported } : reported
  const { recipients = 0, opens_unique = 0, clicks_unique, complaints, unsubscribes } = counters
  const { bounces_hard, bounces_soft } = counters
  // One kind alone is no total: the other is unknown.
  const isSplit = bounces_hard !== undefined && bounces_soft !== undefined
  const bounces = isSplit ? bounces_hard + bounces_soft : counters.bounces
  const undelivered = bounces ?? bounces_hard ?? bounces_soft ?? 0
  const delivered = counters.delivered ?? Math.max(0, recipients - undelivered)
  const unreported = alwaysThere.filter((name) => counters[name] === undefined)
  const hasOpens = counters.opens_unique !== undefined
  return withoutUndefined({
    recipients,
    delivered,
    opens_unique,
    open_rate: rate(opens_unique, delivered),
    opens_total: counters.opens_total,
    opens_machine: counters.opens_machine,
    clicks_unique,
    clicks_total: counters.clicks_total,
    click_rate: rateOf(clicks_unique, delivered),
    click_to_open_rate: hasOpens ? rateOf(clicks_unique, opens_unique) : undefined,
    bounces: isSplit ? undefined : bounces,
    bounces_hard,
    bounces_soft,
    bounce_rate: rateOf(bounces, recipients),
    complaints,
    complaint_rate: rateOf(complaints, delivered),
    unsubscribes,
    unsubscribe_rate: rateOf(unsubscribes, delivered),
    unreported: isCountedHere || unreported.length === 0 ? undefined : unreported,
  })
}

const alwaysThere = ['recipients', 'opens_unique'] as const

const zeros: StatsGiven = {
  opens_unique: 0,
  opens_total: 0,
  opens_machine: 0,
  clicks_unique: 0,
  clicks_total: 0,
  bounces_hard: 0,
  bounces_soft: 0,
  complaints: 0,
  unsubscribes: 0,
}

/** As JSON writes it. */
const withoutUndefined = (stats: Stats): Stats =>
  Object.fromEntries(Object.entries(stats).filter(([, value]) => value !== undefined)) as Stats // the same fields

const rateOf = (part: number | undefined, whole: number) =>
  part === undefined ? undefined : rate(part, whole)

/** Six decimals; 0 when `whole` is 0. */
export const rate = (part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.round(Math.min(1, Math.max(0, part / whole)) * 1e6) / 1e6

/** Most clicked first; equal ones by address. */
export const sortByClicks = (links: readonly Link[]): Link[] =>
  links.toSorted(
    (a, b) => b.total_clicks - a.total_clicks || (a.url < b.url ? -1 : Number(a.url > b.url)),
  )
