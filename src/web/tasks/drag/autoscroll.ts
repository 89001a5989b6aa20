import { scrollBehavior } from '#web/tasks/board-state/card-animations.ts'

const EDGE_SIZE = 96
const MAX_SPEED = 20
/** On a phone, how long a touch stays at an edge before the board turns to the next list. */
const PAGE_DELAY_MS = 400

export interface Point {
  x: number
  y: number
}

/** A scroll container with its edges, measured once: measuring at every move would force a layout each time. */
export interface ScrollArea {
  element: HTMLElement
  edges: { left: number; right: number; top: number; bottom: number }
}

interface AutoscrollOptions {
  board: () => ScrollArea | null
  list: () => ScrollArea | null
  /** The board scrolls list by list, as on a phone. */
  pagesByList: () => boolean
  onScroll: () => void
}

/** Scrolls under a dragged card: the board near its sides, the list near its top and bottom, faster nearer the edge. */
export function createAutoscroll({ board, list, pagesByList, onScroll }: AutoscrollOptions) {
  let frame = 0
  let point: Point | null = null
  let nextPageAt = 0

  const step = (time: number) => {
    frame = 0
    if (!point) return
    const boardArea = board()
    const listArea = list()
    const x = boardArea ? scrollSpeed(point.x, boardArea.edges, 'left', 'right') : 0
    const y = listArea ? scrollSpeed(point.y, listArea.edges, 'top', 'bottom') : 0
    const isPaging = boardArea !== null && x !== 0 && pagesByList()
    if (isPaging) turnPage(boardArea.element, x, time)
    else nextPageAt = 0
    const moved = [
      !isPaging && scroll(boardArea, 'scrollLeft', x),
      scroll(listArea, 'scrollTop', y),
    ]
    if (moved.includes(true)) onScroll()
    if (isPaging || moved.includes(true)) frame = requestAnimationFrame(step)
  }

  const turnPage = (boardArea: HTMLElement, x: number, time: number) => {
    if (Math.abs(x) < MAX_SPEED / 4) return void (nextPageAt = 0)
    nextPageAt ||= time + PAGE_DELAY_MS
    if (time < nextPageAt) return
    nextPageAt = time + 2 * PAGE_DELAY_MS
    boardArea.scrollBy({
      left: Math.sign(x) * boardArea.clientWidth * 0.85,
      behavior: scrollBehavior(),
    })
  }

  return {
    update: (next: Point | null) => {
      point = next
      if (point && frame === 0) frame = requestAnimationFrame(step)
    },
    stop: () => {
      point = null
      nextPageAt = 0
      cancelAnimationFrame(frame)
      frame = 0
    },
  }
}

/** Returns whether there was anything left to scroll. */
function scroll(area: ScrollArea | null, axis: 'scrollLeft' | 'scrollTop', by: number): boolean {
  if (!area || by === 0) return false
  const before = area.element[axis]
  area.element[axis] += by
  return area.element[axis] !== before
}

/** Pixels to scroll in this frame: zero inside, growing over the last 96 px to either edge. */
function scrollSpeed(
  position: number,
  rect: ScrollArea['edges'],
  start: 'left' | 'top',
  end: 'right' | 'bottom',
): number {
  const edge = Math.min(EDGE_SIZE, (rect[end] - rect[start]) / 4)
  const before = rect[start] + edge - position
  const after = position - (rect[end] - edge)
  const depth = Math.min(1, Math.max(before, after, 0) / edge)
  return Math.sign(before > 0 ? -1 : 1) * Math.ceil(depth * depth * MAX_SPEED)
}
