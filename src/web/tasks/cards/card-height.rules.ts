/** What of a card takes room. */
interface TileParts {
  labelRows: number
  lines: number
  footer: boolean
  trouble: boolean
}

/** The height of a row of labels and the space under it, in rem. */
export const labelsHeight = (rows: number): number =>
  rows > 0 ? rows * 1.125 + (rows - 1) * 0.25 + 0.25 : 0

/** The height of a card in pixels; the classes of card-tile.tsx and tile-face.tsx must agree. */
export function tileHeight(parts: TileParts, { rem, line }: { rem: number; line: number }): number {
  const footer = parts.footer ? 0.375 + 1.5 : 0
  const trouble = parts.trouble ? 0.5 + 2 * 1.0625 + 0.25 + 1.75 : 0
  const inside = 1.25 + labelsHeight(parts.labelRows) + footer + trouble
  return Math.ceil(2 + inside * rem + parts.lines * line)
}

/** Rows a line of chips wraps into. */
export function rowsOf(widths: readonly number[], room: number, gap: number): number {
  let rows = 0
  let left = 0
  for (const width of widths) {
    const needed = Math.min(width, room)
    if (rows === 0 || needed > left + 0.01) {
      rows += 1
      left = room - needed - gap
    } else left -= needed + gap
  }
  return rows
}
