/** zod-free: ranks are sparse numbers, so that a move changes one card. */

export const RANK_GAP = 65_536

/** Past every rank already there: at the top of the list, or at its bottom. */
export function rankAtEnd(ranks: readonly number[], end: 'top' | 'bottom'): number {
  if (ranks.length === 0) return RANK_GAP
  return end === 'top' ? Math.min(...ranks) - RANK_GAP : Math.max(...ranks) + RANK_GAP
}

/** Between two neighbours; at an end where one of them is missing. */
export function rankBetween(above: number | undefined, below: number | undefined): number {
  if (above === undefined) return rankAtEnd(below === undefined ? [] : [below], 'top')
  if (below === undefined) return rankAtEnd([above], 'bottom')
  return above + (below - above) / 2
}

/** Under a gap of 1 the list is renumbered, long before halving could meet the end of a double's precision. */
export const needsRenumbering = (above: number | undefined, below: number | undefined): boolean =>
  above !== undefined && below !== undefined && below - above < 2
