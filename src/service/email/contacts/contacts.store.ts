import { type Kysely, sql } from 'kysely'

import type { Contact } from '#contract/email/contacts.ts'
import { tagKey } from '#contract/email/tags.rules.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import {
  type Placeholders,
  cachedByLimit,
  prepared,
} from '#service/db/driver/prepared-statement.ts'
import { countRows, type CursorValue } from '#service/db/pagination.ts'
import type { Tables } from '#service/db/schema/tables.ts'
import type { LastKey } from '#service/email/lists/list-order.store.ts'
import {
  type ContactFilter,
  filterCondition,
  contactOrder,
  contactColumns,
} from './contact-filter.store.ts'
import { searchedAfter } from './contact-search.store.ts'

const filtered = (db: WorkspaceDb, filter: ContactFilter) =>
  db.tx.selectFrom('contacts').where(filterCondition(db, filter))

const newestFirst = (
  tx: Kysely<Tables>,
  params: Placeholders<{ list_id: string }>,
  limit: number,
) =>
  tx
    .selectFrom('contacts')
    .select(contactColumns)
    .where('contacts.workspace_id', '=', params.workspace_id)
    .where('contacts.list_id', '=', params.list_id)
    .orderBy('contacts.created_at', 'desc')
    .orderBy('contacts.id', 'desc')
    .limit(sql.lit(limit))

// Most pages have no filter and the default order.
const firstPage = cachedByLimit((limit) =>
  prepared((tx, params: Placeholders<{ list_id: string }>) => newestFirst(tx, params, limit)),
)
const nextPage = cachedByLimit((limit) =>
  prepared(
    (tx, params: Placeholders<{ list_id: string; created_at: CursorValue; id: CursorValue }>) =>
      newestFirst(tx, params, limit).where(
        sql<boolean>`(contacts.created_at, contacts.id) < (${params.created_at}::timestamptz, ${params.id})`,
      ),
  ),
)

const isUnfiltered = ({
  status,
  tag,
  tags,
  search,
  updated_since,
  external_ref,
  import_id,
  condition,
  sort,
}: ContactFilter) =>
  [status, tag, tags, search, updated_since, external_ref, import_id, condition].every(
    (value) => value === undefined,
  ) && (sort ?? '-created_at') === '-created_at'

/** Newest first by default. A page of a tag reads the rows of that tag only. */
export async function contactsAfter(
  db: WorkspaceDb,
  filter: ContactFilter,
  last: LastKey,
  limit: number,
): Promise<Contact[]> {
  const { tag, list_id, ...others } = filter
  if (isUnfiltered(filter)) {
    const [created_at = null, id = null] = last ?? []
    return last
      ? nextPage(limit).all(db, { list_id, created_at, id })
      : firstPage(limit).all(db, { list_id })
  }
  const sortsByAge = filter.sort?.endsWith('created_at') ?? true
  if (tag !== undefined && sortsByAge)
    return taggedAfter(db, { list_id, ...others }, tag, last, limit)
  if (filter.search !== undefined) return searchedAfter(db, filter, last, limit)
  const { by, after } = contactOrder(filter.sort, last)
  const query = filtered(db, filter).select(contactColumns).orderBy(by).limit(sql.lit(limit))
  return (after ? query.where(after) : query).execute()
}

async function taggedAfter(
  db: WorkspaceDb,
  filter: ContactFilter,
  tag: string,
  last: LastKey,
  limit: number,
): Promise<Contact[]> {
  const ascending = filter.sort === 'created_at'
  const [first, id] = last ?? []
  const sortKey = sql`(tagged.created_at, tagged.contact_id)`
  let query = filtered(db, filter)
    .innerJoin('contact_tags as tagged', (join) =>
      join
        .onRef('tagged.workspace_id', '=', 'contacts.workspace_id')
        .onRef('tagged.contact_id', '=', 'contacts.id'),
    )
    .select(contactColumns)
    .where('tagged.workspace_id', '=', db.workspace_id)
    .where('tagged.list_id', '=', filter.list_id)
    .where('tagged.tag_key', '=', tagKey(tag))
  if (last)
    query = query.where(
      ascending
        ? sql<boolean>`${sortKey} > (${first}::timestamptz, ${id})`
        : sql<boolean>`${sortKey} < (${first}::timestamptz, ${id})`,
    )
  const direction = ascending ? 'asc' : 'desc'
  return query
    .orderBy('tagged.created_at', direction)
    .orderBy('tagged.contact_id', direction)
    .limit(sql.lit(limit))
    .execute()
}

export const countContacts = (db: WorkspaceDb, filter: ContactFilter) =>
  countRows(filtered(db, filter))
