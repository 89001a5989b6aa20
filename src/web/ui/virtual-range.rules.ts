/** Start and size of an item along the scroll axis, in pixels. */
export interface VirtualItem {
  readonly start: number
  readonly size: number
}

/** Places items in sequence with a gap between. */
export function layoutItems(sizes: readonly number[], gap: number): VirtualItem[] {
  let start = 0
  return sizes.map((size) => {
    const item = { start, size }
    start += size + gap
    return item
  })
}

/** The end of the last item. */
export function lengthOf(items: readonly VirtualItem[]): number {
  const last = items.at(-1)
  return last ? last.start + last.size : 0
}

/** The index of the first item whose middle is at or below `at`, by binary search; the item count when there is none. */
export const firstIndexBelow = (items: readonly VirtualItem[], at: number): number =>
  firstWhere(items, ({ start, size }) => start + size / 2 >= at)

/** The indexes of the items in the range and of the pinned ones; a pinned -1 is ignored. */
export function visibleIndexes(
  items: readonly VirtualItem[],
  { from, to }: { from: number; to: number },
  pinned: readonly number[],
): number[] {
  // A filter may have removed the items at this scroll position.
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
    const item = items[middle]
    if (item && !isPast(item)) low = middle + 1
    else high = middle
  }
  return low
}
