/** zod-free: ranks are sparse numbers, so that a move changes one card. */

export const GAP = 65_536

/** Past every rank already there: at the top of the list, or at its bottom. */
export function rankAmong(ranks: readonly number[], place: 'top' | 'bottom'): number {
  if (ranks.length === 0) return GAP
  return place === 'top' ? Math.min(...ranks) - GAP : Math.max(...ranks) + GAP
}

/** Between two neighbours; at an end where one of them is missing. */
export function rankBetween(above: number | undefined, below: number | undefined): number {
  if (above === undefined) return rankAmong(below === undefined ? [] : [below], 'top')
  if (below === undefined) return rankAmong([above], 'bottom')
  return above + (below - above) / 2
}

/** Under a gap of 1 the list is renumbered, long before halving could meet the end of a double's precision. */
export const isCrowded = (above: number | undefined, below: number | undefined): boolean =>
  above !== undefined && below !== undefined && below - above < 2
