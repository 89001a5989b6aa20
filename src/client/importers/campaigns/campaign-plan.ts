import type { Plan } from '#client/importers/core/import-plan.ts'
import type { DateOrder } from '#client/importers/core/parse-date.ts'
import type { Link, StatsGiven } from '#contract/email/campaigns.ts'

/** What a file of reports asks for: campaigns that were sent, with what came of them. */
export interface CampaignsPlan extends Plan<'campaigns'> {
  readonly campaigns: readonly PlannedCampaign[]
}

export interface PlannedCampaign {
  readonly external_ref: string
  /** What it is called by a report that gives no id; the same when this one gives none. */
  readonly titled_ref: string
  /** Where it stands in the file. */
  readonly path: string
  readonly name: string
  /** Undefined when the file does not say; the same of all below. */
  readonly subject: string | undefined
  readonly sent_at: string | undefined
  readonly stats: StatsGiven
  readonly links: readonly Link[] | undefined
}

export interface CampaignOptions {
  /** Of dates, which reports write without an offset; as `Europe/Berlin`. */
  readonly time_zone: string
  /** Of dates such as `03/04/2023`; the file decides where it can. */
  readonly date_order?: DateOrder | undefined
}
