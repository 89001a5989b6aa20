/** Where something begins, and how long it is, in pixels along the way it scrolls. */
export interface VirtualItem {
  readonly start: number
  readonly size: number
}

/** One after the other, with a gap between. */
export function layoutItems(sizes: readonly number[], gap: number): VirtualItem[] {
  let start = 0
  return sizes.map((size) => {
    const item = { start, size }
    start += size + gap
    return item
  })
}

/** Up to the end of the last. */
export function lengthOf(items: readonly VirtualItem[]): number {
  const last = items.at(-1)
  return last ? last.start + last.size : 0
}

/** The first span whose middle is below a place, by halving; the count of spans when none is. */
export const firstIndexBelow = (items: readonly VirtualItem[], at: number): number =>
  firstWhere(items, ({ start, size }) => start + size / 2 >= at)

/** The indexes of those that a stretch touches, and of `kept` wherever they are; -1 is nothing to keep. */
export function visibleIndexes(
  items: readonly VirtualItem[],
  { from, to }: { from: number; to: number },
  pinned: readonly number[],
): number[] {
  // What was scrolled to may be gone by now: a filter leaves fewer.
  const begin = Math.min(from, Math.max(0, lengthOf(items) - (to - from)))
  const first = firstWhere(items, ({ start, size }) => start + size > begin)
  const end = firstWhere(items, ({ start }) => start >= begin + (to - from))
  const indexes = new Set(pinned.filter((index) => index >= 0 && index < items.length))
  for (let index = first; index < end; index++) indexes.add(index)
  return [...indexes].toSorted((one, other) => one - other)
}

function firstWhere(items: readonly VirtualItem[], isPast: (item: VirtualItem) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    const span = items[middle]
    if (span && !isPast(span)) low = middle + 1
    else high = middle
  }
  return low
}
