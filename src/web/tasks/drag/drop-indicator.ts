interface SlotParts {
  rows: () => HTMLElement | null
  mark: () => HTMLElement | null
  scroller: () => HTMLElement | null
  gap: number
}

interface Slot {
  index: number
  start: number
  height: number
  /** Shown in the gap. */
  words: string
}

/**
 * The gap a dragged card would fill. Drawn without React: it moves with the pointer. The rows below it jump: gliding, they
 * cost half as much again per move of the pointer where nothing but the processor paints.
 */
export function createDropIndicator({ rows, mark, scroller, gap }: SlotParts) {
  let shown: Slot | null = null

  const draw = (total: number) => {
    const box = mark()
    const list = rows()
    if (!box || !list) return
    const room = shown ? shown.height + gap : 0
    for (const row of list.children) {
      if (!(row instanceof HTMLElement)) continue
      const below = shown !== null && Number(row.dataset['index']) >= shown.index
      row.style.transform = below ? `translateY(${room}px)` : ''
    }
    box.hidden = shown === null
    list.style.height = `${total + room}px`
    const area = scroller()
    if (area) area.style.flexBasis = `${total + room + (area.childElementCount > 2 ? 40 : 0)}px`
    if (!shown) return
    box.style.transform = `translateY(${shown.start}px)`
    box.style.height = `${shown.height}px`
    box.textContent = shown.words
  }

  return {
    show: (slot: Slot | null, total: number) => {
      if (!slot && !shown) return
      shown = slot
      draw(total)
    },
    /** Rows that React drew anew take their places beside the gap. */
    redraw: (total: number) => {
      if (shown) draw(total)
    },
  }
}
