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
