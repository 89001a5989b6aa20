import { allPages, inFlight } from '#client/importers/core/concurrency.ts'
import { differing, isEmpty } from '#client/importers/core/diff.ts'
import {
  demandImportMode,
  type ApplyOptions,
  type ImportCall,
  modeOf,
} from '#client/importers/core/import-call.ts'
import {
  assertAllSettled,
  openLedger,
  type Outcome,
} from '#client/importers/core/import-outcomes.ts'
import { reportOf, type Applied } from '#client/importers/core/import-report.ts'
import { eachFile, type Importer } from '#client/importers/core/importer.ts'
import type { Campaign, Link } from '#contract/email/campaigns.ts'
import type { CampaignOptions, CampaignsPlan, PlannedCampaign } from './campaign-plan.ts'
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

/** Makes and changes what the plan asks for. A second run of the same plan writes nothing. */
export async function applyCampaigns(
  call: ImportCall,
  plan: CampaignsPlan,
  options: ApplyOptions = {},
): Promise<Applied<'campaigns'>> {
  await demandImportMode(call)
  const all = await allPages((page) => call('GET /campaigns', page))
  const ledger = openLedger(plan, options)
  await inFlight(options.in_flight ?? 4, plan.campaigns, (campaign) =>
    ledger.runRecord('campaigns', { path: campaign.path, id: campaign.name }, () =>
      applyOne(call, campaign, hereOf(all, campaign), options),
    ),
  )
  assertAllSettled(plan, ledger)
  const { counts, rejected } = ledger
  return { counts, rejected, notes: ledger.notes(), into: null }
}

/** By its reference; of two reports where only one gives an id, by title and time. */
const hereOf = (all: readonly Campaign[], campaign: PlannedCampaign) =>
  all.find(({ external_ref }) => external_ref === campaign.external_ref) ??
  all.find(({ external_ref }) => external_ref === campaign.titled_ref) ??
  all.find(
    ({ external_ref, name, sent_at }) =>
      campaign.external_ref === campaign.titled_ref &&
      external_ref?.startsWith('campaign-report:') === true &&
      name === campaign.name &&
      sent_at === campaign.sent_at,
  )

async function applyOne(
  call: ImportCall,
  campaign: PlannedCampaign,
  here: Campaign | undefined,
  options: ApplyOptions,
): Promise<Outcome> {
  const { external_ref, name, subject, sent_at, stats } = campaign
  const links = campaign.links && [...campaign.links]
  const told = { ...(subject === undefined ? {} : { subject }), ...(sent_at ? { sent_at } : {}) }
  const plain = { name, status: 'sent' as const, ...told }
  const dry = options.dry_run === true
  const mode = modeOf(options)
  if (!here) {
    const made = { ...(sent_at ? { created_at: sent_at } : {}), ...(links ? { links } : {}) }
    if (!dry) await call('POST /campaigns', { external_ref, ...plain, stats, ...made, ...mode })
    return 'created'
  }
  const campaign_id = here.id
  const counts = differing(stats, here.stats)
  const report = links && (await call('GET /campaigns/:campaign_id/report', { campaign_id }))
  const changes = {
    ...differing(plain, here),
    ...(isEmpty(counts) ? {} : { stats: counts }),
    ...(links && report && textOf(links) !== textOf(report.links) ? { links } : {}),
  }
  if (isEmpty(changes)) return 'unchanged'
  if (!dry) await call('PATCH /campaigns/:campaign_id', { campaign_id, ...changes, ...mode })
  return 'updated'
}

/** The same for the same links in whatever order. */
const textOf = (links: readonly Link[]) =>
  links
    .map(({ url, unique_clicks, total_clicks }) =>
      JSON.stringify([url, unique_clicks, total_clicks]),
    )
    .sort()
    .join()
