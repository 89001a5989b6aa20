/** A point of the plot, in percent from its start and its top. */
export interface PlotPoint {
  readonly x: number
  readonly y: number
}

type Gap = null

/** The path of a line in a plot of 100 by 100; it stops at a gap and goes on behind it. */
export function linePath(points: readonly (PlotPoint | Gap)[]): string {
  let pen = 'M'
  let path = ''
  for (const point of points) {
    if (point) path += `${pen}${point.x} ${point.y}`
    pen = point ? 'L' : 'M'
  }
  return path
}

const MAX_COLUMNS = 400

/** At most four points a column: the first, the highest, the lowest and the last, so no peak is lost. */
export function thinPoints(
  points: readonly (PlotPoint | Gap)[],
  columns = MAX_COLUMNS,
): readonly (PlotPoint | Gap)[] {
  if (points.length <= columns * 4) return points
  const size = Math.ceil(points.length / columns)
  return Array.from({ length: columns }, (_, column) =>
    thinColumn(points.slice(column * size, (column + 1) * size)),
  ).flat()
}

function thinColumn(column: readonly (PlotPoint | Gap)[]): (PlotPoint | Gap)[] {
  const drawn = column.filter((point) => point !== null)
  if (drawn.length === 0) return column.length > 0 ? [null] : []
  const heights = drawn.map(({ y }) => y)
  const kept = new Set([
    0,
    drawn.length - 1,
    heights.indexOf(Math.min(...heights)),
    heights.indexOf(Math.max(...heights)),
  ])
  return drawn.filter((_, index) => kept.has(index))
}

/** Points without a neighbor: a line cannot show them. */
export const isIsolated = (points: readonly (PlotPoint | Gap)[], index: number): boolean =>
  Boolean(points[index]) && !points[index - 1] && !points[index + 1]

const MAX_MARKERS = 32

/** Which points get the shape of their series: all of a short line, else a few of a long one and its last. */
export function hasMarker(index: number, count: number): boolean {
  if (count <= MAX_MARKERS || index === count - 1) return true
  return index % Math.ceil(count / 8) === 0
}

/** Moves labels apart that are less than `gap` percent from each other, and keeps them inside. In the given order. */
export function spreadLabels(tops: readonly number[], gap: number): number[] {
  const order = tops.map((top, index) => ({ top, index })).toSorted((a, b) => a.top - b.top)
  const room = order.length > 1 ? 100 / (order.length - 1) : 100
  const apart = Math.min(gap, room)
  let least = 0
  for (const label of order) {
    label.top = Math.max(label.top, least)
    least = label.top + apart
  }
  let most = 100
  for (const label of order.toReversed()) {
    label.top = Math.min(label.top, most)
    most = label.top - apart
  }
  const result = [...tops]
  for (const { top, index } of order) result[index] = top
  return result
}

/** Up to five points for the labels of the axis: the ends and those next to the quarters, none too close to another. */
export function tickPoints(
  xs: readonly number[],
): { readonly index: number; readonly level: number }[] {
  const ticks: { index: number; level: number }[] = []
  // The ends are drawn first, then the middle, then the quarters: a narrow chart shows only the first levels.
  for (const [at, level] of [
    [0, 0],
    [100, 0],
    [50, 1],
    [25, 2],
    [75, 2],
  ] as const) {
    const index = nearestPoint(xs, at)
    const isFree = ticks.every((tick) => Math.abs(xOf(xs, tick.index) - xOf(xs, index)) >= 20)
    if (index >= 0 && isFree) ticks.push({ index, level })
  }
  return ticks.toSorted((a, b) => a.index - b.index)
}

/** The point nearest to a position; -1 when there is none. */
export function nearestPoint(xs: readonly number[], at: number): number {
  let nearest = -1
  let least = Infinity
  for (const [index, x] of xs.entries()) {
    const distance = Math.abs(x - at)
    if (distance < least) [nearest, least] = [index, distance]
  }
  return nearest
}

const xOf = (xs: readonly number[], index: number) => xs[index] ?? NaN
