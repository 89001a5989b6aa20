/** The parts of a card that add to its height. */
interface CardParts {
  labelRowCount: number
  titleLines: number
  hasFooter: boolean
  hasError: boolean
}

/** What the display options add to a card. */
interface CardDisplay {
  hasLabelBars: boolean
  hasIds: boolean
}

interface CardLayout extends CardDisplay {
  rem: number
  titleLineHeight: number
  /** Above and below, in rem. */
  cardPadding: number
}

/** The width of a label without its name, in rem. */
export const LABEL_BAR_WIDTH = 2.5

/** The height of rows of labels and the space under them, in rem. */
export const labelsHeight = (rows: number, { hasLabelBars }: Pick<CardDisplay, 'hasLabelBars'>) =>
  rows > 0 ? rows * (hasLabelBars ? 0.5 : 1.125) + (rows - 1) * 0.25 + 0.25 : 0

/** The height of a card in pixels; the classes of card-tile.tsx and card-content.tsx must agree. */
export function cardHeight(parts: CardParts, layout: CardLayout): number {
  const { rem, titleLineHeight, cardPadding, hasIds } = layout
  const footer = parts.hasFooter ? cardPadding - 0.25 + 1.5 : 0
  const error = parts.hasError ? 0.5 + 2 * 1.0625 + 0.25 + 1.75 : 0
  const id = hasIds ? 0.25 + 1 : 0
  const inside = 2 * cardPadding + labelsHeight(parts.labelRowCount, layout) + footer + id + error
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
