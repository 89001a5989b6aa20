import { type RawBuilder, sql } from 'kysely'

import type { SortByAgeOrName } from '#contract/email/lists.ts'
import type { CursorValue } from '#service/db/pagination.ts'
import { nameKey } from '#service/email/contacts/tag-key.rules.ts'

export interface Order {
  readonly by: RawBuilder<unknown>
  /** Rows behind the cursor; undefined on the first page. */
  readonly after: RawBuilder<boolean> | undefined
}

export type Last = readonly CursorValue[] | undefined

// What a cursor can hold of a name. The database cuts what it sorts by, so both sides cut alike.
const cut = 80
const shortName = sql`left(name_key, ${sql.lit(cut)})`

/** Newest first unless told otherwise; the id makes every place unique. */
export function byAgeOrName(sort: SortByAgeOrName | undefined, last: Last): Order {
  const [first, id] = last ?? []
  if (sort === 'name')
    return {
      by: sql`${shortName}, id`,
      after: last && sql<boolean>`(${shortName}, id) > (${first}, ${id})`,
    }
  if (sort === 'created_at')
    return {
      by: sql`created_at, id`,
      after: last && sql<boolean>`(created_at, id) > (${first}::timestamptz, ${id})`,
    }
  return {
    by: sql`created_at desc, id desc`,
    after: last && sql<boolean>`(created_at, id) < (${first}::timestamptz, ${id})`,
  }
}

interface Placed {
  readonly id: string
  readonly created_at: string
  readonly name: string
}

/** The cursor of a row in that order. */
export const placeOf =
  (sort: SortByAgeOrName | undefined) =>
  ({ id, created_at, name }: Placed): CursorValue[] =>
    sort === 'name' ? [[...nameKey(name)].slice(0, cut).join(''), id] : [created_at, id]
