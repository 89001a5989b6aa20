/** Ranks are sparse numbers, so that a move changes one card. Zod-free. */

export const RANK_GAP = 65_536

/** Beyond every existing rank, at the top or bottom of the list. */
function rankAtEnd(ranks: readonly number[], end: 'top' | 'bottom'): number {
  if (ranks.length === 0) return RANK_GAP
  return end === 'top' ? Math.min(...ranks) - RANK_GAP : Math.max(...ranks) + RANK_GAP
}

/** Between two neighbors, or at an end where one of them is missing. */
export function rankBetween(above: number | undefined, below: number | undefined): number {
  if (above === undefined) return rankAtEnd(below === undefined ? [] : [below], 'top')
  if (below === undefined) return rankAtEnd([above], 'bottom')
  return above + (below - above) / 2
}

/** Below a gap of 2 the list is renumbered, long before halving exhausts the precision of a double. */
export const needsRenumbering = (above: number | undefined, below: number | undefined): boolean =>
  above !== undefined && below !== undefined && below - above < 2

interface RankNeighbors {
  readonly above: number | undefined
  readonly below: number | undefined
}

/**
 * Ranks in ascending order for cards that stand together between two neighbors. A card whose `current` rank is in order
 * already keeps it. Undefined when there is no room: the list needs renumbering.
 */
export function ranksTogether(
  current: readonly (number | undefined)[],
  { above, below }: RankNeighbors,
): number[] | undefined {
  const kept = ranksInOrder(current, above, below)
  const ranks: number[] = []
  while (ranks.length < kept.length) {
    const rank = kept[ranks.length]
    if (rank !== undefined) {
      ranks.push(rank)
      continue
    }
    const next = kept.findIndex((value, index) => index > ranks.length && value !== undefined)
    const end = next < 0 ? kept.length : next
    const run = ranksInGap(ranks.at(-1) ?? above, kept[end] ?? below, end - ranks.length)
    if (!run) return undefined
    ranks.push(...run)
  }
  return ranks
}

function ranksInOrder(
  current: readonly (number | undefined)[],
  above: number | undefined,
  below: number | undefined,
): (number | undefined)[] {
  let last = above ?? -Infinity
  return current.map((rank) => {
    if (rank === undefined || rank <= last || rank >= (below ?? Infinity)) return undefined
    last = rank
    return rank
  })
}

/** Evenly between the neighbors, or with full gaps beyond the only one. */
function ranksInGap(
  above: number | undefined,
  below: number | undefined,
  count: number,
): number[] | undefined {
  const indexes = Array.from({ length: count }, (_, index) => index)
  if (above !== undefined && below !== undefined) {
    const gap = (below - above) / (count + 1)
    return gap < 1 ? undefined : indexes.map((index) => above + gap * (index + 1))
  }
  const first = below === undefined ? (above ?? 0) + RANK_GAP : below - RANK_GAP * count
  return indexes.map((index) => first + RANK_GAP * index)
}
