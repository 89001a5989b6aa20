import type { Segment } from '#contract/email/segments.ts'
import type { Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { contactSortKey } from '#service/email/contacts/contact-filter.store.ts'
import { contactsAfter, countContacts } from '#service/email/contacts/contacts.store.ts'
import { requireList } from '#service/email/contacts/contacts.ts'
import { sortKeyBy } from '#service/email/lists/list-order.store.ts'
import { requireUnusedRef } from '#service/external-ref.ts'
import { changesBetween } from '#service/field-changes.rules.ts'
import { fetchPage } from '#service/page-query.ts'
import { conflict, notFound } from '#service/refusal.ts'
import { parseFilter } from './segments.rules.ts'
import {
  countSegments,
  deleteSegment,
  findScheduledCampaignOf,
  findSegmentFilter,
  findSegment,
  insertSegment,
  lockSegment,
  segmentContacts,
  saveSegment,
  segmentsAfter,
} from './segments.store.ts'

export const segmentVerbs = {
  async 'GET /lists/:list_id/segments'(context, filter) {
    const { db, cursor } = context
    await requireList(db, filter.list_id)
    return fetchPage(cursor, filter, {
      // Whoever reads the time gets a response that depends on more than the database.
      rows: (last, limit) => segmentsAfter(db, filter, last, limit, () => context.now),
      keyOf: sortKeyBy(filter.sort),
      total: () => countSegments(db, filter),
    })
  },

  async 'GET /lists/:list_id/segments/:segment_id/contacts'(context, input) {
    const { db, cursor } = context
    const { list_id, segment_id, ...page } = input
    const segmentFilter = await requireSegmentFilter(db, list_id, segment_id)
    const filter = segmentContacts(list_id, segmentFilter, () => context.now)
    return fetchPage(cursor, page, {
      rows: (last, limit) => contactsAfter(db, filter, last, limit),
      keyOf: contactSortKey(undefined),
      total: () => countContacts(db, filter),
    })
  },

  async 'POST /lists/:list_id/segments'({ db, now, emit }, { list_id, ...draft }) {
    await requireList(db, list_id)
    parseFilter(draft.filter)
    await requireUnusedRef(db, 'segments', draft.external_ref)
    const created_at = draft.created_at ?? now.toISOString()
    const id = newId('seg', now)
    await insertSegment(db, {
      id,
      list_id,
      name: draft.name,
      filter: draft.filter,
      external_ref: draft.external_ref ?? null,
      created_at,
      updated_at: draft.updated_at ?? created_at,
    })
    const segment = await findSegment(db, id, now)
    if (!segment) throw notFound('segment', id)
    await emit('segment.created', segment)
    return segment
  },

  async 'POST /lists/:list_id/segments/preview'({ db, now }, { list_id, filter }) {
    await requireList(db, list_id)
    const contacts = segmentContacts(list_id, filter, () => now)
    return {
      contact_count: await countContacts(db, contacts),
      sample: await contactsAfter(db, contacts, undefined, 5),
    }
  },

  async 'PATCH /lists/:list_id/segments/:segment_id'(context, { list_id, segment_id, ...change }) {
    const { db, now, emit, expectVersion } = context
    await requireSegmentFilter(db, list_id, segment_id)
    const before = await lockSegment(db, segment_id, now)
    if (!before) throw notFound('segment', segment_id)
    const filter = change.filter ?? before.filter
    parseFilter(filter)
    expectVersion(before)
    const after: Segment = {
      ...before,
      name: change.name ?? before.name,
      filter,
      updated_at: change.updated_at ?? now.toISOString(),
    }
    const changes = changesBetween(before, after, ['name', 'filter'])
    if (!changes) return before
    await saveSegment(db, after)
    const saved = await findSegment(db, segment_id, now)
    if (!saved) throw notFound('segment', segment_id)
    await emit('segment.updated', saved, changes)
    return saved
  },

  async 'DELETE /lists/:list_id/segments/:segment_id'(context, { list_id, segment_id }) {
    const { db, now, emit, expectVersion } = context
    await requireSegmentFilter(db, list_id, segment_id)
    const segment = await lockSegment(db, segment_id, now)
    if (!segment) throw notFound('segment', segment_id)
    expectVersion(segment)
    const campaign = await findScheduledCampaignOf(db, segment_id)
    if (campaign)
      throw conflict(
        'segment_in_use',
        'A scheduled campaign goes to this segment. Cancel it first.',
        {
          campaign_id: campaign.id,
        },
      )
    await deleteSegment(db, segment_id)
    await emit('segment.deleted', { id: segment_id, list_id, deleted_at: now.toISOString() })
    return undefined
  },
} satisfies Partial<Verbs>

/** Refuses a segment of another list. */
export async function requireSegmentFilter(db: WorkspaceDb, list_id: string, segment_id: string) {
  await requireList(db, list_id)
  const segment = await findSegmentFilter(db, segment_id)
  if (!segment || segment.list_id !== list_id) throw notFound('segment', segment_id)
  return segment.filter
}
