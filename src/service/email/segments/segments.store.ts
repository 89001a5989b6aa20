import { type RawBuilder, type Selectable, sql } from 'kysely'

import type { Segment, SegmentFilter } from '#contract/email/segments.ts'
import type { Parsed } from '#contract/endpoints.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { countAll } from '#service/db/pagination.ts'
import type { SegmentsTable } from '#service/db/schema/email.ts'
import { retryOnUniqueViolation } from '#service/db/transaction-conflict.ts'
import { countContacts } from '#service/email/contacts/contacts.store.ts'
import { nameKey } from '#service/email/contacts/tag-key.rules.ts'
import { type Last, byAgeOrName } from '#service/email/lists/list-order.store.ts'
import { type Match, type Matches, readFilter } from './segments.rules.ts'

type Filter = Pick<Parsed<'GET /lists/:list_id/segments'>, 'list_id' | 'external_ref' | 'sort'>

/** The filter over the columns of `contacts`. Each condition is true or false, never unknown, so that `not` turns it. */
export function matching({ match, conditions }: Matches): RawBuilder<boolean> {
  const parts = conditions.map((condition) =>
    condition.not ? sql<boolean>`not (${meets(condition)})` : meets(condition),
  )
  return sql<boolean>`(${sql.join(parts, match === 'all' ? sql` and ` : sql` or `)})`
}

function meets(condition: Match): RawBuilder<boolean> {
  switch (condition.on) {
    case 'status':
      return sql`contacts.status = ${condition.value}`
    case 'time':
      return condition.op === 'before'
        ? sql`${sql.ref(`contacts.${condition.column}`)} < ${condition.value}`
        : sql`${sql.ref(`contacts.${condition.column}`)} > ${condition.value}`
    case 'address':
      return compared(sql`contacts.address_key`, condition)
    case 'field':
      return compared(sql`(contacts.fields ->> ${condition.name}::text)`, condition)
    case 'tag':
      return hasTag(condition)
  }
}

const hasTag = (condition: Extract<Match, { on: 'tag' | 'address' }>): RawBuilder<boolean> =>
  condition.how === 'exists'
    ? sql`cardinality(contacts.tags) > 0`
    : sql`exists (select from contact_tags as tagged
        where tagged.workspace_id = contacts.workspace_id and tagged.list_id = contacts.list_id
          and tagged.created_at = contacts.created_at and tagged.contact_id = contacts.id
          and ${compared(sql`tagged.tag_key`, condition)})`

function compared(
  column: RawBuilder<unknown>,
  { how, value }: { readonly how: string; readonly value: string },
): RawBuilder<boolean> {
  if (how === 'exists') return sql`${column} is not null`
  if (how === 'is') return sql`coalesce(${column} = ${value}, false)`
  const literal = value.replace(/[\\%_]/g, '\\$&')
  return sql`coalesce(${column} like ${how === 'contains' ? `%${literal}%` : `${literal}%`}, false)`
}

/** How many contacts of the list match now. */
export const countMatching = (db: WorkspaceDb, list_id: string, filter: SegmentFilter) =>
  countContacts(db, { list_id, matching: matching(readFilter(filter)) })

function filtered({ tx, workspace_id }: WorkspaceDb, { list_id, external_ref }: Filter) {
  const query = tx
    .selectFrom('segments')
    .where('workspace_id', '=', workspace_id)
    .where('list_id', '=', list_id)
  return external_ref === undefined ? query : query.where('external_ref', '=', external_ref)
}

export async function segmentsAfter(db: WorkspaceDb, filter: Filter, last: Last, limit: number) {
  const { by, after } = byAgeOrName(filter.sort, last)
  const query = filtered(db, filter).selectAll().orderBy(by).limit(limit)
  const rows = await (after ? query.where(after) : query).execute()
  const found: Segment[] = []
  for (const row of rows) found.push(await shown(db, row))
  return found
}

export async function countSegments(db: WorkspaceDb, filter: Filter): Promise<number> {
  const { count } = await filtered(db, filter)
    .select(countAll().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** With the number of its contacts, counted now. */
export async function findSegment(db: WorkspaceDb, segment_id: string) {
  const row = await byId(db, segment_id).executeTakeFirst()
  return row && shown(db, row)
}

export async function lockSegment(db: WorkspaceDb, segment_id: string) {
  const row = await byId(db, segment_id).forUpdate().executeTakeFirst()
  return row && shown(db, row)
}

/** What it filters by, without counting anybody. */
export async function filterOf(db: WorkspaceDb, segment_id: string) {
  const row = await byId(db, segment_id).executeTakeFirst()
  return row && { list_id: row.list_id, filter: filterIn(row) }
}

const byId = ({ tx, workspace_id }: WorkspaceDb, segment_id: string) =>
  tx
    .selectFrom('segments')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', segment_id)

export const segmentWithRef = async ({ tx, workspace_id }: WorkspaceDb, external_ref: string) =>
  (
    await tx
      .selectFrom('segments')
      .select('id')
      .where('workspace_id', '=', workspace_id)
      .where('external_ref', '=', external_ref)
      .executeTakeFirst()
  )?.id

type Stored = Omit<Segment, 'contact_count' | 'version'>

export async function insertSegment({ tx, workspace_id }: WorkspaceDb, segment: Stored) {
  await tx
    .insertInto('segments')
    .values({ workspace_id, ...columnsOf(segment) })
    .execute()
    .catch(retryOnUniqueViolation)
}

export async function saveSegment({ tx, workspace_id }: WorkspaceDb, segment: Stored) {
  await tx
    .updateTable('segments')
    .set({ ...columnsOf(segment), version: sql`version + 1` })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', segment.id)
    .execute()
}

export async function deleteSegment({ tx, workspace_id }: WorkspaceDb, segment_id: string) {
  await tx
    .deleteFrom('segments')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', segment_id)
    .execute()
}

const columnsOf = (segment: Stored) => ({
  id: segment.id,
  list_id: segment.list_id,
  name: segment.name,
  name_key: nameKey(segment.name),
  filter: JSON.stringify(segment.filter),
  external_ref: segment.external_ref,
  created_at: new Date(segment.created_at),
  updated_at: new Date(segment.updated_at),
})

// Written by us, after the contract had read it.
const filterIn = (row: Selectable<SegmentsTable>) => row.filter as SegmentFilter

async function shown(db: WorkspaceDb, row: Selectable<SegmentsTable>): Promise<Segment> {
  const { match, conditions } = filterIn(row)
  return {
    id: row.id,
    list_id: row.list_id,
    name: row.name,
    contact_count: await countMatching(db, row.list_id, { match, conditions }),
    // `jsonb` forgets the order of keys; everybody sees the one of the contract.
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
