import type { Link, StatsGiven } from '#contract/email/campaigns.ts'
import type { Context, Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import {
  type DeliveryStatus,
  changeDeliveryStatuses,
} from '#service/email/contacts/delivery-status.ts'
import { conflict, orNotFound } from '#service/refusal.ts'
import { acceptEvents } from './accept-events.ts'
import {
  addToHours,
  insertClicks,
  insertEventIds,
  saveCounters,
  saveRecipients,
} from './campaign-events.store.ts'
import { countDelivered } from './campaign-recipients.store.ts'
import {
  type StoredCampaign,
  findLinks,
  lockCampaign,
  saveCampaign,
  toCampaign,
} from './campaigns.store.ts'
import {
  type DeliveryChanges,
  type RecipientEvent,
  addToCounters,
  changesOf,
} from './delivery.rules.ts'

const maxLinks = 1000
// Bounds the series, which has at most one point for each hour.
const seriesMs = 366 * 24 * 3_600_000

type SentCampaign = StoredCampaign & { readonly audience_at: string }

export const campaignEventVerbs = {
  async 'POST /campaigns/:campaign_id/events'(context, { campaign_id, events: items }) {
    const { db } = context
    // Locked, so that the batches of one campaign are counted one after the other.
    const campaign = orNotFound(await lockCampaign(db, campaign_id), 'campaign', campaign_id)
    requireAudience(campaign)
    const { accepted, results, recipients } = await acceptEvents(context, campaign, items)
    const newIds = new Set(
      await insertEventIds(db, campaign_id, [...new Set(accepted.map(({ event }) => event.id))]),
    )
    const events = accepted.filter(({ index, event }) => {
      // Deleted, so that a repetition in this batch is not counted either.
      const isNew = newIds.delete(event.id)
      if (!isNew) results[index] = { index, status: 200 }
      return isNew
    })
    if (events.length > 0) {
      const recipientEvents = events.flatMap(({ event, contact_id }) =>
        contact_id === undefined ? [] : [{ event, contact_id }],
      )
      await changeDeliveryStatuses(context, statusesOf(recipientEvents), campaign)
      const isFinished = events.some(({ event }) => event.type === 'finished')
      await saveChanges(context, campaign, changesOf(recipients, recipientEvents), {
        isFinished,
        reportsDelivery: events.some(({ event }) => event.type === 'delivered'),
      })
    }
    return { results }
  },
} satisfies Partial<Verbs>

function requireAudience(campaign: StoredCampaign): asserts campaign is SentCampaign {
  if (campaign.audience_at === null)
    throw conflict('not_sent', 'Only a campaign that this service sent accepts delivery events.')
}

/** The statuses that the events report of each contact. */
function statusesOf(events: readonly RecipientEvent[]): Map<string, DeliveryStatus[]> {
  const statuses = new Map<string, DeliveryStatus[]>()
  for (const { contact_id, event } of events) {
    const { type, at, hard } = event
    const status = type === 'bounced' ? (hard === true ? 'bounced' : undefined) : type
    if (status !== 'bounced' && status !== 'complained' && status !== 'unsubscribed') continue
    const reports = statuses.get(contact_id)
    if (reports) reports.push({ status, at })
    else statuses.set(contact_id, [{ status, at }])
  }
  return statuses
}

async function saveChanges(
  { db, now, emit }: Context,
  campaign: SentCampaign,
  changes: DeliveryChanges,
  kinds: { readonly isFinished: boolean; readonly reportsDelivery: boolean },
): Promise<void> {
  await saveRecipients(db, campaign.id, changes.recipients)
  const end = new Date(Date.parse(campaign.audience_at) + seriesMs).toISOString()
  const hours = [...changes.hours].filter(([hour]) => hour < end)
  await addToHours(db, campaign.id, new Map(hours))
  const links = await countClicks(db, campaign.id, changes.clicks)
  const counters = await nextCounters(db, campaign, changes, kinds)
  if (!kinds.isFinished || (campaign.status !== 'sending' && campaign.status !== 'paused'))
    return saveCounters(db, campaign.id, counters, links)
  const sent = { ...campaign, counters, status: 'sent', updated_at: now.toISOString() } as const
  await emit('campaign.sent', toCampaign(await saveCampaign(db, sent, links)))
}

/**
 * Nobody counts as delivered until the first `delivered` event; from then on, recipients are counted. A sender may omit
 * these events: once it has finished, everybody counts who did not bounce.
 */
async function nextCounters(
  db: WorkspaceDb,
  { id, status, counters }: SentCampaign,
  changes: DeliveryChanges,
  {
    isFinished,
    reportsDelivery,
  }: { readonly isFinished: boolean; readonly reportsDelivery: boolean },
): Promise<StatsGiven> {
  const sums = addToCounters(counters, changes.counters)
  const isUndecided =
    counters.delivered === 0 || (counters.delivered === undefined && reportsDelivery)
  if (!isUndecided) return sums
  const { delivered: _delivered, ...others } = sums
  const delivered = await countDelivered(db, id)
  if (delivered === undefined && (isFinished || status === 'sent')) return others
  return { ...others, delivered: delivered ?? 0 }
}

/** The links with these clicks added; undefined without clicks. Only the first thousand addresses are kept. */
async function countClicks(
  db: WorkspaceDb,
  campaign_id: string,
  clicks: DeliveryChanges['clicks'],
): Promise<Link[] | undefined> {
  if (clicks.length === 0) return undefined
  const links = new Map<string, Link>()
  for (const link of await findLinks(db, campaign_id)) links.set(link.url, link)
  const listed = clicks.filter(({ url }) => {
    const link = links.get(url) ?? { url, unique_clicks: 0, total_clicks: 0 }
    if (!links.has(url) && links.size >= maxLinks) return false
    links.set(url, { ...link, total_clicks: link.total_clicks + 1 })
    return true
  })
  for (const [url, count] of await insertClicks(db, campaign_id, listed)) {
    const link = links.get(url)
    if (link) links.set(url, { ...link, unique_clicks: link.unique_clicks + count })
  }
  return [...links.values()]
}
