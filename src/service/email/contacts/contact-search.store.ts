import { sql } from 'kysely'

import type { Contact } from '#contract/email/contacts.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import type { Last } from '#service/email/lists/list-order.store.ts'
import { type ContactFilter, admitted, bySort, contactColumns } from './contact-filter.store.ts'

// How many contacts are looked through one by one, and how many that the index finds are sorted: some milliseconds each.
const near = sql.lit(2_000)
const few = sql.lit(10_000)
const shown = sql.join([...contactColumns].map((c) => (typeof c === 'string' ? sql.ref(c) : c)))
const names = sql.join(
  contactColumns.map((c) => (typeof c === 'string' ? sql.ref(c) : sql.ref(`contacts.${c.alias}`))),
)

/**
 * A word that many have is soon met in the order of the page, one that few have is found by the index, and the planner
 * cannot tell which it is. So both ways are gone as far as they are cheap; only for a word that many have, but none
 * nearby, the list is walked until the page is full. Each way finds the same page.
 */
export async function searchedAfter(
  db: WorkspaceDb,
  filter: ContactFilter,
  last: Last,
  limit: number,
): Promise<Contact[]> {
  const { by, after = sql<boolean>`true` } = bySort(filter.sort, last)
  const place = sql`contacts.workspace_id = ${db.workspace_id}
    and contacts.list_id = ${filter.list_id} and ${after}`
  const page = sql`${admitted(db, filter)} order by ${by} limit ${sql.lit(limit)}`

  const nearby = await sql<Contact>`
    select ${shown} from (
      select * from contacts where ${place} order by ${by} limit ${near}) contacts
    where ${page}`.execute(db.tx)
  if (nearby.rows.length === limit) return nearby.rows

  const { rows: found } = await sql<Found>`
    with found as materialized (
      select ${shown}, contacts.address_key from contacts
      where ${after} and ${admitted(db, filter)} limit ${few} + 1),
    counted as (select count(*) > ${few} as too_many from found)
    select ${names}, counted.too_many from counted left join lateral (
      select * from found contacts order by ${by} limit ${sql.lit(limit)}) contacts
    on not counted.too_many order by ${by}`.execute(db.tx)
  if (found[0]?.too_many === false) return found.flatMap(contactOf)

  const walked = await sql<Contact>`
    select ${shown} from contacts where ${after} and ${page}`.execute(db.tx)
  return walked.rows
}

type Found = { readonly too_many: boolean } & (Contact | { readonly id: null })

/** Of a joined row either every column is there or none. */
const contactOf = ({ too_many: _tooMany, ...contact }: Found): Contact[] =>
  contact.id === null ? [] : [contact]
