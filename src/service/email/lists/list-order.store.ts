import { type RawBuilder, sql } from 'kysely'

import type { SortByAgeOrName } from '#contract/email/lists.ts'
import type { CursorValue } from '#service/db/pagination.ts'
import { foldCase } from '#service/search-text.rules.ts'

export interface Order {
  readonly by: RawBuilder<unknown>
  /** The rows after the cursor; undefined on the first page. */
  readonly after: RawBuilder<boolean> | undefined
}

export type LastKey = readonly CursorValue[] | undefined

// The part of a name that fits into a cursor. The ORDER BY truncates to the same length.
const maxNameLength = 80
const shortName = sql`left(name_key, ${sql.lit(maxNameLength)})`

/** Newest first by default; the id makes each sort key unique. */
export function orderByAgeOrName(sort: SortByAgeOrName | undefined, last: LastKey): Order {
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

interface SortableRow {
  readonly id: string
  readonly created_at: string
  readonly name: string
}

/** The sort key of a row: it must match the columns of `orderByAgeOrName`. */
export const sortKeyBy =
  (sort: SortByAgeOrName | undefined) =>
  ({ id, created_at, name }: SortableRow): CursorValue[] =>
    sort === 'name' ? [[...foldCase(name)].slice(0, maxNameLength).join(''), id] : [created_at, id]
