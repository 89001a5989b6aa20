import type { Page, PageQuery } from '#contract/primitives.ts'
import type { CursorValue } from '#service/db/pagination.ts'
import type { PageCursor } from './context.ts'

interface PageSource<Row> {
  /** At most `limit` rows after `last`, in the order of the list. */
  readonly rows: (
    last: readonly CursorValue[] | undefined,
    limit: number,
  ) => Promise<readonly Row[]>
  /** The sort values of a row, ending in its id. */
  readonly keyOf: (row: Row) => readonly CursorValue[]
  readonly total: () => Promise<number>
}

/** Keyset pagination. Reads one extra row to learn whether a next page exists, which is cheaper than a count. */
export async function fetchPage<Row>(
  cursor: PageCursor,
  { limit, include_total }: PageQuery,
  source: PageSource<Row>,
): Promise<Page<Row>> {
  const rows = await source.rows(cursor.last, limit + 1)
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  const next = rows.length > limit && last ? cursor.next(source.keyOf(last)) : null
  if (include_total !== true) return { data, paging: { next } }
  return { data, paging: { next, total: await source.total() } }
}
