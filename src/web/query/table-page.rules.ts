import type { ApiError } from '#client/api-error.ts'

/** A page as every list of the API returns it. */
export interface TablePage<Row> {
  readonly data: Row[]
  readonly paging: { readonly next: string | null; readonly total?: number | undefined }
}

/** Whether the server rejects the cursor of a link: it may be of an older secret, or of another filter. */
export function isRefusedCursor(error: ApiError | null, cursor: string | undefined): boolean {
  if (cursor === undefined || error?.code !== 'validation_error') return false
  // A server of the public API alone may not name the parameter.
  return (
    error.details.length === 0 ||
    error.details.some(({ field }) => field.replace(/^\//, '') === 'starting_after')
  )
}

/**
 * Keeps the objects of rows that did not change, so that they are not rendered again. TanStack's own sharing assigns keys
 * one by one and so drops a field named `__proto__`.
 */
export function replaceRows(previous: unknown, next: unknown): unknown {
  if (!isPage(previous) || !isPage(next)) return next
  if (previous === next) return next
  const texts = new Map(previous.data.map((row) => [JSON.stringify(row), row]))
  const data = next.data.map((row) => texts.get(JSON.stringify(row)) ?? row)
  const isSame =
    JSON.stringify(previous.paging) === JSON.stringify(next.paging) &&
    data.length === previous.data.length &&
    data.every((row, index) => row === previous.data[index])
  // A new object for an equal page would render its readers without end.
  return isSame ? previous : { ...next, data }
}

const isPage = (value: unknown): value is TablePage<unknown> =>
  typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value.data)
