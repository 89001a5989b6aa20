import { FileRefused } from '#client/importers/core/import-error.ts'
import { type ParseFindings, createFindings } from '#client/importers/core/import-plan.ts'
import { readCsvRows, type CsvRow, readCsvTable } from '#client/importers/formats/csv.ts'
import { excerptOf } from '#client/importers/formats/json.ts'
import { campaignOf } from './build-campaign.ts'
import {
  type ReadReport,
  meaningOf,
  type Fact,
  type LinkRow,
  factsLeftOut,
} from './campaign-fields.ts'
import type { CampaignOptions, CampaignsPlan, PlannedCampaign } from './campaign-plan.ts'

/** A file of campaign reports as what it asks for. The whole file is read here, before anything is written. */
export function planCampaigns(
  text: string,
  file_name: string,
  options: CampaignOptions,
): CampaignsPlan {
  const notebook = createFindings<'campaigns'>()
  const { reports, otherwise } = readReports(text, file_name, notebook)
  const campaigns = new Map<string, PlannedCampaign>()
  for (const report of reports) {
    const campaign = campaignOf(report, otherwise, options, notebook)
    if (!campaign) continue
    const { external_ref, path, name } = campaign
    const reason = 'it stands twice in the file; the first one counts'
    if (campaigns.has(external_ref)) notebook.reject({ kind: 'campaigns', path, id: name, reason })
    else campaigns.set(external_ref, campaign)
  }
  return {
    source: 'campaigns',
    kinds: ['campaigns'],
    campaigns: [...campaigns.values()],
    findings: {
      read: { campaigns: campaigns.size + notebook.rejected.length },
      rejected: notebook.rejected,
      notes: notebook.notes(),
      ...factsLeftOut(reports),
    },
  }
}

function readReports(
  text: string,
  file_name: string,
  notebook: ParseFindings<'campaigns'>,
): { readonly reports: readonly ReadReport[]; readonly otherwise: string } {
  const rows = readCsvRows(text)
  if (isReportTable(rows)) return { reports: reportsInTable(text, notebook), otherwise: '' }
  const report = reportInBlocks(rows)
  if (report) return { reports: [report], otherwise: file_name.replace(/\.csv(\.gz)?$/i, '') }
  const found = excerptOf(rows[0]?.cells.join(', '))
  throw new FileRefused(
    `Row ${rows[0]?.row} holds ${found}, and no row tells recipients or deliveries: this is no campaign report.`,
  )
}

/** Whether the first row names columns of reports, one campaign to a row. */
function isReportTable([first]: readonly CsvRow[]): boolean {
  const meanings = new Set(first?.cells.map(meaningOf))
  const named = meanings.has('name') || meanings.has('subject')
  return named && (meanings.has('recipients') || meanings.has('delivered'))
}

function reportsInTable(text: string, notebook: ParseFindings<'campaigns'>): ReadReport[] {
  const { headers, rows } = readCsvTable(text)
  return rows.flatMap(({ row, cells }): ReadReport[] => {
    const path = `row ${row}`
    if (cells.slice(headers.length).some((cell) => cell.trim() !== '')) {
      const reason = `it has ${cells.length} cells, and the file ${headers.length} columns`
      notebook.reject({ kind: 'campaigns', path, id: null, reason })
      return []
    }
    const facts = headers.map((label, at) => ({ label, section: '', values: [cells[at] ?? ''] }))
    return [{ path, facts, links: undefined }]
  })
}

interface LinkColumns {
  readonly url: number
  readonly unique: number
  readonly total: number
}

/** A report of one campaign, written as names and values under headings, with a table of links. */
function reportInBlocks(rows: readonly CsvRow[]): ReadReport | undefined {
  const facts: Fact[] = []
  let links: LinkRow[] | undefined
  let columns: LinkColumns | undefined
  let section = ''
  for (const { cells } of rows) {
    const [first = '', ...others] = cells.map((cell) => cell.trim())
    const values = others.filter((text) => text !== '')
    const found = linkColumns(cells)
    if (found) {
      columns = found
      links ??= []
    } else if (values.length === 0 && !first.endsWith(':') && meaningOf(first) === undefined) {
      section = first
      columns = undefined
    } else if (columns) {
      const cell = (at: number) => (at === -1 ? undefined : cells[at])
      const [unique_clicks, total_clicks] = [cell(columns.unique), cell(columns.total)]
      links?.push({ url: cell(columns.url) ?? '', unique_clicks, total_clicks })
    } else facts.push({ label: first.replace(/:$/, ''), section, values })
  }
  const known = facts.map(({ label }) => meaningOf(label))
  const counted = known.includes('recipients') || known.includes('delivered')
  return counted ? { path: 'report', facts, links } : undefined
}

/** The row that names the columns of the links. */
function linkColumns(cells: readonly string[]): LinkColumns | undefined {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  const place = (...wanted: readonly string[]) => names.findIndex((name) => wanted.includes(name))
  const url = place('url', 'link', 'link url')
  const total = place('total clicks', 'clicks')
  const unique = place('unique clicks', 'unique')
  return url === -1 || (total === -1 && unique === -1) ? undefined : { url, unique, total }
}
