import { createCsv } from '#client/csv-text.ts'
import type { Campaign } from '#client/resources.ts'
import { rateIn } from '#web/email/campaigns/campaign-stats.rules.ts'
import { listStats, missingCounters } from '#web/email/campaigns/campaign-values.rules.ts'
import { campaignStatsText } from '#web/messages/en/campaign-stats.ts'
import { reportExportText as text } from '#web/messages/en/report-export.ts'
import { encodeMarks, type ReportLink } from './links.rules.ts'

const names: Readonly<Record<string, string>> = campaignStatsText.names
const { columns } = text

/** Every counter and rate as the server sent it: integers whole, rates as fractions. */
export function statsCsv(campaign: Pick<Campaign, 'name' | 'sent_at'>, stats: unknown): string {
  const row = (field: string, value: unknown) => [
    campaign.name,
    campaign.sent_at ?? null,
    names[field] ?? field,
    field,
    typeof value === 'number' || typeof value === 'boolean' ? value : ((value as string) ?? null),
  ]
  const rows = listStats(stats).flatMap(({ name, value, rate }) => {
    const fraction = rate && rateIn(stats, rate)
    return [
      row(name, value),
      ...(rate && fraction
        ? [row(rate, fraction.kind === 'fraction' ? fraction.value : fraction.text)]
        : []),
    ]
  })
  // An empty cell says that a counter is unknown; a missing line does not.
  rows.push(...missingCounters(stats).map((name) => row(name, null)))
  return createCsv(
    [columns.campaign, columns.sent, columns.counter, columns.field, columns.value],
    rows,
  )
}

/** Every link with its clicks; an empty cell where the server sends none. */
export const linksCsv = (links: readonly ReportLink[]): string =>
  createCsv(
    [columns.url, columns.unique, columns.total],
    links.map(({ url, unique_clicks, total_clicks }) => [
      encodeMarks(url),
      unique_clicks,
      total_clicks,
    ]),
  )

/** "the-drying-shed-is-open-counters.csv". */
export function reportFileName(
  { name }: Pick<Campaign, 'name'>,
  what: string,
  extension: string,
): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  return `${[...slug].slice(0, 60).join('') || 'campaign'}-${what}.${extension}`
}
