import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'

import { boardText as text } from '#web/messages/en/board.ts'
import {
  type QuickAddState,
  useBoard,
  useBoardActions,
  useBoardValues,
} from '#web/tasks/board-state/board-context.ts'
import { flattenCards, activeLists } from '#web/tasks/cards/card-queries.data.ts'
import { filterCards, useLoadedCards } from '#web/tasks/cards/use-list-cards.ts'
import { Lazy, lazyChunk } from '#web/ui/lazy-chunk.tsx'
import { scrollTo, useVisibleRange } from '#web/ui/use-virtual-range.ts'
import { layoutItems, lengthOf, visibleIndexes } from '#web/ui/virtual-range.rules.ts'
import { ListColumn } from './list-column.tsx'

// Only phones load it.
const listTabs = lazyChunk(() => import('./list-tabs.tsx'))
/** Larger boards render only the lists in the visible range and the next. */
const MAX_UNVIRTUALIZED_LISTS = 6

interface BoardColumnsProps {
  quickAdd: QuickAddState | null
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onContextMenu: (event: MouseEvent<HTMLElement>) => void
}

/** The lists side by side; on a phone one at a time, with the edge of the next. */
export function BoardColumns({ quickAdd, onKeyDown, onContextMenu }: BoardColumnsProps) {
  const board = useBoard()
  const { registry } = useBoardActions()
  const { layout } = useBoardValues()
  const lists = useMemo(() => activeLists(board), [board])
  const scroller = useRef<HTMLDivElement>(null)
  const tabStopIndex = useTabStop()

  const columns = useMemo(
    () =>
      layoutItems(
        lists.map(() => layout.listWidth),
        layout.listStep - layout.listWidth,
      ),
    [lists, layout],
  )
  const visibleRange = useVisibleRange(scroller, 'x')
  const draggedIndex = lists.findIndex(({ id }) => id === registry.draggedCard?.list_id)
  const rendered =
    lists.length <= MAX_UNVIRTUALIZED_LISTS
      ? lists.map((_, index) => index)
      : visibleIndexes(columns, visibleRange, [tabStopIndex, draggedIndex])

  useEffect(() => {
    registry.board = scroller.current
    registry.revealList = (list_id) => {
      const span = columns[lists.findIndex(({ id }) => id === list_id)]
      if (scroller.current && span) scrollTo(scroller.current, 'x', span, layout.isPhone)
    }
  }, [registry, lists, columns, layout])

  return (
    <>
      {layout.isPhone && (
        <Lazy chunk={listTabs} fallback={<div className="h-13 shrink-0" />}>
          {({ ListTabs }) => <ListTabs scroller={scroller} step={layout.listStep} />}
        </Lazy>
      )}
      <div
        ref={scroller}
        role="group"
        aria-label={text.board}
        aria-describedby="board-instructions"
        onKeyDown={onKeyDown}
        onContextMenu={onContextMenu}
        className="-mx-4 min-h-0 flex-1 scroll-px-4 overflow-x-auto overflow-y-hidden px-4 pb-2 data-dragging:snap-none max-md:snap-x max-md:snap-mandatory md:-mx-7 md:scroll-px-7 md:px-7 print:overflow-visible"
      >
        <div
          style={{ width: lengthOf(columns) }}
          className="relative h-full print:flex print:h-auto print:w-auto! print:flex-wrap print:gap-3"
        >
          {rendered.map((index) => {
            const list = lists[index]
            if (!list) return null
            const own = quickAdd?.list_id === list.id ? quickAdd : null
            return (
              <ListColumn
                key={list.id}
                list={list}
                left={columns[index]?.start ?? 0}
                quickAdd={own}
              />
            )
          })}
        </div>
      </div>
      <p id="board-instructions" hidden>
        {text.instructions}
      </p>
    </>
  )
}

/**
 * Keeps one card in the tab order: the current one, or the first of the board while that is hidden or gone. Returns the
 * index of its list, which stays rendered, or Tab could not return to the board.
 */
function useTabStop(): number {
  const { focus } = useBoardActions()
  const { filter, labels } = useBoardValues()
  const { pages } = useLoadedCards(useBoard())
  const current = useSyncExternalStore(focus.subscribe, focus.current)
  const visible = pages.map((list) => filterCards(flattenCards(list), filter, labels))
  const currentIndex = visible.findIndex((cards) => cards.some(({ id }) => id === current))
  const index = currentIndex < 0 ? visible.findIndex((cards) => cards.length > 0) : currentIndex
  const tabStop = currentIndex < 0 ? (visible[index]?.[0]?.id ?? null) : current
  useLayoutEffect(() => focus.setTabStop(tabStop))
  return index
}
