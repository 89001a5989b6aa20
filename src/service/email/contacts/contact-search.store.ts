import { sql } from 'kysely'

import type { Contact } from '#contract/email/contacts.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import type { LastKey } from '#service/email/lists/list-order.store.ts'
import {
  type ContactFilter,
  filterCondition,
  contactOrder,
  contactColumns,
} from './contact-filter.store.ts'

// The most contacts read in the order of the page, and the most index matches sorted: some milliseconds each.
const nearbyLimit = 2_000
/** With a tenth of the page found nearby, so many contacts have all of it, unless the word is spread unevenly. */
const frequentLimit = 10 * nearbyLimit
const sortLimit = sql.lit(10_000)
const columns = sql.join([...contactColumns].map((c) => (typeof c === 'string' ? sql.ref(c) : c)))
const columnNames = sql.join(
  contactColumns.map((c) => (typeof c === 'string' ? sql.ref(c) : sql.ref(`contacts.${c.alias}`))),
)

/**
 * A common word is found quickly in the order of the page, a rare one by the index, and the planner cannot tell which it
 * is. So both are tried while they are cheap; only for a common word with few matches nearby, the list is scanned until
 * the page is full. All of them return the same page.
 */
export async function searchedAfter(
  db: WorkspaceDb,
  filter: ContactFilter,
  last: LastKey,
  limit: number,
): Promise<Contact[]> {
  const { by, after = sql<boolean>`true` } = contactOrder(filter.sort, last)
  const nearbyCondition = sql`contacts.workspace_id = ${db.workspace_id}
    and contacts.list_id = ${filter.list_id} and ${after}`
  const page = sql`${filterCondition(db, filter)} order by ${by} limit ${sql.lit(limit)}`

  for (const scanned of [nearbyLimit, frequentLimit]) {
    const nearby = await sql<Contact>`
      select ${columns} from (
        select * from contacts where ${nearbyCondition} order by ${by} limit ${sql.lit(scanned)}) contacts
      where ${page}`.execute(db.tx)
    if (nearby.rows.length === limit) return nearby.rows
    if (nearby.rows.length < limit / 10) break
  }

  const { rows: matches } = await sql<SearchRow>`
    with found as materialized (
      select ${columns}, contacts.address_key from contacts
      where ${after} and ${filterCondition(db, filter)} limit ${sortLimit} + 1),
    counted as (select count(*) > ${sortLimit} as too_many from found)
    select ${columnNames}, counted.too_many from counted left join lateral (
      select * from found contacts order by ${by} limit ${sql.lit(limit)}) contacts
    on not counted.too_many order by ${by}`.execute(db.tx)
  if (matches[0]?.too_many === false) return matches.flatMap(toContacts)

  const scan = await sql<Contact>`
    select ${columns} from contacts where ${after} and ${page}`.execute(db.tx)
  return scan.rows
}

type SearchRow = { readonly too_many: boolean } & (Contact | { readonly id: null })

/** The join returns either all columns of a contact or none. */
const toContacts = ({ too_many: _tooMany, ...contact }: SearchRow): Contact[] =>
  contact.id === null ? [] : [contact]
