import type { Campaign } from '#client/resources.ts'
import { sendTime } from '#contract/email/campaigns.rules.ts'
import type { Sort } from '#web/ui/table/table.rules.ts'
import { type RateName, rateIn } from './campaign-stats.rules.ts'

const SORT_COLUMNS = ['sent_at', 'open_rate', 'click_rate'] as const
type SortColumn = (typeof SORT_COLUMNS)[number]

/** In the order of a campaign's life, the finished ones first because they are read most. */
const statusOrder = ['sent', 'scheduled', 'sending', 'paused', 'draft', 'cancelled', 'error']

/** The statuses that exist among the loaded campaigns, and the current one. Unknown statuses come last, by name. */
export function orderStatuses(statuses: Iterable<string>, current: string | null): string[] {
  const distinct = new Set(statuses)
  if (current) distinct.add(current)
  const rank = (status: string) => {
    const index = statusOrder.indexOf(status)
    return index === -1 ? statusOrder.length : index
  }
  return [...distinct].toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b))
}

/** The date of a row: when it went out, or will, else when it was created. The server sorts by the same. */
export const dateOf = (campaign: Campaign): string | null =>
  sendTime(campaign) ?? campaign.created_at ?? null

const sortKeys: Record<SortColumn, (campaign: Campaign) => number | null> = {
  sent_at: (campaign) => {
    const time = Date.parse(dateOf(campaign) ?? '')
    return Number.isNaN(time) ? null : time
  },
  open_rate: (campaign) => rateOf(campaign, 'open_rate'),
  click_rate: (campaign) => rateOf(campaign, 'click_rate'),
}

function rateOf({ stats }: Campaign, name: RateName): number | null {
  const rate = rateIn(stats, name)
  return rate?.kind === 'fraction' ? rate.value : null
}

/** The column and direction of a sort of the URL; undefined for one that does not exist. */
export function parseSort(sort: Sort | null): { column: SortColumn; sign: 1 | -1 } | undefined {
  const column = SORT_COLUMNS.find((name) => name === sort?.replace(/^-/, ''))
  return column && { column, sign: sort?.startsWith('-') ? -1 : 1 }
}

/** Campaigns without a value come last in both directions; equal ones keep the order of the server. */
export function sortCampaigns(
  campaigns: readonly Campaign[],
  sort: Sort | null,
): readonly Campaign[] {
  const parsed = parseSort(sort)
  if (!parsed) return campaigns
  const keyOf = sortKeys[parsed.column]
  const entries = campaigns.map((campaign) => ({ campaign, key: keyOf(campaign) }))
  entries.sort((one, other) => {
    if (one.key === other.key) return 0
    if (one.key === null) return 1
    if (other.key === null) return -1
    return (one.key - other.key) * parsed.sign
  })
  return entries.map(({ campaign }) => campaign)
}
