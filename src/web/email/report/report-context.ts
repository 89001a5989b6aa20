import { createContext, use } from 'react'

import type { Campaign } from '#client/resources.ts'
import type { EarlierCampaign } from './report.data.ts'

/** What an export contains. */
export interface ReportData {
  readonly campaign: Campaign
  readonly stats: unknown
  /** As the server sent them. */
  readonly links: unknown
  readonly earlier: readonly EarlierCampaign[]
}

/** The report on the screen, for the menu that exports it. */
export const ReportContext = createContext<ReportData | null>(null)

export function useReportData(): ReportData {
  const data = use(ReportContext)
  if (!data) throw new Error('Only a report has an export menu.')
  return data
}
