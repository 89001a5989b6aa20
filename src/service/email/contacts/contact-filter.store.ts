import { type RawBuilder, sql } from 'kysely'

import type { Contact, ContactSort } from '#contract/email/contacts.ts'
import type { Parsed } from '#contract/endpoints.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import type { CursorValue } from '#service/db/pagination.ts'
import type { Last, Order } from '#service/email/lists/list-order.store.ts'
import { searchQuery } from '#service/search-text.rules.ts'
import { addressKey } from './email-address.rules.ts'
import { tagKey } from './tag-key.rules.ts'

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

/** The contacts of the list that the filter admits. */
export function admitted(
  { workspace_id }: WorkspaceDb,
  filter: ContactFilter,
): RawBuilder<boolean> {
  const { list_id, status, tag, updated_since, external_ref, matching } = filter
  const search = filter.search === undefined ? undefined : searchQuery(filter.search)
  const patterns = search?.patterns ?? []
  return sql.join(
    [
      sql`contacts.workspace_id = ${workspace_id}`,
      sql`contacts.list_id = ${list_id}`,
      ...(status?.length === 1 ? [sql`contacts.status = ${status[0]}`] : []),
      ...(status && status.length !== 1 ? [sql`contacts.status in (${sql.join(status)})`] : []),
      ...(tag === undefined
        ? []
        : [
            sql`contacts.id in (select contact_id from contact_tags
              where workspace_id = ${workspace_id} and list_id = ${list_id} and tag_key = ${tagKey(tag)})`,
          ]),
      ...(updated_since ? [sql`contacts.updated_at >= ${updated_since}`] : []),
      ...(external_ref ? [sql`contacts.external_ref = ${external_ref}`] : []),
      ...(search?.tsquery ? [sql`contacts.search @@ ${search.tsquery}::tsquery`] : []),
      ...patterns.map((pattern) => sql`contacts.search_text like ${pattern}`),
      ...(matching ? [matching] : []),
    ],
    sql` and `,
  )
}

export function bySort(sort: ContactSort | undefined, last: Last): Order {
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
