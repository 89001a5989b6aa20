import { scrollBehavior } from '#web/tasks/board-state/card-animations.ts'

const EDGE = 96
const FASTEST = 20
/** A finger at the edge of a phone turns to the next list after this many milliseconds. */
const PAGE_DELAY_MS = 400

interface Point {
  x: number
  y: number
}

/** Something that scrolls and where its edges are; asking the page each time would lay it out at every move. */
export interface Area {
  element: HTMLElement
  edges: { left: number; right: number; top: number; bottom: number }
}

interface Areas {
  board: () => Area | null
  list: () => Area | null
  /** On a phone the board turns list by list. */
  pagesByList: () => boolean
  onScroll: () => void
}

/** Scrolls what is under a dragged card: the board near a side, the list near its top or bottom, faster nearer the edge. */
export function createAutoscroll({ board, list, pagesByList, onScroll }: Areas) {
  let frame = 0
  let point: Point | null = null
  let turnAt = 0

  const step = (time: number) => {
    frame = 0
    if (!point) return
    const across = board()
    const down = list()
    const x = across ? scrollSpeed(point.x, across.edges, 'left', 'right') : 0
    const y = down ? scrollSpeed(point.y, down.edges, 'top', 'bottom') : 0
    const turning = across !== null && x !== 0 && pagesByList()
    if (turning) turn(across.element, x, time)
    else turnAt = 0
    const moved = [!turning && scroll(across, 'scrollLeft', x), scroll(down, 'scrollTop', y)]
    if (moved.includes(true)) onScroll()
    if (turning || moved.includes(true)) frame = requestAnimationFrame(step)
  }

  const turn = (across: HTMLElement, x: number, time: number) => {
    if (Math.abs(x) < FASTEST / 4) return void (turnAt = 0)
    turnAt ||= time + PAGE_DELAY_MS
    if (time < turnAt) return
    turnAt = time + 2 * PAGE_DELAY_MS
    across.scrollBy({ left: Math.sign(x) * across.clientWidth * 0.85, behavior: scrollBehavior() })
  }

  return {
    at: (next: Point | null) => {
      point = next
      if (point && frame === 0) frame = requestAnimationFrame(step)
    },
    stop: () => {
      point = null
      turnAt = 0
      cancelAnimationFrame(frame)
      frame = 0
    },
  }
}

/** Answers whether there was anything left to scroll. */
function scroll(area: Area | null, way: 'scrollLeft' | 'scrollTop', by: number): boolean {
  if (!area || by === 0) return false
  const before = area.element[way]
  area.element[way] += by
  return area.element[way] !== before
}

/** Pixels to scroll in this frame: nothing inside, growing over the last 96 px to either edge. */
function scrollSpeed(
  at: number,
  rect: Area['edges'],
  start: 'left' | 'top',
  end: 'right' | 'bottom',
): number {
  const edge = Math.min(EDGE, (rect[end] - rect[start]) / 4)
  const before = rect[start] + edge - at
  const after = at - (rect[end] - edge)
  const depth = Math.min(1, Math.max(before, after, 0) / edge)
  return Math.sign(before > 0 ? -1 : 1) * Math.ceil(depth * depth * FASTEST)
}

export type Autoscroll = ReturnType<typeof createAutoscroll>
