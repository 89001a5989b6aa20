import { FileRefused } from '#client/importers/core/import-error.ts'
import { type Notebook, openNotebook } from '#client/importers/core/import-plan.ts'
import { readCsvRows } from '#client/importers/formats/csv.ts'
import { excerptOf } from '#client/importers/formats/json-values.ts'
import { campaignOf } from './build-campaign.ts'
import { reportInBlocks } from './campaign-blocks.ts'
import type { ReadReport } from './campaign-fields.ts'
import { factsLeftOut } from './campaign-left-out.ts'
import type { CampaignOptions, CampaignsPlan, PlannedCampaign } from './campaign-plan.ts'
import { isReportTable, reportsInTable } from './campaign-table.ts'

/** A file of campaign reports as what it asks for. The whole file is read here, before anything is written. */
export function planCampaigns(
  text: string,
  file_name: string,
  options: CampaignOptions,
): CampaignsPlan {
  const notebook = openNotebook<'campaigns'>()
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
  notebook: Notebook<'campaigns'>,
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
