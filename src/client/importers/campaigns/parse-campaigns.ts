import { FileRefused } from '#client/importers/core/import-error.ts'
import { type ParseFindings, createFindings } from '#client/importers/core/import-plan.ts'
import { createDateOrderTally, resolveDateOrder } from '#client/importers/core/parse-date.ts'
import { parseCsvRows, type CsvRow, parseCsvTable } from '#client/importers/formats/csv.ts'
import { formatExcerpt } from '#client/importers/formats/json.ts'
import { buildCampaign } from './build-campaign.ts'
import {
  type ParsedReport,
  createFact,
  meaningOf,
  type Fact,
  type LinkRow,
  unmappedFacts,
} from './campaign-fields.ts'
import type { CampaignOptions, CampaignsPlan, PlannedCampaign } from './campaign-plan.ts'

/** The plan of a file of campaign reports. */
export function planCampaigns(
  text: string,
  file_name: string,
  options: CampaignOptions,
): CampaignsPlan {
  const findings = createFindings<'campaigns'>()
  const { reports, fallbackName } = parseReports(text, file_name, findings)
  const decided = { ...options, date_order: findDateOrder(reports, options) }
  const campaigns = new Map<string, PlannedCampaign>()
  for (const report of reports) {
    const campaign = buildCampaign(report, fallbackName, decided, findings)
    if (!campaign) continue
    const { external_ref, path, name } = campaign
    const reason = 'duplicate: the first one is used'
    if (campaigns.has(external_ref)) findings.reject({ kind: 'campaigns', path, id: name, reason })
    else campaigns.set(external_ref, campaign)
  }
  return {
    source: 'campaigns',
    kinds: ['campaigns'],
    campaigns: [...campaigns.values()],
    findings: findings.finish({ campaigns: campaigns.size }, unmappedFacts(reports)),
  }
}

/** Of all reports of the file. */
function findDateOrder(reports: readonly ParsedReport[], { date_order }: CampaignOptions) {
  const tally = createDateOrderTally()
  const dates = reports.flatMap(({ facts }) =>
    facts.filter(({ label }) => meaningOf(label) === 'sent_at'),
  )
  for (const { values } of dates) values.forEach(tally.add)
  return resolveDateOrder(dates[0]?.label ?? '', tally.finish(), date_order)
}

function parseReports(
  text: string,
  file_name: string,
  findings: ParseFindings<'campaigns'>,
): { readonly reports: readonly ParsedReport[]; readonly fallbackName: string } {
  const rows = parseCsvRows(text)
  if (isReportTable(rows)) return { reports: parseReportTable(text, findings), fallbackName: '' }
  const report = parseReportBlocks(rows)
  if (report) return { reports: [report], fallbackName: file_name.replace(/\.csv(\.gz)?$/i, '') }
  const header = formatExcerpt(rows[0]?.cells.join(', '))
  throw new FileRefused(
    `Not a campaign report: row ${rows[0]?.row} contains ${header}, and no row has recipients or deliveries.`,
  )
}

/** Whether the first row names columns of reports, one campaign to a row. */
function isReportTable([first]: readonly CsvRow[]): boolean {
  const meanings = new Set(first?.cells.map(meaningOf))
  const hasName = meanings.has('name') || meanings.has('subject')
  return hasName && (meanings.has('recipients') || meanings.has('delivered'))
}

function parseReportTable(text: string, findings: ParseFindings<'campaigns'>): ParsedReport[] {
  const { headers, rows } = parseCsvTable(text)
  return rows.flatMap(({ row, cells }): ParsedReport[] => {
    const path = `row ${row}`
    if (cells.slice(headers.length).some((cell) => cell.trim() !== '')) {
      const reason = `${cells.length} cells for ${headers.length} columns`
      findings.reject({ kind: 'campaigns', path, id: null, reason })
      return []
    }
    const facts = headers.map((label, at) =>
      createFact(label || nameOfColumn(at), '', [cells[at] ?? '']),
    )
    return [{ path, facts, links: undefined }]
  })
}

const nameOfColumn = (at: number) => `column ${at + 1}, which has no name`

interface LinkColumns {
  readonly names: readonly string[]
  readonly url: number
  readonly unique: number
  readonly total: number
}

/** A report of one campaign, written as names and values under headings, with a table of links. */
function parseReportBlocks(rows: readonly CsvRow[]): ParsedReport | undefined {
  const facts: Fact[] = []
  let links: LinkRow[] | undefined
  let columns: LinkColumns | undefined
  let section = ''
  for (const { cells } of rows) {
    const [first = '', ...others] = cells.map((cell) => cell.trim())
    const values = others.filter((text) => text !== '')
    const header = parseLinkHeader(cells)
    if (header) {
      columns = header
      links ??= []
    } else if (values.length === 0 && !first.endsWith(':') && meaningOf(first) === undefined) {
      section = first
      columns = undefined
    } else if (columns) {
      const cell = (at: number) => (at === -1 ? undefined : cells[at])
      const [unique_clicks, total_clicks] = [cell(columns.unique), cell(columns.total)]
      links?.push({ url: cell(columns.url) ?? '', unique_clicks, total_clicks })
      facts.push(...otherLinkFacts(cells, columns))
    } else facts.push(createFact(first.replace(/:$/, ''), section, values))
  }
  const meanings = facts.map(({ label }) => meaningOf(label))
  const hasCounts = meanings.includes('recipients') || meanings.includes('delivered')
  return hasCounts ? { path: 'report', facts, links } : undefined
}

/** What a row of links holds beside its address and clicks. */
const otherLinkFacts = (cells: readonly string[], { names, url, unique, total }: LinkColumns) =>
  cells.flatMap((cell, at) =>
    [url, unique, total].includes(at) || cell.trim() === ''
      ? []
      : [createFact(`links: ${names[at]?.trim() || nameOfColumn(at)}`, 'links', [cell])],
  )

/** The row that names the columns of the links. */
function parseLinkHeader(cells: readonly string[]): LinkColumns | undefined {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  const indexOf = (...aliases: readonly string[]) =>
    names.findIndex((name) => aliases.includes(name))
  const url = indexOf('url', 'urls', 'link', 'links', 'link url')
  const total = indexOf('total clicks', 'clicks')
  const unique = indexOf('unique clicks', 'unique')
  return url === -1 || (total === -1 && unique === -1)
    ? undefined
    : { names: cells, url, unique, total }
}
