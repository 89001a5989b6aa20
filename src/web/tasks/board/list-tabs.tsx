import { type RefObject, useEffect, useRef, useState } from 'react'

import { boardText } from '#web/messages/en/board.ts'
import { useBoard, useBoardActions, useBoardValues } from '#web/tasks/board-state/board-context.ts'
import { scrollBehavior } from '#web/tasks/board-state/card-animations.ts'
import { activeLists, flattenCards } from '#web/tasks/cards/card-queries.data.ts'
import { filterCards, useLoadedCards } from '#web/tasks/cards/use-list-cards.ts'

interface ListTabsProps {
  scroller: RefObject<HTMLElement | null>
  /** Pixels from one list to the next. */
  step: number
}

/** Phone only: scrolls to a list by its name and marks the one in view. */
export function ListTabs({ scroller, step }: ListTabsProps) {
  const board = useBoard()
  const { registry } = useBoardActions()
  const { filter, filtered, labels } = useBoardValues()
  const { pages } = useLoadedCards(board)
  const lists = activeLists(board).map((list, index) => {
    const loaded = pages[index]
    const matches = loaded && filterCards(flattenCards(loaded), filter, labels).length
    return { ...list, count: filtered ? matches : list.card_count }
  })
  const [activeIndex, setActiveIndex] = useState(0)
  const bar = useRef<HTMLElement>(null)

  useEffect(() => {
    const area = scroller.current
    if (!area) return
    // scrollLeft is negative in right-to-left layouts.
    const updateActiveIndex = () => setActiveIndex(Math.round(Math.abs(area.scrollLeft) / step))
    area.addEventListener('scroll', updateActiveIndex, { passive: true })
    return () => area.removeEventListener('scroll', updateActiveIndex)
  }, [scroller, step])

  useEffect(() => {
    const tab = bar.current?.children[activeIndex]
    if (!tab) return
    tab.scrollIntoView({ inline: 'center', block: 'nearest', behavior: scrollBehavior() })
  }, [activeIndex])

  return (
    <nav
      ref={bar}
      aria-label={boardText.lists}
      className="relative -mx-4 flex shrink-0 [scrollbar-width:none] gap-2 overflow-x-auto px-4 py-1"
    >
      {lists.map((list, index) => (
        <button
          key={list.id}
          type="button"
          aria-current={index === activeIndex || undefined}
          onClick={() => registry.revealList(list.id)}
          className={`flex h-11 shrink-0 items-center gap-2 rounded-full border px-4 text-cell font-medium ${index === activeIndex ? 'border-transparent bg-accent text-on-accent' : 'border-line bg-sunken text-ink-2'}`}
        >
          {list.name}
          {list.count !== undefined && (
            <span className={index === activeIndex ? '' : 'text-ink-3'}>{list.count}</span>
          )}
        </button>
      ))}
    </nav>
  )
}
