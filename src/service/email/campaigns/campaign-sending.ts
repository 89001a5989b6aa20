import {
  canCancel,
  canSend,
  missingForSending,
  type requiredForSending,
} from '#contract/email/campaigns.rules.ts'
import type { Campaign, CampaignStatus } from '#contract/email/campaigns.ts'
import type { Context, Verbs } from '#service/context.ts'
import { transactionConflict } from '#service/db/transaction-conflict.ts'
import { findListState } from '#service/email/lists/lists.store.ts'
import { lockSegmentForKeyShare } from '#service/email/segments/segments.store.ts'
import { changesBetween } from '#service/field-changes.rules.ts'
import { Refusal, conflict, invalidField, orNotFound } from '#service/refusal.ts'
import { freezeAudience } from './campaign-recipients.store.ts'
import {
  type StoredCampaign,
  lockCampaign,
  lockDueCampaign,
  saveCampaign,
  toCampaign,
} from './campaigns.store.ts'

type EmitContext = Pick<Context, 'db' | 'now' | 'emit'>

export const campaignSendingVerbs = {
  async 'POST /campaigns/:campaign_id/schedule'(context, { campaign_id, send_at }) {
    const { db, now, emit, expectVersion } = context
    const before = orNotFound(await lockCampaign(db, campaign_id), 'campaign', campaign_id)
    if (send_at <= now.toISOString())
      throw invalidField('/send_at', 'in_past', 'The time to send must be in the future.')
    expectVersion(before)
    await requireSendable(context, before)
    const after: StoredCampaign = { ...before, status: 'scheduled', scheduled_at: send_at }
    const changes = changesBetween(before, after, ['status', 'scheduled_at'])
    if (!changes) return toCampaign(before)
    const saved = toCampaign(
      await saveCampaign(db, { ...after, updated_at: now.toISOString() }, undefined),
    )
    await emit('campaign.scheduled', saved, changes)
    return saved
  },

  async 'POST /campaigns/:campaign_id/send'(context, { campaign_id }) {
    const { db, expectVersion } = context
    const before = orNotFound(await lockCampaign(db, campaign_id), 'campaign', campaign_id)
    expectVersion(before)
    // The plan is obsolete.
    return send(context, { ...before, scheduled_at: null })
  },

  async 'POST /campaigns/:campaign_id/cancel'({ db, now, emit, expectVersion }, { campaign_id }) {
    const before = orNotFound(await lockCampaign(db, campaign_id), 'campaign', campaign_id)
    expectVersion(before)
    if (!canCancel(before)) throw wrongState(before.status)
    const after: StoredCampaign = {
      ...before,
      status: 'cancelled',
      updated_at: now.toISOString(),
    }
    const saved = toCampaign(await saveCampaign(db, after, undefined))
    await emit('campaign.cancelled', saved)
    return saved
  },
} satisfies Partial<Verbs>

/**
 * Sends a scheduled campaign once: the transaction that locks the row emits the event. A campaign that cannot be sent
 * any more, because its list is gone or empty, fails. False when it is not due, or another process sends it.
 */
export async function sendDueCampaign(context: EmitContext, campaign_id: string): Promise<boolean> {
  const { db, now, emit } = context
  const campaign = await lockDueCampaign(db, campaign_id, now)
  if (!campaign) return false
  try {
    await send(context, campaign)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const failed: StoredCampaign = { ...campaign, status: 'error', updated_at: now.toISOString() }
    await emit('campaign.failed', toCampaign(await saveCampaign(db, failed, undefined)))
  }
  return true
}

/** Refusals precede all writes. */
async function send(context: EmitContext, campaign: StoredCampaign): Promise<Campaign> {
  const { db, now, emit } = context
  const list_id = await requireSendable(context, campaign)
  const recipients = await freezeAudience(db, { ...campaign, list_id }, now)
  if (recipients === 0)
    throw conflict('empty_audience', 'This audience has no subscribed contacts.')
  const sending: StoredCampaign = {
    ...campaign,
    status: 'sending',
    sent_at: now.toISOString(),
    audience_at: now.toISOString(),
    // Nothing is delivered until the sender reports it.
    counters: { recipients, delivered: 0 },
    updated_at: now.toISOString(),
  }
  const saved = toCampaign(await saveCampaign(db, sending, []))
  await emit('campaign.sending', saved)
  return saved
}

/** Returns the list of the audience. */
async function requireSendable({ db }: EmitContext, stored: StoredCampaign): Promise<string> {
  const campaign = toCampaign(stored)
  if (!canSend(campaign)) throw wrongState(campaign.status)
  // An import can make a draft of a campaign that went out.
  if (stored.audience_at !== null) throw wrongState('sent')
  requireComplete(campaign)
  const list = await findListState(db, campaign.list_id ?? '')
  if (!list) throw incomplete(['list_id'])
  if (list.archived) throw conflict('list_archived', 'This list is archived. Restore it to send.')
  // Without its segment, the campaign would go to the whole list.
  if (campaign.segment_id !== null && !(await lockSegmentForKeyShare(db, campaign.segment_id)))
    throw transactionConflict()
  return list.id
}

export function requireComplete(campaign: Campaign): void {
  const missing = missingForSending(campaign)
  if (missing.length > 0) throw incomplete(missing)
}

const incomplete = (fields: readonly (typeof requiredForSending)[number][]) => {
  const details = fields.map((field) => ({
    field: `/${field}`,
    code: 'incomplete',
    message: `${requiredNames[field]} is missing.`,
  }))
  const message = details.map((detail) => detail.message).join(' ')
  return new Refusal('conflict', `This campaign is not complete. ${message}`, { details })
}

const requiredNames = { subject: 'A subject', from: 'A sender', list_id: 'A list' } as const

/** The refusal of a request that the status of the campaign forbids. */
export const wrongState = (status: CampaignStatus) => conflict(...stateReasons[status])

const stateReasons: Readonly<Record<CampaignStatus, readonly [code: string, message: string]>> = {
  draft: ['not_scheduled', 'This campaign is a draft, so there is nothing to cancel.'],
  scheduled: ['already_scheduled', 'This campaign is scheduled.'],
  sending: ['already_sending', 'This campaign is being sent.'],
  paused: ['already_sending', 'This campaign is being sent, and paused.'],
  sent: ['already_sent', 'This campaign has been sent.'],
  cancelled: ['already_cancelled', 'This campaign has been canceled.'],
  error: ['sending_failed', 'Sending this campaign has failed.'],
}
