import { type RawBuilder, sql } from 'kysely'

import type { Contact, ContactSort } from '#contract/email/contacts.ts'
import { addressKey } from '#contract/email/email-address.rules.ts'
import { tagKey } from '#contract/email/tags.rules.ts'
import type { Parsed } from '#contract/endpoints.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import type { CursorValue } from '#service/db/pagination.ts'
import type { LastKey, Order } from '#service/email/lists/list-order.store.ts'
import { matchesSearch } from '#service/search-columns.store.ts'

/** The columns of a contact in the API. */
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
  /** The condition of a segment, over the columns of `contacts`. */
  readonly condition?: RawBuilder<boolean>
}

export function filterCondition(
  { workspace_id }: WorkspaceDb,
  filter: ContactFilter,
): RawBuilder<boolean> {
  const { list_id, status, tag, search, updated_since, external_ref, import_id, condition } = filter
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
      ...(import_id === undefined
        ? []
        : [
            sql`contacts.id in (select contact_id from imported_contacts
              where workspace_id = ${workspace_id} and import_id = ${import_id})`,
          ]),
      ...(search === undefined ? [] : [matchesSearch('contacts', search)]),
      ...(condition ? [condition] : []),
    ],
    sql` and `,
  )
}

export function contactOrder(sort: ContactSort | undefined, last: LastKey): Order {
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
  const ascending = sort === 'created_at'
  return {
    by: ascending
      ? sql`contacts.created_at, contacts.id`
      : sql`contacts.created_at desc, contacts.id desc`,
    after:
      last &&
      (ascending
        ? sql<boolean>`(contacts.created_at, contacts.id) > (${first}::timestamptz, ${id})`
        : sql<boolean>`(contacts.created_at, contacts.id) < (${first}::timestamptz, ${id})`),
  }
}

/** The sort key of a contact: it must match the columns of `contactOrder`. */
export const contactSortKey =
  (sort: ContactSort | undefined) =>
  (contact: Contact): CursorValue[] => {
    if (sort === 'email_address')
      return [addressKey(contact.email_address) ?? contact.email_address]
    return [sort === '-updated_at' ? contact.updated_at : contact.created_at, contact.id]
  }
