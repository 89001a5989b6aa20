import { reportOf } from '#client/importers/core/import-report.ts'
import { eachFile, type Importer } from '#client/importers/core/importer.ts'
import { applyCampaigns } from './campaign-apply.ts'
import type { CampaignOptions } from './campaign-plan.ts'
import { planCampaigns } from './parse-campaigns.ts'

/** Sent campaigns with their results, from the reports of Mailchimp and its like. */
export const campaignsImporter = (options: CampaignOptions): Importer =>
  eachFile(({ text, name }) => {
    const plan = planCampaigns(text, name, options)
    return {
      async apply(call, how) {
        return reportOf(plan, await applyCampaigns(call, plan, how), name, how)
      },
    }
  })
