/** The parts of a card that add to its height. */
interface CardParts {
  labelRowCount: number
  titleLines: number
  hasFooter: boolean
  hasError: boolean
}

interface CardLayout {
  rem: number
  titleLineHeight: number
  /** Above and below, in rem. */
  cardPadding: number
}

/** The height of a row of labels and the space under it, in rem. */
export const labelsHeight = (rows: number): number =>
  rows > 0 ? rows * 1.125 + (rows - 1) * 0.25 + 0.25 : 0

/** The height of a card in pixels; the classes of card-tile.tsx and card-content.tsx must agree. */
export function cardHeight(
  parts: CardParts,
  { rem, titleLineHeight, cardPadding }: CardLayout,
): number {
  const footer = parts.hasFooter ? cardPadding - 0.25 + 1.5 : 0
  const error = parts.hasError ? 0.5 + 2 * 1.0625 + 0.25 + 1.75 : 0
  const inside = 2 * cardPadding + labelsHeight(parts.labelRowCount) + footer + error
  return Math.ceil(2 + inside * rem + parts.titleLines * titleLineHeight)
}

/** The number of rows that chips of these widths wrap into. */
export function countRows(widths: readonly number[], availableWidth: number, gap: number): number {
  let rows = 0
  let remaining = 0
  for (const width of widths) {
    const needed = Math.min(width, availableWidth)
    if (rows === 0 || needed > remaining + 0.01) {
      rows += 1
      remaining = availableWidth - needed - gap
    } else remaining -= needed + gap
  }
  return rows
}
