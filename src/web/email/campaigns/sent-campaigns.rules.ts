import type { Campaign } from '#client/resources.ts'

/** The last to go out first. */
export const latestSent = (campaigns: readonly Campaign[]): Campaign[] =>
  campaigns.toSorted((one, other) => sentAt(other) - sentAt(one))

const sentAt = ({ sent_at }: Campaign) => (sent_at ? Date.parse(sent_at) : 0)

/** The mean open rate of the delivered campaigns; undefined for fewer than two. */
export function meanOpenRate(campaigns: readonly Campaign[]): number | undefined {
  const rates = campaigns.flatMap(({ stats }) =>
    stats && stats.delivered > 0 ? (stats.open_rate ?? []) : [],
  )
  if (rates.length < 2) return undefined
  return rates.reduce((sum, one) => sum + one, 0) / rates.length
}
