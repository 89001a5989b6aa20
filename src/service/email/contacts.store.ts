import { type RawBuilder, type Selectable, sql } from 'kysely'

import type { Contact, ContactSort } from '#contract/email/contacts.ts'
import type { Parsed } from '#contract/endpoints.ts'
import { countAll } from '#service/db/aggregate.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import type { CursorValue } from '#service/db/paging.ts'
import type { ContactsTable } from '#service/db/schema/email.ts'
import { searchQuery } from '#service/search.rules.ts'
import { addressKey } from './address.rules.ts'
import { tagKey } from './names.rules.ts'
import type { Last, Order } from './order.store.ts'

const columns = [
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
  'contacts.version',
  'contacts.created_at',
  'contacts.updated_at',
] as const

type Row = Omit<
  Selectable<ContactsTable>,
  'workspace_id' | 'address_key' | 'search' | 'search_text'
>
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
  if (updated_since) query = query.where('contacts.updated_at', '>=', new Date(updated_since))
  if (external_ref) query = query.where('contacts.external_ref', '=', external_ref)
  if (search?.tsquery)
    query = query.where(sql<boolean>`contacts.search @@ ${search.tsquery}::tsquery`)
  for (const pattern of search?.patterns ?? [])
    query = query.where('contacts.search_text', 'like', pattern)
  return matching ? query.where(matching) : query
}

/** Newest first, or by the sort asked for. A page of a tag walks the rows of that tag and no others. */
export async function contactsAfter(
  db: WorkspaceDb,
  filter: ContactFilter,
  last: Last,
  limit: number,
): Promise<Contact[]> {
  const { tag, ...others } = filter
  const byAge = filter.sort?.endsWith('created_at') ?? true
  if (tag !== undefined && byAge) return taggedAfter(db, others, tag, last, limit)
  const { by, after } = bySort(filter.sort, last)
  const query = filtered(db, filter).select(columns).orderBy(by).limit(sql.lit(limit))
  return (await (after ? query.where(after) : query).execute()).map(shown)
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
    .select(columns)
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
  const rows = await query
    .orderBy('tagged.created_at', direction)
    .orderBy('tagged.contact_id', direction)
    .limit(sql.lit(limit))
    .execute()
  return rows.map(shown)
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

export async function findContact(db: WorkspaceDb, list_id: string, id: string) {
  const row = await contactsOf(db, list_id)
    .select(columns)
    .where('contacts.id', '=', id)
    .executeTakeFirst()
  return row && shown(row)
}

export async function findByAddress(db: WorkspaceDb, list_id: string, address_key: string) {
  const row = await contactsOf(db, list_id)
    .select(columns)
    .where('contacts.address_key', '=', address_key)
    .executeTakeFirst()
  return row && shown(row)
}

/** Until the transaction ends nobody else changes this contact. */
export async function lockContact(
  db: WorkspaceDb,
  list_id: string,
  by: { readonly id: string } | { readonly address_key: string },
): Promise<Contact | undefined> {
  const query = contactsOf(db, list_id).select(columns).forUpdate()
  const row = await (
    'id' in by
      ? query.where('contacts.id', '=', by.id)
      : query.where('contacts.address_key', '=', by.address_key)
  ).executeTakeFirst()
  return row && shown(row)
}

/** The list, and its contact of this address, locked: all that an upsert must know, in one statement. */
export async function lockListContact(db: WorkspaceDb, list_id: string, address_key: string) {
  const row = await db.tx
    .selectFrom('email_lists as list')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('contacts')
          .select(columns)
          .whereRef('contacts.workspace_id', '=', 'list.workspace_id')
          .whereRef('contacts.list_id', '=', 'list.id')
          .where('contacts.address_key', '=', address_key)
          .forUpdate()
          .as('contact'),
      (join) => join.onTrue(),
    )
    .selectAll('contact')
    .select(['list.archived', 'list.double_opt_in'])
    .where('list.workspace_id', '=', db.workspace_id)
    .where('list.id', '=', list_id)
    .executeTakeFirst()
  if (!row) return {}
  const list = { id: list_id, archived: row.archived, double_opt_in: row.double_opt_in }
  // Of a joined row either every column is there or none.
  return row.id === null ? { list } : { list, known: shown(row as Row) }
}

/** Of whatever list. */
export async function listOfContact({ tx, workspace_id }: WorkspaceDb, contact_id: string) {
  return tx
    .selectFrom('contacts')
    .select(['id', 'list_id'])
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', contact_id)
    .executeTakeFirst()
}

export const contactWithRef = async ({ tx, workspace_id }: WorkspaceDb, external_ref: string) =>
  (
    await tx
      .selectFrom('contacts')
      .select('id')
      .where('workspace_id', '=', workspace_id)
      .where('external_ref', '=', external_ref)
      .executeTakeFirst()
  )?.id

function shown(row: Row): Contact {
  return {
    id: row.id,
    list_id: row.list_id,
    email_address: row.email_address,
    status: row.status,
    tags: row.tags,
    fields: row.fields,
    source: row.source,
    subscribed_at: row.subscribed_at?.toISOString() ?? null,
    unsubscribed_at: row.unsubscribed_at?.toISOString() ?? null,
    external_ref: row.external_ref,
    version: String(row.version),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
