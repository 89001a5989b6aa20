import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import type { VirtualItem } from './virtual-range.rules.ts'

/** The part of a scroller that is drawn, in pixels. */
interface VisibleRange {
  readonly from: number
  readonly to: number
  /** The content is larger than the scroller. */
  readonly overflows: boolean
}

type Axis = 'x' | 'y'

/** Drawn beyond the edges at rest; the next is drawn when less than half of it is left. */
const OVERSCAN = 200
/** Pixels between two scroll events from which the scroll counts as fast. */
const FAST_STEP = 150

// A printout does not scroll, so everything is rendered; also in scrollers that appear because of it.
const ALL: VisibleRange = { from: -Infinity, to: Infinity, overflows: false }
let isPrinting = false
globalThis.addEventListener?.('beforeprint', () => (isPrinting = true))
globalThis.addEventListener?.('afterprint', () => (isPrinting = false))

const offsetIn = (box: HTMLElement, axis: Axis) =>
  axis === 'y' ? box.scrollTop : Math.abs(box.scrollLeft) // negative from right to left
const sizeIn = (box: HTMLElement, axis: Axis) => (axis === 'y' ? box.clientHeight : box.clientWidth)

/**
 * The visible range of a scroller with overscan. Changes when scrolling nears its edge, not with every pixel. With
 * `measure` the page may scroll instead.
 */
export function useVisibleRange(
  scroller: RefObject<HTMLElement | null>,
  axis: Axis,
  maxAhead = 1,
  overscan = OVERSCAN,
  measure?: (box: HTMLElement) => { from: number; to: number },
): VisibleRange {
  const [range, setRange] = useState<VisibleRange>(() =>
    isPrinting
      ? ALL
      : {
          from: 0,
          // About the size of the viewport, so that the first render needs no second one. Not more in a row, where each item
          // requests its content and the sidebar takes part of the width.
          to: axis === 'y' ? innerHeight : innerWidth - OVERSCAN,
          overflows: false,
        },
  )

  const latest = useRef(range)
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    let last = 0
    const show = (next: VisibleRange) => {
      latest.current = next
      setRange(next)
    }
    const update = () => {
      if (isPrinting) return
      const offset = offsetIn(box, axis)
      const { from, to } = measure?.(box) ?? { from: offset, to: offset + sizeIn(box, axis) }
      // Half a screen more in the scroll direction, a whole one for large steps, so that fast scrolling shows no blank area.
      const step = Math.abs(from - last)
      const share = step < FAST_STEP ? Math.min(0.5, maxAhead) : maxAhead
      const ahead = step === 0 ? 0 : (to - from) * share
      const before = from < last ? ahead : 0
      last = from
      const overflows = axis === 'y' && box.scrollHeight > box.clientHeight
      const current = latest.current
      if (
        current.overflows === overflows &&
        current.from <= Math.max(0, from - overscan / 2) &&
        current.to >= to + overscan / 2
      )
        return
      const isBlank = from < to && (current.to <= from || current.from >= to)
      const next = { from: from - overscan - before, to: to + overscan + ahead - before, overflows }
      // React renders what a scroll changes after the paint, which would be of an empty list.
      if (isBlank) flushSync(() => show(next))
      else show(next)
    }
    const all = () => flushSync(() => show(ALL))
    // In the next frame, because boxes may still have their size on paper.
    const reset = () =>
      requestAnimationFrame(() => (show({ from: 0, to: 0, overflows: false }), update()))
    // Its first call is before the paint and after the layout, which a read here would force.
    const sizes = new ResizeObserver(update)
    sizes.observe(box)
    const listeners = new AbortController()
    const options = { passive: true, signal: listeners.signal }
    box.addEventListener('scroll', update, options)
    if (measure) {
      // Also of a scroller around it, whose scroll does not bubble.
      addEventListener('scroll', update, { ...options, capture: true })
      addEventListener('resize', update, options)
    }
    addEventListener('beforeprint', all, options)
    addEventListener('afterprint', reset, options)
    return () => {
      sizes.disconnect()
      listeners.abort()
    }
  }, [scroller, axis, maxAhead, overscan, measure])

  return range
}

/** Scrolls an item into view or to the middle; does nothing when it is visible already. */
export function scrollTo(
  box: HTMLElement,
  axis: Axis,
  { start, size }: VirtualItem,
  middle = false,
) {
  const from = offsetIn(box, axis)
  const viewport = sizeIn(box, axis)
  const latest = start + size - viewport
  const to = middle ? start + size / 2 - viewport / 2 : Math.min(start, Math.max(from, latest))
  if (to === from) return
  if (axis === 'y') box.scrollTop = to
  else box.scrollLeft = getComputedStyle(box).direction === 'rtl' ? -to : to
}
