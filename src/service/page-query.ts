import type { Page, PageQuery } from '#contract/primitives.ts'
import type { CursorValue } from '#service/db/pagination.ts'
import type { PageCursor } from './context.ts'

interface Query<Row> {
  /** Rows after `last`, at most `limit`, in the order of the list. */
  readonly rows: (
    last: readonly CursorValue[] | undefined,
    limit: number,
  ) => Promise<readonly Row[]>
  /** The sort values of a row, ending in its id. */
  readonly keyOf: (row: Row) => readonly CursorValue[]
  readonly total: () => Promise<number>
}

/** One page by its last key. One row more than asked tells whether another page exists; nothing is counted. */
export async function fetchPage<Row>(
  cursor: PageCursor,
  { limit, include_total }: PageQuery,
  query: Query<Row>,
): Promise<Page<Row>> {
  const rows = await query.rows(cursor.last, limit + 1)
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  const next = rows.length > limit && last ? cursor.next(query.keyOf(last)) : null
  if (include_total !== true) return { data, paging: { next } }
  return { data, paging: { next, total: await query.total() } }
}
