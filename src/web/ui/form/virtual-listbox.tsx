import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'

import { scrollTo, useVisibleRange } from '#web/ui/use-virtual-range.ts'
import { layoutItems, lengthOf, visibleIndexes } from '#web/ui/virtual-range.rules.ts'

/** What each option must have: its place, also for screen readers, which see only a part of the options. */
export interface VirtualRowProps {
  readonly style: { position: 'absolute'; insetInline: 0; top: number; height: number }
  readonly 'aria-posinset': number
  readonly 'aria-setsize': number
}

interface VirtualListboxProps extends Omit<ComponentProps<'div'>, 'children'> {
  count: number
  /** Of every option, in pixels. */
  rowHeight: number
  /** Kept rendered and scrolled into view; -1 when there is none. */
  activeIndex: number
  children: (index: number, row: VirtualRowProps) => ReactNode
}

/** A listbox that scrolls and renders the options in view: a board may have 500 lists. */
export function VirtualListbox(props: VirtualListboxProps) {
  const { count, rowHeight, activeIndex, children, ...rest } = props
  const box = useRef<HTMLDivElement>(null)
  const range = useVisibleRange(box, 'y')
  const items = layoutItems(Array<number>(count).fill(rowHeight), 0)
  useLayoutEffect(() => {
    if (box.current && activeIndex >= 0)
      scrollTo(box.current, 'y', { start: activeIndex * rowHeight, size: rowHeight })
  }, [activeIndex, rowHeight])
  return (
    <div {...rest} ref={box} role="listbox">
      <div role="presentation" style={{ position: 'relative', height: lengthOf(items) }}>
        {visibleIndexes(items, range, [activeIndex]).map((index) =>
          children(index, {
            style: {
              position: 'absolute',
              insetInline: 0,
              top: index * rowHeight,
              height: rowHeight,
            },
            'aria-posinset': index + 1,
            'aria-setsize': count,
          }),
        )}
      </div>
    </div>
  )
}
