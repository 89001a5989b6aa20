/** Where something begins, and how long it is, in pixels along the way it scrolls. */
export interface VirtualItem {
  readonly start: number
  readonly size: number
}

/** One after the other, with a gap between. */
export function layoutItems(sizes: readonly number[], gap: number): VirtualItem[] {
  let start = 0
  return sizes.map((size) => {
    const span = { start, size }
    start += size + gap
    return span
  })
}

/** Up to the end of the last. */
export function lengthOf(spans: readonly VirtualItem[]): number {
  const last = spans.at(-1)
  return last ? last.start + last.size : 0
}

/** The first span whose middle is below a place, by halving; the count of spans when none is. */
export const firstIndexBelow = (spans: readonly VirtualItem[], at: number): number =>
  firstWhere(spans, ({ start, size }) => start + size / 2 >= at)

/** The indexes of those that a stretch touches, and of `kept` wherever they are; -1 is nothing to keep. */
export function visibleIndexes(
  spans: readonly VirtualItem[],
  { from, to }: { from: number; to: number },
  kept: readonly number[],
): number[] {
  // What was scrolled to may be gone by now: a filter leaves fewer.
  const begin = Math.min(from, Math.max(0, lengthOf(spans) - (to - from)))
  const first = firstWhere(spans, ({ start, size }) => start + size > begin)
  const end = firstWhere(spans, ({ start }) => start >= begin + (to - from))
  const indexes = new Set(kept.filter((index) => index >= 0 && index < spans.length))
  for (let index = first; index < end; index++) indexes.add(index)
  return [...indexes].toSorted((one, other) => one - other)
}

function firstWhere(spans: readonly VirtualItem[], isPast: (span: VirtualItem) => boolean): number {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    const span = spans[middle]
    if (span && !isPast(span)) low = middle + 1
    else high = middle
  }
  return low
}
