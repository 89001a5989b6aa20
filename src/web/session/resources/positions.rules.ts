interface Ranked {
  readonly id: string
  readonly position?: number | undefined
}

/** The order of the server. */
export const comparePositions = (one: Ranked, other: Ranked): number =>
  (one.position ?? 0) - (other.position ?? 0) || (one.id < other.id ? -1 : 1)

/** The server accepts positions up to this size. */
const MAX_POSITION = 1e9

/**
 * The new positions by id when an item moves to an index of the ordered items: usually its own alone, those of all where no
 * number is left between its neighbors. Empty when nothing moves.
 */
export function positionsAfterMove(
  ordered: readonly Ranked[],
  id: string,
  index: number,
): ReadonlyMap<string, number> {
  const item = ordered.find((one) => one.id === id)
  const others = ordered.filter((one) => one.id !== id)
  const next = item && others.toSpliced(Math.max(0, index), 0, item)
  if (!next || next.every((one, place) => one.id === ordered[place]?.id)) return new Map()
  const place = next.indexOf(item)
  const before = next[place - 1]?.position ?? -Infinity
  const after = next[place + 1]?.position ?? Infinity
  const position = between(before, after)
  if (before < position && position < after && Math.abs(position) <= MAX_POSITION)
    return new Map([[id, position]])
  return new Map(
    next
      .map((one, rank) => [one, rank + 1] as const)
      .filter(([one, rank]) => one.position !== rank)
      .map(([one, rank]) => [one.id, rank]),
  )
}

function between(before: number, after: number): number {
  if (before === -Infinity) return after - 1
  return after === Infinity ? before + 1 : (before + after) / 2
}
