import { createCsv, type CsvCell } from '#client/csv-text.ts'
import { iteratePages } from '#client/paginate.ts'
import type { Campaign } from '#client/resources.ts'
import type { Input } from '#contract/endpoints.ts'
import { campaignExportText as text } from '#web/messages/en/campaigns.ts'
import { compareText } from '#web/messages/en/compare.ts'
import { downloadFile } from '#web/session/download-file.ts'
import { getJobs } from '#web/session/jobs.ts'
import type { KeySession } from '#web/session/session.ts'
import { filterByName } from '#web/ui/form/filter-by-name.ts'
import { localDay } from '#web/ui/format.ts'
import { announce } from '#web/ui/live-region.tsx'
import { now } from '#web/ui/server-time.ts'
import { sortCampaigns } from './campaign-list.rules.ts'
import { type CampaignValue, hasStats, orderNames, valuesOf } from './campaign-values.rules.ts'
import { MAX_IN_FLIGHT, statsQuery } from './row-stats.ts'

interface CampaignExport {
  readonly request: Input<'GET /campaigns'>
  /** What the server does not search. */
  readonly text: string
  readonly sort: string | null
  /** The rows of the table, if all are loaded. */
  readonly rows: readonly Campaign[] | undefined
}

/** Saves the campaigns that match as a CSV file: at once, or as a job where some are not loaded yet. */
export function exportCampaigns(session: KeySession, view: CampaignExport): void {
  const { rows } = view
  if (rows?.every(hasStats)) {
    save(rows)
    announce(text.done(rows.length))
    return
  }
  getJobs(session).start(text.job, async ({ signal, report }) => {
    const campaigns = rows ?? (await fetchCampaigns(session, view, signal))
    report({ total: campaigns.length })
    const complete = [...campaigns]
    let done = 0
    let failed = 0
    // One iterator for all loops: each takes the next campaign, and none does once the job is stopped.
    const queue = campaigns.entries()
    const work = async () => {
      for (const [index, campaign] of queue) {
        const full = await withStats(session, campaign)
        signal.throwIfAborted()
        if (full) done += 1
        else failed += 1
        // Without its stats a campaign has empty cells: better than no file.
        complete[index] = full ?? campaign
        report({ done, failed })
      }
    }
    await Promise.all(Array.from({ length: MAX_IN_FLIGHT }, work))
    save(complete, failed > 0)
    const label = failed > 0 ? text.partial(complete.length, failed) : text.done(complete.length)
    return { label }
  })
}

async function fetchCampaigns({ call }: KeySession, view: CampaignExport, signal: AbortSignal) {
  const { request, sort } = view
  const campaigns: Campaign[] = []
  for await (const { data } of iteratePages(call, 'GET /campaigns', request, { signal }))
    campaigns.push(...data)
  return sortCampaigns(filterByName(campaigns, view.text), sort)
}

/** Undefined if its own request fails. */
async function withStats(session: KeySession, campaign: Campaign): Promise<Campaign | undefined> {
  if (hasStats(campaign)) return campaign
  const query = statsQuery(session, campaign.id)
  const fetched = await session.queryClient.fetchQuery(query).catch(() => undefined)
  return fetched && (fetched.stats ? { ...campaign, stats: fetched.stats } : campaign)
}

function save(campaigns: readonly Campaign[], isPartial = false) {
  const date = localDay(now())
  downloadFile({
    name: isPartial ? text.partialFileName(date) : text.fileName(date),
    type: 'text/csv;charset=utf-8',
    text: createCampaignsCsv(campaigns),
  })
}

/** One line for each campaign; numbers as the server sent them, and empty cells where nothing was sent. */
export function createCampaignsCsv(campaigns: readonly Campaign[]): string {
  const lines = campaigns.map((campaign) => ({
    campaign,
    values: valuesOf(campaign, campaign.stats),
  }))
  const names = orderNames(lines.map(({ values }) => values))
  const { columns } = text
  return createCsv(
    [...Object.values(columns), ...names],
    lines.map(({ campaign, values }) => [
      campaign.id,
      campaign.name,
      campaign.subject,
      campaign.status,
      campaign.scheduled_at,
      campaign.sent_at,
      ...names.map((name) => toCell(values.get(name))),
    ]),
  )
}

function toCell(value: CampaignValue | undefined): CsvCell {
  if (!value || value.kind === 'none') return null
  return 'value' in value ? value.value : value.text
}

interface ComparedColumn {
  readonly name: string
  readonly values: ReadonlyMap<string, CampaignValue>
}

/** Saves a comparison: one line for each counter, one column for each campaign. */
export function exportComparison(campaigns: readonly ComparedColumn[]): void {
  downloadFile({
    name: compareText.fileName(localDay(now())),
    type: 'text/csv;charset=utf-8',
    text: createComparisonCsv(campaigns),
  })
  announce(compareText.exported)
}

export const createComparisonCsv = (campaigns: readonly ComparedColumn[]): string =>
  createCsv(
    [compareText.counter, ...campaigns.map(({ name }) => name)],
    orderNames(campaigns.map(({ values }) => values)).map((name) => [
      name,
      ...campaigns.map(({ values }) => toCell(values.get(name))),
    ]),
  )
