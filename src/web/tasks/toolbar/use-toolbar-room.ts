import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { useBoardLayout } from '#web/tasks/board-state/board-layout.ts'

/** What the toolbar has room for in one row: four chips of filters, three and an icon, one button, or only icons. */
export type ToolbarRoom = 'all-chips' | 'chips' | 'button' | 'narrow'

// Widths of the toolbar in rem: the sum of its parts, with the count and "Clear" of a filter.
const FROM = { 'all-chips': 76, chips: 68, button: 58 } as const

function roomOf(width: number): ToolbarRoom {
  if (width >= FROM['all-chips']) return 'all-chips'
  if (width >= FROM.chips) return 'chips'
  return width >= FROM.button ? 'button' : 'narrow'
}

/** By the width of the toolbar and not of the window, beside which a sidebar may be; in rem, as text may be enlarged. */
export function useToolbarRoom(): { room: ToolbarRoom; toolbar: RefObject<HTMLDivElement | null> } {
  const { rem } = useBoardLayout()
  const toolbar = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<ToolbarRoom>('button')
  useLayoutEffect(() => {
    if (!toolbar.current) return
    // At once: a shift before the first paint is counted, too.
    setRoom(roomOf(toolbar.current.clientWidth / rem))
    // Called after the layout and before the paint, so nothing moves.
    const observer = new ResizeObserver(([entry]) => {
      if (entry) flushSync(() => setRoom(roomOf(entry.contentRect.width / rem)))
    })
    observer.observe(toolbar.current)
    return () => observer.disconnect()
  }, [rem])
  return { room, toolbar }
}
