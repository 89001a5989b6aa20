import { forEachConcurrently } from '#client/importers/core/concurrency.ts'
import { changedFields, isEmpty } from '#client/importers/core/diff.ts'
import { type ApplyOptions, fetchAll, type ImportCall } from '#client/importers/core/import-call.ts'
import type { Outcome } from '#client/importers/core/import-outcomes.ts'
import type { ApplyResult } from '#client/importers/core/import-report.ts'
import { finishRun, type ImportRun, startRun } from '#client/importers/core/import-run.ts'
import { eachFile, type Importer } from '#client/importers/core/importer.ts'
import type { Campaign } from '#client/resources.ts'
import type { Link, StatsGiven } from '#contract/email/campaigns.ts'
import type { CampaignOptions, CampaignsPlan, PlannedCampaign } from './campaign-plan.ts'
import { planCampaigns } from './parse-campaigns.ts'

/** Sent campaigns with their results, from the reports of Mailchimp and its like. */
export const campaignsImporter = (options: CampaignOptions): Importer =>
  eachFile(({ text, name }) => planCampaigns(text, name, options), applyCampaigns)

/** Makes and changes what the plan asks for. A second run of the same plan writes nothing. */
export async function applyCampaigns(
  call: ImportCall,
  plan: CampaignsPlan,
  options: ApplyOptions = {},
): Promise<ApplyResult<'campaigns'>> {
  const run = await startRun(call, plan, options)
  const campaigns = await fetchAll(call, 'GET /campaigns', {})
  await forEachConcurrently(run.concurrency, plan.campaigns, (campaign) =>
    run.outcomes.runRecord('campaigns', { path: campaign.path, id: campaign.name }, () =>
      applyCampaign(run, campaign, findExisting(campaigns, campaign)),
    ),
  )
  return finishRun(run, null)
}

/** By its reference; of two reports where only one gives an id, by title and time. */
const findExisting = (campaigns: readonly Campaign[], campaign: PlannedCampaign) =>
  campaigns.find(({ external_ref }) => external_ref === campaign.external_ref) ??
  campaigns.find(({ external_ref }) => external_ref === campaign.titled_ref) ??
  campaigns.find(
    ({ external_ref, name, sent_at }) =>
      campaign.external_ref === campaign.titled_ref &&
      external_ref?.startsWith('campaign-report:') === true &&
      name === campaign.name &&
      sent_at === campaign.sent_at,
  )

async function applyCampaign(
  { call, write }: ImportRun<'campaigns'>,
  campaign: PlannedCampaign,
  existing: Campaign | undefined,
): Promise<Outcome> {
  const { external_ref, name, subject, sent_at, stats } = campaign
  const links = campaign.links && [...campaign.links]
  const fields = {
    name,
    status: 'sent' as const,
    ...(subject === undefined ? {} : { subject }),
    ...(sent_at ? { sent_at } : {}),
  }
  if (!existing) {
    const optional = { ...(sent_at ? { created_at: sent_at } : {}), ...(links ? { links } : {}) }
    await write('POST /campaigns', { external_ref, ...fields, stats, ...optional })
    return 'created'
  }
  const campaign_id = existing.id
  const counts = changedFields(withKnownBounces(stats, existing), knownStats(existing))
  const report = links && (await call('GET /campaigns/:campaign_id/report', { campaign_id }))
  const changes = {
    ...changedFields(fields, existing),
    ...(isEmpty(counts) ? {} : { stats: counts }),
    ...(links && report && linksKey(links) !== linksKey(report.links) ? { links } : {}),
  }
  if (isEmpty(changes)) return 'unchanged'
  await write('PATCH /campaigns/:campaign_id', { campaign_id, ...changes })
  return 'updated'
}

/** Without the zeros of counters that no report has told yet: a report may tell that they are zero. */
function knownStats({ stats }: Campaign): Readonly<Record<string, unknown>> {
  const unreported: readonly string[] = stats?.unreported ?? []
  return Object.fromEntries(
    Object.entries(stats ?? {}).filter(([name]) => !unreported.includes(name)),
  )
}

/** Another report has told hard and soft bounces apart: their sum adds nothing. */
function withKnownBounces({ bounces, ...others }: StatsGiven, { stats }: Campaign): StatsGiven {
  const isSplit = stats?.bounces_hard !== undefined && stats.bounces_soft !== undefined
  return bounces === undefined || isSplit ? others : { ...others, bounces }
}

/** The same for the same links in whatever order. */
const linksKey = (links: readonly Link[]) =>
  links
    .map(({ url, unique_clicks, total_clicks }) =>
      JSON.stringify([url, unique_clicks, total_clicks]),
    )
    .sort()
    .join()
