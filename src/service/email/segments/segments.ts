import type { Segment } from '#contract/email/segments.ts'
import type { Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { contactPlace } from '#service/email/contacts/contact-filter.store.ts'
import { contactsAfter, countContacts } from '#service/email/contacts/contacts.store.ts'
import { stateOf } from '#service/email/contacts/contacts.ts'
import { placeOf } from '#service/email/lists/list-order.store.ts'
import { changesBetween } from '#service/field-changes.rules.ts'
import { fetchPage } from '#service/page-query.ts'
import { notFound, externalRefTaken } from '#service/refusal.ts'
import { readFilter } from './segments.rules.ts'
import {
  countMatching,
  countSegments,
  deleteSegment,
  filterOf,
  findSegment,
  insertSegment,
  lockSegment,
  matching,
  saveSegment,
  segmentWithRef,
  segmentsAfter,
} from './segments.store.ts'

export const segmentVerbs = {
  async 'GET /lists/:list_id/segments'({ db, cursor }, filter) {
    await stateOf(db, filter.list_id)
    return fetchPage(cursor, filter, {
      rows: (last, limit) => segmentsAfter(db, filter, last, limit),
      keyOf: placeOf(filter.sort),
      total: () => countSegments(db, filter),
    })
  },

  async 'GET /lists/:list_id/segments/:segment_id/contacts'({ db, cursor }, input) {
    const { list_id, segment_id, ...page } = input
    const filter = await filterOfList(db, list_id, segment_id)
    const matches = { list_id, matching: matching(readFilter(filter)) }
    return fetchPage(cursor, page, {
      rows: (last, limit) => contactsAfter(db, matches, last, limit),
      keyOf: contactPlace(undefined),
      total: () => countContacts(db, matches),
    })
  },

  async 'POST /lists/:list_id/segments'({ db, now, emit }, { list_id, ...draft }) {
    await stateOf(db, list_id)
    readFilter(draft.filter)
    const taken = draft.external_ref && (await segmentWithRef(db, draft.external_ref))
    if (taken) throw externalRefTaken(taken)
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
    const segment = await findSegment(db, id)
    if (!segment) throw notFound('segment', id)
    await emit('segment.created', segment)
    return segment
  },

  async 'POST /lists/:list_id/segments/preview'({ db }, { list_id, filter }) {
    await stateOf(db, list_id)
    const matches = { list_id, matching: matching(readFilter(filter)) }
    return {
      contact_count: await countMatching(db, list_id, filter),
      sample: await contactsAfter(db, matches, undefined, 5),
    }
  },

  async 'PATCH /lists/:list_id/segments/:segment_id'(context, { list_id, segment_id, ...change }) {
    const { db, now, emit, expectVersion } = context
    await filterOfList(db, list_id, segment_id)
    const before = await lockSegment(db, segment_id)
    if (!before) throw notFound('segment', segment_id)
    const filter = change.filter ?? before.filter
    readFilter(filter)
    expectVersion(before)
    const wanted: Segment = {
      ...before,
      name: change.name ?? before.name,
      filter,
      updated_at: change.updated_at ?? now.toISOString(),
    }
    const changes = changesBetween(before, wanted, ['name', 'filter'])
    if (!changes) return before
    await saveSegment(db, wanted)
    const saved = await findSegment(db, segment_id)
    if (!saved) throw notFound('segment', segment_id)
    await emit('segment.updated', saved, changes)
    return saved
  },

  async 'DELETE /lists/:list_id/segments/:segment_id'(context, { list_id, segment_id }) {
    const { db, now, emit, expectVersion } = context
    await filterOfList(db, list_id, segment_id)
    const segment = await lockSegment(db, segment_id)
    if (!segment) throw notFound('segment', segment_id)
    expectVersion(segment)
    await deleteSegment(db, segment_id)
    await emit('segment.deleted', { id: segment_id, list_id, deleted_at: now.toISOString() })
    return undefined
  },
} satisfies Partial<Verbs>

/** A segment under its own list; under another list's path it is not there. */
export async function filterOfList(db: WorkspaceDb, list_id: string, segment_id: string) {
  await stateOf(db, list_id)
  const found = await filterOf(db, segment_id)
  if (!found || found.list_id !== list_id) throw notFound('segment', segment_id)
  return found.filter
}
