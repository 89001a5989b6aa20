import type { ApiError } from '#client/api-error.ts'
import type { KeyState } from '#web/session/api-key.ts'

/** Milliseconds until the next poll: not before the time that the server asks for, and none with a key that it refuses. */
export const pollInterval = (
  milliseconds: number,
  error: ApiError | null,
  keyState: KeyState,
): number | false =>
  keyState === 'accepted' && Math.max(milliseconds, (error?.retry_after ?? 0) * 1000)

interface Identified {
  readonly id: string
}

interface MergedPages<Row> {
  readonly rows: readonly Row[]
  /** Newer than the visible ones, until the person asks for them. */
  readonly added: readonly Row[]
  /** More are new than a page holds: those between are not loaded. */
  readonly hasGap: boolean
}

export interface LivePage<Row> {
  readonly data: readonly Row[]
  readonly paging: { readonly next: string | null }
}

/**
 * The loaded pages with what the latest first page says: a row that this page should have and does not no longer matches
 * the filter. Ids ascend with time, so one that is greater than `newestVisible` is new. The open row stays.
 */
export function mergeLivePages<Row extends Identified>(
  pages: readonly LivePage<Row>[],
  latest: LivePage<Row> | undefined,
  newestVisible: string | undefined,
  openId: string | undefined,
): MergedPages<Row> {
  const loaded = pages.flatMap(({ data }) => data)
  const newestLoaded = loaded[0]?.id
  const byId = new Map((latest?.data ?? []).map((one) => [one.id, one]))
  const hasGap =
    newestLoaded !== undefined &&
    byId.size > 0 &&
    latest?.paging.next != null &&
    [...byId.keys()].every((id) => id > newestLoaded)
  const oldestLatest = latest?.paging.next == null ? '' : (latest.data.at(-1)?.id ?? '')
  for (const one of loaded) {
    const isOutside = latest === undefined || one.id < oldestLatest
    if ((isOutside || one.id === openId) && !byId.has(one.id)) byId.set(one.id, one)
  }
  const all = [...byId.values()].sort((a, b) => (a.id < b.id ? 1 : -1))
  if (newestVisible === undefined) return { rows: all, added: [], hasGap }
  const isNew = ({ id }: Row) => id > newestVisible && id !== openId
  return { rows: all.filter((one) => !isNew(one)), added: all.filter(isNew), hasGap }
}
