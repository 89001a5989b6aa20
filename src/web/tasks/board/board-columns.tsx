import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useSearchParams } from 'react-router-dom'

import { boardText as text } from '#web/messages/en/board.ts'
import { listViewText } from '#web/messages/en/list-view.ts'
import { type KeySession, useSession } from '#web/session/session.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { AddListColumn } from '#web/tasks/board-settings/add-list.tsx'
import {
  type BoardActions,
  type QuickAddState,
  useBoard,
  useBoardActions,
  useBoardValues,
} from '#web/tasks/board-state/board-context.ts'
import { setListView, useListViews, viewCards } from '#web/tasks/board-state/list-views.ts'
import { activeLists, flattenCards } from '#web/tasks/cards/card-queries.data.ts'
import {
  filterCards,
  type LoadedCards,
  useLoadedCards,
  useLoadedLists,
} from '#web/tasks/cards/use-list-cards.ts'
import type { DragPress } from '#web/tasks/drag/drag-press.ts'
import { toast } from '#web/ui/toast.ts'
import { scrollTo, useVisibleRange } from '#web/ui/use-virtual-range.ts'
import {
  layoutItems,
  lengthOf,
  type VirtualItem,
  visibleIndexes,
} from '#web/ui/virtual-range.rules.ts'
import { cardHeights } from './card-content.tsx'
import { ListColumn } from './list-column.tsx'
import { ListTabs } from './list-tabs.tsx'

/** Larger boards render only the lists in the visible range and the next. */
const MAX_UNVIRTUALIZED_LISTS = 6
/** The width of a collapsed list: list-column.tsx must agree. */
const SPINE_REM = 2.75

interface BoardColumnsProps {
  quickAdd: QuickAddState | null
  dragPress: DragPress
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onContextMenu: (event: MouseEvent<HTMLElement>) => void
  onClick: (event: MouseEvent<HTMLElement>) => void
  onClickCapture: (event: MouseEvent<HTMLElement>) => void
}

