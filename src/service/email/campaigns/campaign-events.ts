import type { Link, StatsGiven } from '#contract/email/campaigns.ts'
import type { Context, Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import {
  type DeliveryStatus,
  changeDeliveryStatuses,
  strongerStatus,
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
      await changeDeliveryStatuses(context, statusesOf(recipientEvents), campaign.audience_at)
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

/** The strongest status that the events report of each contact. */
function statusesOf(events: readonly RecipientEvent[]): Map<string, DeliveryStatus> {
  const statuses = new Map<string, DeliveryStatus>()
  for (const { contact_id, event } of events) {
    const { type, at, hard } = event
    const status = type === 'bounced' ? (hard === true ? 'bounced' : undefined) : type
    if (status !== 'bounced' && status !== 'complained' && status !== 'unsubscribed') continue
    const previous = statuses.get(contact_id)
    statuses.set(contact_id, previous ? strongerStatus(previous, { status, at }) : { status, at })
  }
  return statuses
}

async function saveChanges(
  { db, now, emit }: Context,
  campaign: SentCampaign,
  changes: DeliveryChanges,
  { isFinished, reportsDelivery }: { isFinished: boolean; reportsDelivery: boolean },
): Promise<void> {
  await saveRecipients(db, campaign.id, changes.recipients)
  await addToHours(db, campaign.id, changes.hours)
  const links = await countClicks(db, campaign.id, changes.clicks)
  const counters = await nextCounters(db, campaign, changes, reportsDelivery)
  if (!isFinished || (campaign.status !== 'sending' && campaign.status !== 'paused'))
    return saveCounters(db, campaign.id, counters, links)
  const sent = { ...campaign, counters, status: 'sent', updated_at: now.toISOString() } as const
  await emit('campaign.sent', toCampaign(await saveCampaign(db, sent, links)))
}

/**
 * A sender may omit `delivered` events: then everybody counts as delivered who did not bounce. Nobody does until the
 * first event, and recipients are counted from the first `delivered` event on.
 */
async function nextCounters(
  db: WorkspaceDb,
  { id, counters }: SentCampaign,
  changes: DeliveryChanges,
  reportsDelivery: boolean,
): Promise<StatsGiven> {
  const sums = addToCounters(counters, changes.counters)
  const isUndecided =
    counters.delivered === 0 || (counters.delivered === undefined && reportsDelivery)
  if (!isUndecided) return sums
  const { delivered: _delivered, ...others } = sums
  const delivered = await countDelivered(db, id)
  return delivered === undefined ? others : { ...others, delivered }
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
  const counted = clicks.filter(({ url }) => {
    const link = links.get(url) ?? { url, unique_clicks: 0, total_clicks: 0 }
    if (!links.has(url) && links.size >= maxLinks) return false
    links.set(url, { ...link, total_clicks: link.total_clicks + 1 })
    return true
  })
  for (const [url, count] of await insertClicks(db, campaign_id, counted)) {
    const link = links.get(url)
    if (link) links.set(url, { ...link, unique_clicks: link.unique_clicks + count })
  }
  return [...links.values()]
}
