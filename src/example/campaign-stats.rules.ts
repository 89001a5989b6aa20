import type { Link, StatsGiven } from '#contract/email/campaigns.ts'
import { type Random, weighted, zipf } from './random.rules.ts'

export type Counters = { readonly [Name in Exclude<keyof StatsGiven, 'bounces'>]-?: number }

/** Shares of a trade: food and farming (Mailchimp, October 2019), opens as they are since mail apps load images. */
const trade = { open: 0.2331 * 1.6, click: 0.0294, hard: 0.0032, soft: 0.005, unsubscribe: 0.0028 }

/** What became of a mailing, as far as `progress` of it went out: no counter contradicts another. */
export function countersOf(
  random: Random,
  recipients: number,
  { unopened = false, age_years = 0 } = {},
): Counters {
  const share = (part: number, of: number, spread = 0.2) =>
    Math.min(of, Math.max(0, Math.round(of * part * Math.max(0, random.normal(1, spread)))))
  const bounces_hard = share(trade.hard, recipients)
  const bounces_soft = Math.min(recipients - bounces_hard, share(trade.soft, recipients))
  const delivered = recipients - bounces_hard - bounces_soft
  const rate = Math.min(0.8, Math.max(0.05, random.normal(trade.open - 0.003 * age_years, 0.05)))
  const opens_unique = unopened ? 0 : Math.round(delivered * rate)
  const clicks_unique = Math.min(opens_unique, share(trade.click, delivered, 0.3))
  return {
    recipients,
    delivered,
    opens_unique,
    opens_total: Math.round(opens_unique * (1.4 + random.next() * 0.5)),
    opens_machine: unopened ? 0 : Math.round((delivered - opens_unique) * random.next() * 0.3),
    clicks_unique,
    clicks_total: clicks_unique,
    bounces_hard,
    bounces_soft,
    complaints: random.poisson(Math.min(50, delivered * 0.0002)),
    unsubscribes: unopened ? 0 : share(trade.unsubscribe, delivered),
  }
}

/** The clicks of a mailing spread over its links: each clicker clicked at least one, and no link twice as a new one. */
export function linksOf(random: Random, urls: readonly string[], clickers: number): Link[] {
  const pick = weighted(zipf(urls.length, 1.2))
  const unique = urls.map(() => 0)
  for (let clicker = 0; clicker < clickers; clicker++) {
    const at = pick(random)
    unique[at] = (unique[at] ?? 0) + 1
    const other = random.chance(0.2) ? pick(random) : at
    if (other !== at) unique[other] = (unique[other] ?? 0) + 1
  }
  // Link scanners: in some mailings one link is fetched many times for each person.
  const scanned = random.chance(0.03) ? 0 : -1
  return urls.map((url, at) => {
    const unique_clicks = unique[at] ?? 0
    const times = at === scanned ? 8 + random.next() * 15 : 1 + random.next() * 0.5
    return { url, unique_clicks, total_clicks: Math.round(unique_clicks * times) }
  })
}

/** The counters with the clicks that the links add up to. */
export const withLinks = (counters: Counters, links: readonly Link[]): Counters => ({
  ...counters,
  clicks_total: links.reduce((sum, { total_clicks }) => sum + total_clicks, 0),
})
