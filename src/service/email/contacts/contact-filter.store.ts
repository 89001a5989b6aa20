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
  'limit' | 'starting_after' | 'include_total' | 'segment_id'
> & {
  /** The condition of a segment, over the columns of `contacts`. */
  readonly condition?: RawBuilder<boolean>
}

export function filterCondition(
  { workspace_id }: WorkspaceDb,
  filter: ContactFilter,
): RawBuilder<boolean> {
  const { list_id, status, tag, tags, search, updated_since, external_ref, import_id, condition } =
    filter
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
      ...(tags === undefined
        ? []
        : [
            sql`exists (select from contact_tags as tagged
              where tagged.workspace_id = ${workspace_id} and tagged.list_id = ${list_id}
                and tagged.created_at = contacts.created_at and tagged.contact_id = contacts.id
                and tagged.tag_key = any (${tags.map(tagKey)}::text[]))`,
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
  const { columns, isDescending } = parseSort(sort)
  const direction = isDescending ? sql` desc` : sql``
  const refs = columns.map((name) => sql.ref(`contacts.${name}`))
  const values = columns.map((name, index) =>
    name.endsWith('_at') ? sql`${last?.[index]}::timestamptz` : sql`${last?.[index]}`,
  )
  return {
    by: sql.join(refs.map((ref) => sql`${ref}${direction}`)),
    after:
      last &&
      sql<boolean>`(${sql.join(refs)}) ${isDescending ? sql`<` : sql`>`} (${sql.join(values)})`,
  }
}

// Each has an index of its own, in this order of columns after the list.
const sortColumns = {
  created_at: ['created_at', 'id'],
  email_address: ['address_key'],
  updated_at: ['updated_at', 'id'],
  status: ['status', 'created_at', 'id'],
} as const

function parseSort(sort: ContactSort = '-created_at') {
  const isDescending = sort.startsWith('-')
  // What is left of a sort is the name of its column.
  const name = (isDescending ? sort.slice(1) : sort) as keyof typeof sortColumns
  return { columns: sortColumns[name], isDescending }
}

/** The sort key of a contact: it must match the columns of `contactOrder`. */
export const contactSortKey =
  (sort: ContactSort | undefined) =>
  (contact: Contact): CursorValue[] =>
    parseSort(sort).columns.map((name) =>
      name === 'address_key'
        ? (addressKey(contact.email_address) ?? contact.email_address)
        : contact[name],
    )
