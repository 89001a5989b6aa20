import { canDelete, canEditContent } from '#contract/email/campaigns.rules.ts'
import type { CampaignChange, CampaignStatus, Link } from '#contract/email/campaigns.ts'
import type { EventKind } from '#contract/events.ts'
import type { Context, Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { requireAddressKey } from '#service/email/contacts/email-address.rules.ts'
import { findListState } from '#service/email/lists/lists.store.ts'
import { findSegmentFilter } from '#service/email/segments/segments.store.ts'
import { requireUnusedRef } from '#service/external-ref.ts'
import { changesBetween } from '#service/field-changes.rules.ts'
import { fetchPage } from '#service/page-query.ts'
import { conflict, invalidField, referenceNotFound, notFound } from '#service/refusal.ts'
import { requireComplete } from './campaign-sending.ts'
import { sortByClicks } from './campaign-stats.rules.ts'
import {
  type StoredCampaign,
  campaignsAfter,
  campaignSortKey,
  countCampaigns,
  deleteCampaign,
  findCampaign,
  insertCampaign,
  findLinks,
  lockCampaign,
  saveCampaign,
  toCampaign,
} from './campaigns.store.ts'

export const campaignVerbs = {
  async 'GET /campaigns'({ db, cursor }, filter) {
    return fetchPage(cursor, filter, {
      rows: (last, limit) => campaignsAfter(db, filter, last, limit),
      keyOf: campaignSortKey(filter.sort),
      total: () => countCampaigns(db, filter),
    })
  },

  async 'GET /campaigns/:campaign_id'({ db }, { campaign_id }) {
    return requireCampaign(db, campaign_id)
  },

  async 'POST /campaigns'(context, draft) {
    const { db, now, emit } = context
    const created_at = draft.created_at ?? now.toISOString()
    const blank: StoredCampaign = {
      id: newId('cmp', now),
      name: draft.name,
      subject: '',
      preview_text: null,
      status: 'draft',
      from: null,
      list_id: null,
      segment_id: null,
      scheduled_at: null,
      sent_at: null,
      counters: {},
      audience_at: null,
      external_ref: draft.external_ref ?? null,
      version: '1',
      created_at,
      updated_at: created_at,
    }
    const campaign = { ...applyChange(blank, draft), updated_at: draft.updated_at ?? created_at }
    requireFuturePlan(blank, campaign, now)
    await checkReferences(context, campaign)
    await requireUnusedRef(db, 'campaigns', draft.external_ref)
    const links = draft.import === true ? (draft.links ?? []) : []
    await insertCampaign(db, campaign, links)
    await emit('campaign.created', toCampaign(campaign))
    return toCampaign(campaign)
  },

  async 'PATCH /campaigns/:campaign_id'(context, { campaign_id, ...change }) {
    const { db, now, emit, expectVersion } = context
    const before = await lockCampaign(db, campaign_id)
    if (!before) throw notFound('campaign', campaign_id)
    const after = {
      ...applyChange(before, change),
      updated_at: change.updated_at ?? now.toISOString(),
    }
    requireFuturePlan(before, after, now)
    await checkReferences(context, after)
    expectVersion(before)
    const [previous, next] = [toCampaign(before), toCampaign(after)]
    const changes = changesBetween(previous, next, comparedFields)
    const isImport = change.import === true
    const contentChanges = Object.keys(changes ?? {}).some((field) => field !== 'name')
    if (!isImport && contentChanges && !canEditContent(previous))
      throw conflict('not_editable', `Only the name of a ${before.status} campaign can change.`)
    if (!isImport && after.status === 'scheduled') requireComplete(next)
    const previousLinks =
      isImport && change.links ? sortByClicks(await findLinks(db, campaign_id)) : undefined
    const links = previousLinks && change.links ? sortByClicks(change.links) : undefined
    const linksDiffer = serializeLinks(links) !== serializeLinks(previousLinks)
    if (!changes && !linksDiffer && before.status === after.status) return previous

    const saved = toCampaign(await saveCampaign(db, after, links))
    if (changes || linksDiffer) await emit('campaign.updated', saved, changes)
    const eventKind = eventByStatus[saved.status]
    if (before.status !== after.status && eventKind) await emit(eventKind, saved)
    return saved
  },

  async 'DELETE /campaigns/:campaign_id'({ db, now, emit, expectVersion }, { campaign_id }) {
    const campaign = await lockCampaign(db, campaign_id)
    if (!campaign) throw notFound('campaign', campaign_id)
    expectVersion(campaign)
    // An import can make a draft of a campaign that went out.
    if (campaign.audience_at !== null || !canDelete(toCampaign(campaign)))
      throw conflict('not_draft', 'Only a campaign that did not go out can be deleted.')
    await deleteCampaign(db, campaign_id)
    await emit('campaign.deleted', { id: campaign_id, deleted_at: now.toISOString() })
    return undefined
  },
} satisfies Partial<Verbs>

const comparedFields = [
  'name',
  'subject',
  'preview_text',
  'from',
  'list_id',
  'segment_id',
  'scheduled_at',
  'sent_at',
  'stats',
] as const
// `jsonb` does not keep the order of keys.
const serializeLinks = (links: readonly Link[] | undefined) =>
  JSON.stringify(
    links?.map(({ url, unique_clicks, total_clicks }) => [url, unique_clicks, total_clicks]),
  )

const eventByStatus = {
  draft: undefined,
  scheduled: 'campaign.scheduled',
  sending: 'campaign.sending',
  sent: 'campaign.sent',
  paused: 'campaign.paused',
  cancelled: 'campaign.cancelled',
  error: 'campaign.failed',
} as const satisfies Record<CampaignStatus, EventKind | undefined>

/** Only an import may set status, times and counters. */
function applyChange(before: StoredCampaign, change: CampaignChange): StoredCampaign {
  const imported = change.import === true ? change : {}
  if (change.status !== undefined && change.status !== (imported.status ?? before.status))
    throw invalidField(
      '/status',
      'not_settable',
      'Only an import can set the status of a campaign.',
    )
  return {
    ...before,
    name: change.name ?? before.name,
    subject: change.subject ?? before.subject,
    preview_text: change.preview_text === undefined ? before.preview_text : change.preview_text,
    from:
      change.from == null
        ? change.from === null
          ? null
          : before.from
        : { name: change.from.name ?? null, email_address: change.from.email_address },
    list_id: change.list_id === undefined ? before.list_id : change.list_id,
    segment_id: change.segment_id === undefined ? before.segment_id : change.segment_id,
    status: imported.status ?? before.status,
    scheduled_at: imported.scheduled_at === undefined ? before.scheduled_at : imported.scheduled_at,
    sent_at: imported.sent_at === undefined ? before.sent_at : imported.sent_at,
    counters: { ...before.counters, ...imported.stats },
  }
}

/** An imported plan of the past would be due, and sent at once. */
function requireFuturePlan(before: StoredCampaign, after: StoredCampaign, now: Date): void {
  const { status, scheduled_at } = after
  if (status !== 'scheduled' || scheduled_at === null || scheduled_at > now.toISOString()) return
  if (before.status !== 'scheduled' || before.scheduled_at !== scheduled_at)
    throw invalidField('/scheduled_at', 'in_past', 'The time to send must be in the future.')
}

/** Refuses an invalid sender, a missing list or segment, and a segment of another list. */
async function checkReferences({ db }: Context, { from, list_id, segment_id }: StoredCampaign) {
  if (from) requireAddressKey(from.email_address, '/from/email_address')
  if (list_id !== null && !(await findListState(db, list_id)))
    throw referenceNotFound('/list_id', 'list', list_id)
  if (segment_id === null) return
  const segment = await findSegmentFilter(db, segment_id)
  if (!segment) throw referenceNotFound('/segment_id', 'segment', segment_id)
  if (segment.list_id !== list_id)
    throw invalidField(
      '/segment_id',
      'segment_of_another_list',
      'This segment belongs to another list.',
    )
}

export async function requireCampaign(db: WorkspaceDb, campaign_id: string) {
  const campaign = await findCampaign(db, campaign_id)
  if (!campaign) throw notFound('campaign', campaign_id)
  return campaign
}
