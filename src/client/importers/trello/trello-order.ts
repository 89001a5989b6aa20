import type { Notebook } from '#client/importers/core/import-plan.ts'
import type { Found } from './trello-reader.ts'

/**
 * In `pos` order; equal positions stay in the order of the file. A record whose position is missing or cannot be
 * read stays behind the one before it in the file.
 */
export function inOrder<F extends Found>(
  notebook: Pick<Notebook, 'note'>,
  kind: string,
  records: readonly F[],
): F[] {
  let last = Number.NEGATIVE_INFINITY
  const placed = records.map((found) => {
    const value = found.record['pos']
    const rank = rankOf(value)
    if (rank === undefined && value !== undefined && value !== null) {
      notebook.note(`${kind}[].pos: not a position, kept in the order of the file`, found.id)
    }
    last = rank ?? last
    return { found, rank: last }
  })
  // Not by subtraction: two infinities have no difference.
  const sorted = placed.sort((a, b) => (a.rank === b.rank ? 0 : a.rank < b.rank ? -1 : 1))
  return sorted.map(({ found }) => found)
}

function rankOf(value: unknown): number | undefined {
  if (value === 'top') return Number.NEGATIVE_INFINITY
  if (value === 'bottom') return Number.POSITIVE_INFINITY
  const text = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof text === 'number' && Number.isFinite(text) ? text : undefined
}
