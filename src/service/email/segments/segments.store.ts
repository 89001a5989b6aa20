import { type RawBuilder, type Selectable, sql } from 'kysely'

import type { Segment, SegmentFilter } from '#contract/email/segments.ts'
import type { Parsed } from '#contract/endpoints.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { countRows } from '#service/db/pagination.ts'
import { deleteById, updateById } from '#service/db/rows.ts'
import type { SegmentsTable } from '#service/db/schema/email.ts'
import { retryOnUniqueViolation } from '#service/db/transaction-conflict.ts'
import type { ContactFilter } from '#service/email/contacts/contact-filter.store.ts'
import { countContacts } from '#service/email/contacts/contacts.store.ts'
import { nameKey } from '#service/email/contacts/tag-key.rules.ts'
import { type LastKey, orderByAgeOrName } from '#service/email/lists/list-order.store.ts'
import { type ParsedCondition, type ParsedFilter, parseFilter } from './segments.rules.ts'

type Filter = Pick<Parsed<'GET /lists/:list_id/segments'>, 'list_id' | 'external_ref' | 'sort'>

/** Each condition is true or false, never null, so that `not` negates it. */
function segmentCondition({ match, conditions }: ParsedFilter): RawBuilder<boolean> {
  const parts = conditions.map((condition) =>
    condition.not ? sql<boolean>`not (${conditionSql(condition)})` : conditionSql(condition),
  )
  return sql<boolean>`(${sql.join(parts, match === 'all' ? sql` and ` : sql` or `)})`
}

function conditionSql(condition: ParsedCondition): RawBuilder<boolean> {
  switch (condition.kind) {
    case 'status':
      return sql`contacts.status = ${condition.value}`
    case 'time':
      return condition.op === 'before'
        ? sql`${sql.ref(`contacts.${condition.column}`)} < ${condition.value}`
        : sql`${sql.ref(`contacts.${condition.column}`)} > ${condition.value}`
    case 'address':
      return comparisonSql(sql`contacts.address_key`, condition)
    case 'field':
      return comparisonSql(sql`(contacts.fields ->> ${condition.name}::text)`, condition)
    case 'tag':
      return tagSql(condition)
  }
}

const tagSql = (
  condition: Extract<ParsedCondition, { kind: 'tag' | 'address' }>,
): RawBuilder<boolean> =>
  condition.mode === 'exists'
    ? sql`cardinality(contacts.tags) > 0`
    : sql`exists (select from contact_tags as tagged
        where tagged.workspace_id = contacts.workspace_id and tagged.list_id = contacts.list_id
          and tagged.created_at = contacts.created_at and tagged.contact_id = contacts.id
          and ${comparisonSql(sql`tagged.tag_key`, condition)})`

function comparisonSql(
  column: RawBuilder<unknown>,
  { mode, value }: { readonly mode: string; readonly value: string },
): RawBuilder<boolean> {
  if (mode === 'exists') return sql`${column} is not null`
  if (mode === 'is') return sql`coalesce(${column} = ${value}, false)`
  const literal = value.replace(/[\\%_]/g, '\\$&')
  return sql`coalesce(${column} like ${mode === 'contains' ? `%${literal}%` : `${literal}%`}, false)`
}

/** The contacts of the list that match the segment's filter. */
export const segmentContacts = (list_id: string, filter: SegmentFilter): ContactFilter => ({
  list_id,
  condition: segmentCondition(parseFilter(filter)),
})

function filtered({ tx, workspace_id }: WorkspaceDb, { list_id, external_ref }: Filter) {
  const query = tx
    .selectFrom('segments')
    .where('workspace_id', '=', workspace_id)
    .where('list_id', '=', list_id)
  return external_ref === undefined ? query : query.where('external_ref', '=', external_ref)
}

export async function segmentsAfter(db: WorkspaceDb, filter: Filter, last: LastKey, limit: number) {
  const { by, after } = orderByAgeOrName(filter.sort, last)
  const query = filtered(db, filter).selectAll().orderBy(by).limit(limit)
  const rows = await (after ? query.where(after) : query).execute()
  const segments: Segment[] = []
  for (const row of rows) segments.push(await toSegment(db, row))
  return segments
}

export const countSegments = (db: WorkspaceDb, filter: Filter) => countRows(filtered(db, filter))

export async function findSegment(db: WorkspaceDb, segment_id: string) {
  const row = await byId(db, segment_id).executeTakeFirst()
  return row && toSegment(db, row)
}

export async function lockSegment(db: WorkspaceDb, segment_id: string) {
  const row = await byId(db, segment_id).forUpdate().executeTakeFirst()
  return row && toSegment(db, row)
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
  name_key: nameKey(segment.name),
  filter: JSON.stringify(segment.filter),
  external_ref: segment.external_ref,
  created_at: new Date(segment.created_at),
  updated_at: new Date(segment.updated_at),
})

// Validated by the contract before it was stored.
const storedFilter = (row: Selectable<SegmentsTable>) => row.filter as SegmentFilter

async function toSegment(db: WorkspaceDb, row: Selectable<SegmentsTable>): Promise<Segment> {
  const { match, conditions } = storedFilter(row)
  return {
    id: row.id,
    list_id: row.list_id,
    name: row.name,
    contact_count: await countContacts(db, segmentContacts(row.list_id, { match, conditions })),
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
