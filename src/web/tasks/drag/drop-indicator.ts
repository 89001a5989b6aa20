import type { RowMotion } from '#web/tasks/board-state/column-registry.ts'

interface DropIndicatorOptions {
  rows: () => HTMLElement | null
  marker: () => HTMLElement | null
  scroller: () => HTMLElement | null
  gap: () => number
}

interface DropSlot {
  index: number
  start: number
  height: number
  /** Shown inside the gap. */
  label: string
}

/** The gap a dragged card would fill. Updated without React, because it moves with the pointer. */
export function createDropIndicator({ rows, marker, scroller, gap }: DropIndicatorOptions) {
  let current: DropSlot | null = null

  const draw = (total: number, motion: RowMotion) => {
    const markerElement = marker()
    const list = rows()
    if (!markerElement || !list) return
    const space = current ? current.height + gap() : 0
    for (const row of list.children) {
      if (!(row instanceof HTMLElement)) continue
      const below = current !== null && Number(row.dataset['index']) >= current.index
      row.style.transition = motion === 'glide' ? 'transform 160ms ease-in-out' : ''
      row.style.transform = below ? `translateY(${space}px)` : ''
    }
    markerElement.hidden = current === null
    list.style.height = `${total + space}px`
    const scrollElement = scroller()
    if (scrollElement)
      scrollElement.style.flexBasis = `${total + space + (scrollElement.childElementCount > 2 ? 40 : 0)}px`
    if (!current) return
    markerElement.style.transform = `translateY(${current.start}px)`
    markerElement.style.height = `${current.height}px`
    markerElement.textContent = current.label
  }

  return {
    show: (slot: DropSlot | null, total: number, motion: RowMotion) => {
      if (!slot && !current) return
      current = slot
      draw(total, motion)
    },
    /** After React rendered rows, which know nothing of the gap. */
    redraw: (total: number) => {
      if (current) draw(total, 'instant')
    },
  }
}
