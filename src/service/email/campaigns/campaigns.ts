import type { CampaignChange, CampaignStatus, Link } from '#contract/email/campaigns.ts'
import type { EventKind } from '#contract/events.ts'
import type { Context, Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { keyOfAddress } from '#service/email/contacts/email-address.rules.ts'
import { placeOf } from '#service/email/lists/list-order.store.ts'
import { listState } from '#service/email/lists/lists.store.ts'
import { filterOf } from '#service/email/segments/segments.store.ts'
import { changesBetween } from '#service/field-changes.rules.ts'
import { fetchPage } from '#service/page-query.ts'
import {
  conflict,
  invalidField,
  referenceNotFound,
  notFound,
  externalRefTaken,
} from '#service/refusal.ts'
import { byClicks } from './campaign-stats.rules.ts'
import {
  type StoredCampaign,
  campaignWithRef,
  campaignsAfter,
  countCampaigns,
  deleteCampaign,
  findCampaign,
  insertCampaign,
  linksOf,
  lockCampaign,
  saveCampaign,
  shown,
} from './campaigns.store.ts'

export const campaignVerbs = {
  async 'GET /campaigns'({ db, cursor }, filter) {
    return fetchPage(cursor, filter, {
      rows: (last, limit) => campaignsAfter(db, filter, last, limit),
      keyOf: placeOf(filter.sort),
      total: () => countCampaigns(db, filter),
    })
  },

  async 'GET /campaigns/:campaign_id'({ db }, { campaign_id }) {
    return requireCampaign(db, campaign_id)
  },

  async 'GET /campaigns/:campaign_id/report'({ db, now }, { campaign_id }) {
    const { stats } = await requireCampaign(db, campaign_id)
    const links = byClicks(await linksOf(db, campaign_id))
    return { campaign_id, stats, links, generated_at: now.toISOString() }
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
      external_ref: draft.external_ref ?? null,
      version: '1',
      created_at,
      updated_at: created_at,
    }
    const campaign = { ...changed(blank, draft), updated_at: draft.updated_at ?? created_at }
    await refuseStrangers(context, campaign)
    const taken = draft.external_ref && (await campaignWithRef(db, draft.external_ref))
    if (taken) throw externalRefTaken(taken)
    const links = draft.import === true ? (draft.links ?? []) : []
    await insertCampaign(db, campaign, links)
    await emit('campaign.created', shown(campaign))
    return shown(campaign)
  },

  async 'PATCH /campaigns/:campaign_id'(context, { campaign_id, ...change }) {
    const { db, now, emit, expectVersion } = context
    const before = await lockCampaign(db, campaign_id)
    if (!before) throw notFound('campaign', campaign_id)
    const after = {
      ...changed(before, change),
      updated_at: change.updated_at ?? now.toISOString(),
    }
    await refuseStrangers(context, after)
    expectVersion(before)
    const [old, wanted] = [shown(before), shown(after)]
    const plain = changesBetween(old, wanted, plainFields)
    const isImport = change.import === true
    const contentChanges = Object.keys(plain ?? {}).some((field) => field !== 'name')
    if (!isImport && contentChanges && !editable.includes(before.status))
      throw conflict('not_editable', `A campaign that is ${before.status} only changes its name.`)
    const known = isImport && change.links ? byClicks(await linksOf(db, campaign_id)) : undefined
    const links = known && change.links ? byClicks(change.links) : undefined
    const linksDiffer = textOf(links) !== textOf(known)
    if (!plain && !linksDiffer && before.status === after.status) return old

    const saved = shown(await saveCampaign(db, after, links))
    if (plain || linksDiffer) await emit('campaign.updated', saved, plain)
    const told = eventOf[saved.status]
    if (before.status !== after.status && told) await emit(told, saved)
    return saved
  },

  async 'DELETE /campaigns/:campaign_id'({ db, now, emit, expectVersion }, { campaign_id }) {
    const campaign = await lockCampaign(db, campaign_id)
    if (!campaign) throw notFound('campaign', campaign_id)
    expectVersion(campaign)
    if (campaign.status !== 'draft')
      throw conflict('not_draft', 'Only a draft can be deleted; what was sent keeps its report.')
    await deleteCampaign(db, campaign_id)
    await emit('campaign.deleted', { id: campaign_id, deleted_at: now.toISOString() })
    return undefined
  },
} satisfies Partial<Verbs>

const plainFields = [
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
// `jsonb` forgets the order of keys.
const textOf = (links: readonly Link[] | undefined) =>
  JSON.stringify(
    links?.map(({ url, unique_clicks, total_clicks }) => [url, unique_clicks, total_clicks]),
  )

const editable: readonly CampaignStatus[] = ['draft', 'scheduled', 'paused']

const eventOf = {
  draft: undefined,
  scheduled: 'campaign.scheduled',
  sending: 'campaign.sending',
  sent: 'campaign.sent',
  paused: 'campaign.paused',
  cancelled: 'campaign.cancelled',
  error: 'campaign.failed',
} as const satisfies Record<CampaignStatus, EventKind | undefined>

/** Status, times and counters are a sender's to set; an import takes them as given. */
function changed(before: StoredCampaign, change: CampaignChange): StoredCampaign {
  const given = change.import === true ? change : {}
  if (change.status !== undefined && change.status !== (given.status ?? before.status))
    throw invalidField('/status', 'not_settable', 'Only a sender sets the status of a campaign.')
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
    status: given.status ?? before.status,
    scheduled_at: given.scheduled_at === undefined ? before.scheduled_at : given.scheduled_at,
    sent_at: given.sent_at === undefined ? before.sent_at : given.sent_at,
    counters: { ...before.counters, ...given.stats },
  }
}

/** A list or segment that is nowhere, or a segment of another list. */
async function refuseStrangers({ db }: Context, { from, list_id, segment_id }: StoredCampaign) {
  if (from) keyOfAddress(from.email_address, '/from/email_address')
  if (list_id !== null && !(await listState(db, list_id)))
    throw referenceNotFound('/list_id', 'list', list_id)
  if (segment_id === null) return
  const segment = await filterOf(db, segment_id)
  if (!segment) throw referenceNotFound('/segment_id', 'segment', segment_id)
  if (segment.list_id !== list_id)
    throw invalidField('/segment_id', 'segment_of_another_list', 'This segment is of another list.')
}

export async function requireCampaign(db: WorkspaceDb, campaign_id: string) {
  const campaign = await findCampaign(db, campaign_id)
  if (!campaign) throw notFound('campaign', campaign_id)
  return campaign
}
