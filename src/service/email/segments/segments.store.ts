import { type Selectable, sql } from 'kysely'

import type { Segment, SegmentCondition, SegmentFilter } from '#contract/email/segments.ts'
import type { Parsed } from '#contract/endpoints.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { countRows } from '#service/db/pagination.ts'
import { deleteById, updateById } from '#service/db/rows.ts'
import type { SegmentsTable } from '#service/db/schema/email.ts'
import { retryOnUniqueViolation } from '#service/db/transaction-conflict.ts'
import type { ContactFilter } from '#service/email/contacts/contact-filter.store.ts'
import { countContacts } from '#service/email/contacts/contacts.store.ts'
import { type LastKey, orderByAgeOrName } from '#service/email/lists/list-order.store.ts'
import { foldCase } from '#service/search-text.rules.ts'
import { type ReadNow, segmentCondition } from './segment-condition.store.ts'
import { segmentCounts } from './segment-counts.store.ts'

type Filter = Pick<Parsed<'GET /lists/:list_id/segments'>, 'list_id' | 'external_ref' | 'sort'>

/** The contacts of the list that match the segment's filter. */
export function segmentContacts(
  list_id: string,
  filter: SegmentFilter,
  readNow: ReadNow,
): ContactFilter {
  const condition = segmentCondition(filter, readNow)
  const isTag = ({ field, op }: SegmentCondition) => field === 'tag' && op === 'is'
  const tag = filter.match === 'all' ? filter.conditions.find(isTag) : undefined
  if (tag?.value === undefined) return { list_id, condition }
  // A page of a tag reads its rows in the order of the contacts, where the database would guess how many match both.
  const conditions = filter.conditions.filter((other) => other !== tag)
  return {
    list_id,
    tag: tag.value,
    ...(conditions.length > 0 && {
      condition: segmentCondition({ ...filter, conditions }, readNow),
    }),
  }
}

/** A filter among the contacts of a segment. A segment that the list does not have has none. */
export async function inSegment(
  db: WorkspaceDb,
  filter: ContactFilter,
  segment_id: string | undefined,
  readNow: ReadNow,
): Promise<ContactFilter> {
  if (segment_id === undefined) return filter
  const segment = await findSegmentFilter(db, segment_id)
  if (segment?.list_id !== filter.list_id) return { ...filter, condition: sql`false` }
  // One tag decides how a page is read.
  return filter.tag === undefined
    ? { ...filter, ...segmentContacts(filter.list_id, segment.filter, readNow) }
    : { ...filter, condition: segmentCondition(segment.filter, readNow) }
}

function filtered({ tx, workspace_id }: WorkspaceDb, { list_id, external_ref }: Filter) {
  const query = tx
    .selectFrom('segments')
    .where('workspace_id', '=', workspace_id)
    .where('list_id', '=', list_id)
  return external_ref === undefined ? query : query.where('external_ref', '=', external_ref)
}

export async function segmentsAfter(
  db: WorkspaceDb,
  filter: Filter,
  last: LastKey,
  limit: number,
  readNow: ReadNow,
) {
  const { by, after } = orderByAgeOrName(filter.sort, last)
  const query = filtered(db, filter).selectAll().orderBy(by).limit(limit)
  const rows = await (after ? query.where(after) : query).execute()
  const segments = rows.map((row) => ({ ...row, filter: storedFilter(row) }))
  const counts = await segmentCounts(db, filter.list_id, segments, readNow)
  return rows.map((row) => toSegment(row, counts.get(row.id) ?? 0))
}

export const countSegments = (db: WorkspaceDb, filter: Filter) => countRows(filtered(db, filter))

export async function findSegment(db: WorkspaceDb, segment_id: string, now: Date) {
  const row = await byId(db, segment_id).executeTakeFirst()
  return row && toCountedSegment(db, row, now)
}

export async function lockSegment(db: WorkspaceDb, segment_id: string, now: Date) {
  const row = await byId(db, segment_id).forUpdate().executeTakeFirst()
  return row && toCountedSegment(db, row, now)
}

/** Until the transaction ends, the segment cannot be deleted. */
export const lockSegmentForKeyShare = ({ tx, workspace_id }: WorkspaceDb, segment_id: string) =>
  tx
    .selectFrom('segments')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', segment_id)
    .forKeyShare()
    .executeTakeFirst()

export const findScheduledCampaignOf = ({ tx, workspace_id }: WorkspaceDb, segment_id: string) =>
  tx
    .selectFrom('campaigns')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('segment_id', '=', segment_id)
    .where('status', '=', 'scheduled')
    .executeTakeFirst()

/** Does not count the contacts, unlike `findSegment`. */
export async function findSegmentFilter(db: WorkspaceDb, segment_id: string) {
  const row = await byId(db, segment_id).executeTakeFirst()
  return row && { list_id: row.list_id, filter: storedFilter(row) }
}

const byId = ({ tx, workspace_id }: WorkspaceDb, segment_id: string) =>
  tx
    .selectFrom('segments')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', segment_id)

type StoredSegment = Omit<Segment, 'contact_count' | 'version'>

export async function insertSegment({ tx, workspace_id }: WorkspaceDb, segment: StoredSegment) {
  await tx
    .insertInto('segments')
    .values({ workspace_id, ...columnsOf(segment) })
    .execute()
    .catch(retryOnUniqueViolation)
}

export async function saveSegment(db: WorkspaceDb, segment: StoredSegment) {
  await updateById(db, 'segments', segment.id, columnsOf(segment))
}

export const deleteSegment = (db: WorkspaceDb, segment_id: string) =>
  deleteById(db, 'segments', segment_id)

const columnsOf = (segment: StoredSegment) => ({
  id: segment.id,
  list_id: segment.list_id,
  name: segment.name,
  name_key: foldCase(segment.name),
  filter: JSON.stringify(segment.filter),
  external_ref: segment.external_ref,
  created_at: new Date(segment.created_at),
  updated_at: new Date(segment.updated_at),
})

// Validated by the contract before it was stored.
const storedFilter = (row: Selectable<SegmentsTable>) => row.filter as SegmentFilter

async function toCountedSegment(db: WorkspaceDb, row: Selectable<SegmentsTable>, now: Date) {
  const contacts = segmentContacts(row.list_id, storedFilter(row), () => now)
  return toSegment(row, await countContacts(db, contacts))
}

function toSegment(row: Selectable<SegmentsTable>, contact_count: number): Segment {
  const { match, conditions } = storedFilter(row)
  return {
    id: row.id,
    list_id: row.list_id,
    name: row.name,
    contact_count,
    // `jsonb` does not keep the order of keys; the response has the order of the contract.
    filter: {
      match,
      conditions: conditions.map(({ field, op, value }) =>
        value === undefined ? { field, op } : { field, op, value },
      ),
    },
    external_ref: row.external_ref,
    version: String(row.version),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
