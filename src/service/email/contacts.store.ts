import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { Contact, ContactSort } from '#contract/email/contacts.ts'
import type { Parsed } from '#contract/endpoints.ts'
import { countAll } from '#service/db/aggregate.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import type { CursorValue } from '#service/db/paging.ts'
import type { Tables } from '#service/db/schema/tables.ts'
import { type Blanks, ofSize, statement } from '#service/db/statement.ts'
import { searchQuery } from '#service/search.rules.ts'
import { addressKey } from './address.rules.ts'
import { tagKey } from './names.rules.ts'
import type { Last, Order } from './order.store.ts'

/** A contact as the API gives it. */
export const contactColumns = [
  'contacts.id',
  'contacts.list_id',
  'contacts.email_address',
  'contacts.status',
  'contacts.tags',
  'contacts.fields',
  'contacts.source',
  'contacts.subscribed_at',
  'contacts.unsubscribed_at',
  'contacts.external_ref',
  sql<string>`contacts.version::text`.as('version'),
  'contacts.created_at',
  'contacts.updated_at',
] as const

export type ContactFilter = Omit<
  Parsed<'GET /lists/:list_id/contacts'>,
  'limit' | 'starting_after' | 'include_total'
> & {
  /** What a segment asks for, over the columns of `contacts`. */
  readonly matching?: RawBuilder<boolean>
}

const contactsOf = ({ tx, workspace_id }: WorkspaceDb, list_id: string) =>
  tx
    .selectFrom('contacts')
    .where('contacts.workspace_id', '=', workspace_id)
    .where('contacts.list_id', '=', list_id)

function filtered(db: WorkspaceDb, filter: ContactFilter) {
  const { status, tag, updated_since, external_ref, matching } = filter
  const search = filter.search === undefined ? undefined : searchQuery(filter.search)
  let query = contactsOf(db, filter.list_id)
  if (status?.length === 1) query = query.where('contacts.status', '=', status[0] ?? 'pending')
  else if (status) query = query.where('contacts.status', 'in', status)
  if (tag !== undefined)
    query = query.where(sql<boolean>`contacts.id in (select contact_id from contact_tags
      where workspace_id = ${db.workspace_id} and list_id = ${filter.list_id} and tag_key = ${tagKey(tag)})`)
  if (updated_since) query = query.where('contacts.updated_at', '>=', updated_since)
  if (external_ref) query = query.where('contacts.external_ref', '=', external_ref)
  if (search?.tsquery)
    query = query.where(sql<boolean>`contacts.search @@ ${search.tsquery}::tsquery`)
  for (const pattern of search?.patterns ?? [])
    query = query.where('contacts.search_text', 'like', pattern)
  return matching ? query.where(matching) : query
}

const newestFirst = (tx: Kysely<Tables>, given: Blanks<{ list_id: string }>, limit: number) =>
  tx
    .selectFrom('contacts')
    .select(contactColumns)
    .where('contacts.workspace_id', '=', given.workspace_id)
    .where('contacts.list_id', '=', given.list_id)
    .orderBy('contacts.created_at', 'desc')
    .orderBy('contacts.id', 'desc')
    .limit(sql.lit(limit))

// What most pages are: nothing filtered, newest first.
const firstPage = ofSize((limit) =>
  statement((tx, given: Blanks<{ list_id: string }>) => newestFirst(tx, given, limit)),
)
const nextPage = ofSize((limit) =>
  statement((tx, given: Blanks<{ list_id: string; created_at: CursorValue; id: CursorValue }>) =>
    newestFirst(tx, given, limit).where(
      sql<boolean>`(contacts.created_at, contacts.id) < (${given.created_at}::timestamptz, ${given.id})`,
    ),
  ),
)

const isPlain = ({
  status,
  tag,
  search,
  updated_since,
  external_ref,
  matching,
  sort,
}: ContactFilter) =>
  [status, tag, search, updated_since, external_ref, matching].every(
    (asked) => asked === undefined,
  ) && (sort ?? '-created_at') === '-created_at'

/** Newest first, or by the sort asked for. A page of a tag walks the rows of that tag and no others. */
export async function contactsAfter(
  db: WorkspaceDb,
  filter: ContactFilter,
  last: Last,
  limit: number,
): Promise<Contact[]> {
  const { tag, list_id, ...others } = filter
  if (isPlain(filter)) {
    const [created_at = null, id = null] = last ?? []
    return last
      ? nextPage(limit).all(db, { list_id, created_at, id })
      : firstPage(limit).all(db, { list_id })
  }
  const byAge = filter.sort?.endsWith('created_at') ?? true
  if (tag !== undefined && byAge) return taggedAfter(db, { list_id, ...others }, tag, last, limit)
  const { by, after } = bySort(filter.sort, last)
  const query = filtered(db, filter).select(contactColumns).orderBy(by).limit(sql.lit(limit))
  return (after ? query.where(after) : query).execute()
}

async function taggedAfter(
  db: WorkspaceDb,
  filter: ContactFilter,
  tag: string,
  last: Last,
  limit: number,
): Promise<Contact[]> {
  const up = filter.sort === 'created_at'
  const [first, id] = last ?? []
  const place = sql`(tagged.created_at, tagged.contact_id)`
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
      up
        ? sql<boolean>`${place} > (${first}::timestamptz, ${id})`
        : sql<boolean>`${place} < (${first}::timestamptz, ${id})`,
    )
  const direction = up ? 'asc' : 'desc'
  return query
    .orderBy('tagged.created_at', direction)
    .orderBy('tagged.contact_id', direction)
    .limit(sql.lit(limit))
    .execute()
}

export async function countContacts(db: WorkspaceDb, filter: ContactFilter): Promise<number> {
  const { count } = await filtered(db, filter)
    .select(countAll().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function bySort(sort: ContactSort | undefined, last: Last): Order {
  const [first, id] = last ?? []
  if (sort === 'email_address')
    return {
      by: sql`contacts.address_key`,
      after: last && sql<boolean>`contacts.address_key > ${first}`,
    }
  if (sort === '-updated_at')
    return {
      by: sql`contacts.updated_at desc, contacts.id desc`,
      after:
        last && sql<boolean>`(contacts.updated_at, contacts.id) < (${first}::timestamptz, ${id})`,
    }
  const up = sort === 'created_at'
  return {
    by: up
      ? sql`contacts.created_at, contacts.id`
      : sql`contacts.created_at desc, contacts.id desc`,
    after:
      last &&
      (up
        ? sql<boolean>`(contacts.created_at, contacts.id) > (${first}::timestamptz, ${id})`
        : sql<boolean>`(contacts.created_at, contacts.id) < (${first}::timestamptz, ${id})`),
  }
}

/** The cursor of a contact: it must match the columns compared above. */
export const contactPlace =
  (sort: ContactSort | undefined) =>
  (contact: Contact): CursorValue[] => {
    if (sort === 'email_address')
      return [addressKey(contact.email_address) ?? contact.email_address]
    return [sort === '-updated_at' ? contact.updated_at : contact.created_at, contact.id]
  }