/** The lists side by side; on a phone one at a time, with the edge of the next. */
export function BoardColumns(props: BoardColumnsProps) {
  const { quickAdd, dragPress, onKeyDown, onContextMenu, onClick, onClickCapture } = props
  const board = useBoard()
  const { registry } = useBoardActions()
  const { layout, canEdit } = useBoardValues()
  const canAddLists = useCapability('boards.write') && canEdit
  useLoadedLists(board, false)
  const lists = useMemo(() => activeLists(board), [board])
  const scroller = useRef<HTMLDivElement>(null)
  const views = useListViews()
  const isCollapsed = useCallback(
    (id: string) => !layout.isPhone && views[id]?.isCollapsed === true,
    [layout, views],
  )
  const tabStopIndex = useTabStop(isCollapsed)
  useLinkedList()
  useEffect(() => dragPress.cancel, [dragPress])

  const gap = layout.listStep - layout.listWidth
  const columns = useMemo(
    () =>
      layoutItems(
        lists.map(({ id }) => (isCollapsed(id) ? SPINE_REM * layout.rem : layout.listWidth)),
        gap,
      ),
    [lists, layout, gap, isCollapsed],
  )
  const end = lengthOf(columns)
  const visibleRange = useVisibleRange(scroller, 'x')
  const draggedIndex = lists.findIndex(({ id }) => id === registry.dragged.get()?.list_id)
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
    registry.measureLists = () => {
      const content = scroller.current?.firstElementChild
      if (!content) return () => null
      const { left, right } = content.getBoundingClientRect()
      const isRtl = getComputedStyle(content).direction === 'rtl'
      return (x) => {
        const at = isRtl ? right - x : x - left
        const distanceOf = ({ start, size }: VirtualItem) =>
          Math.max(start - at, at - start - size, 0)
        const distances = columns.map(distanceOf)
        const distance = Math.min(...distances)
        const list = lists[distances.indexOf(distance)]
        return list ? { list_id: list.id, distance } : null
      }
    }
  }, [registry, lists, columns, layout])

  return (
    <>
      {layout.isPhone && <ListTabs scroller={scroller} step={layout.listStep} />}
      <div
        ref={scroller}
        role="group"
        aria-label={text.board}
        aria-describedby="board-instructions"
        onPointerOver={dragPress.expect}
        onFocus={dragPress.expect}
        onMouseDown={dragPress.press}
        onTouchStart={dragPress.press}
        onKeyDown={(event) => {
          dragPress.press(event)
          onKeyDown(event)
        }}
        onContextMenu={onContextMenu}
        onClick={onClick}
        onClickCapture={onClickCapture}
        className="-mx-4 min-h-0 flex-1 scroll-px-4 overflow-x-auto overflow-y-hidden px-4 pb-2 data-dragging:snap-none max-md:snap-x max-md:snap-mandatory md:-mx-7 md:scroll-px-7 md:px-7 print:overflow-visible"
      >
        <div
          style={{ width: end + (canAddLists ? layout.listStep : 0) }}
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
          {canAddLists && (
            <div
              style={{
                insetInlineStart: end + gap,
                width: layout.listWidth,
              }}
              className="absolute inset-y-0 max-md:snap-center print:hidden"
            >
              <AddListColumn board_id={board.id} />
            </div>
          )}
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
function useTabStop(isCollapsed: (list_id: string) => boolean): number {
  const { focus } = useBoardActions()
  const { filter, labels } = useBoardValues()
  const board = useBoard()
  const views = useListViews()
  const loaded = useLoadedCards(board)
  const { pages } = loaded
  useMeasuredCards(loaded)
  const current = useSyncExternalStore(focus.subscribe, focus.current)
  const visible = activeLists(board).map(({ id }, index) =>
    isCollapsed(id)
      ? []
      : viewCards(filterCards(flattenCards(pages[index]), filter, labels), views[id]?.sort),
  )
  const currentIndex = visible.findIndex((cards) => cards.some(({ id }) => id === current))
  const index = currentIndex < 0 ? visible.findIndex((cards) => cards.length > 0) : currentIndex
  const tabStop = currentIndex < 0 ? (visible[index]?.[0]?.id ?? null) : current
  useLayoutEffect(() => focus.setTabStop(tabStop))
  return index
}

/** Scrolls to the list that the URL names. */
function useLinkedList() {
  const session = useSession()
  const actions = useBoardActions()
  const list_id = useSearchParams()[0].get('list')
  useEffect(() => {
    if (list_id === null) return undefined
    revealList(session, actions, list_id)
  }, [session, actions, list_id])
}

/** About the first page. Of more, each list measures its own when it is rendered. */
const MAX_MEASURED_TOGETHER = 200

/** Measures the first cards together, so that no list needs a layout of its own. */
function useMeasuredCards(loaded: LoadedCards) {
  const { labels, layout, canEdit } = useBoardValues()
  useState(() => {
    const { cards } = loaded
    if (cards.length <= MAX_MEASURED_TOGETHER)
      cardHeights(cards, { labels, layout, canEdit, hasError: () => false })
  })
}

/** Scrolls to the list that a link names, opens it when it is collapsed, and focuses its first card. */
function revealList({ connection }: KeySession, actions: BoardActions, list_id: string) {
  const { registry, focus } = actions
  const { board } = registry.snapshot()
  if (!activeLists(board).some(({ id }) => id === list_id))
    return void toast({ text: listViewText.gone })
  setListView(connection.fingerprint, list_id, { isCollapsed: false })
  requestAnimationFrame(() => {
    registry.revealList(list_id)
    // The scroll renders a list that was out of view.
    requestAnimationFrame(() => {
      const [first] = registry.columns.get(list_id)?.cards() ?? []
      if (first) focus.request(first.id)
    })
  })
}
