import X from 'lucide-react/icons/x'
import {
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'

import { tableText } from '#web/messages/en/table.ts'
import { IconButton } from '#web/ui/button.tsx'
import { isTyping } from '#web/ui/keyboard.ts'
import { announce } from '#web/ui/live-region.tsx'
import {
  emptySelection,
  isRowSelected,
  pageState,
  selectRange,
  type TableSelection,
  togglePage,
  toggleRow,
} from './selection.rules.ts'

/** The selection of a table. It survives paging; another `filter` clears it. */
export function useTableSelection(filter: string) {
  const [state, setState] = useState({ filter, selection: emptySelection })
  const selection = state.filter === filter ? state.selection : emptySelection
  const { ids, allMatching } = selection
  const set = (next: TableSelection) => setState({ filter, selection: next })

  const announceCount = useEffectEvent(() => {
    if (allMatching) announce(tableText.allSelected)
    else if (ids.size > 0) announce(tableText.selected(ids.size))
    else if (state.selection !== emptySelection) announce(tableText.selectionCleared)
  })
  useEffect(() => announceCount(), [ids.size, allMatching])

  return {
    /** Rows of all pages; with `allMatching` every row that the filter matches, loaded or not. */
    ids,
    allMatching,
    isEmpty: ids.size === 0 && !allMatching,
    isSelected: (id: string) => isRowSelected(selection, id),
    pageState: (page: readonly string[]) => pageState(selection, page),
    toggle: (id: string, page: readonly string[]) => set(toggleRow(selection, id, page)),
    extend: (from: string, to: string, page: readonly string[]) =>
      set(selectRange(selection, from, to, page)),
    /** The next range begins where the row cursor is. */
    endRange: () => selection.range && set({ ...selection, range: null }),
    togglePage: (page: readonly string[]) => set(togglePage(selection, page)),
    selectAllMatching: () => set({ ids: new Set(), allMatching: true, range: null }),
    clear: () => set({ ...emptySelection }),
  }
}

export type TableSelectionControl = ReturnType<typeof useTableSelection>

const LONG_PRESS_MS = 500
/** Pixels that a finger may move while it rests. */
const MAX_MOVE = 10

/** Calls back once a finger has rested on an element; the press that would follow is dropped. While something is selected a tap is enough. */
export function useLongPress(onLongPress: (target: EventTarget) => void, isSelecting = false) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const isTouch = useRef(false)
  const isDone = useRef(false)
  const cancel = () => clearTimeout(timer.current)
  const finish = (target: EventTarget) => {
    cancel()
    isDone.current = true
    onLongPress(target)
  }
  useEffect(() => cancel, [])
  return {
    onPointerDown: ({ pointerType, isPrimary, target, clientX: x, clientY: y }: PointerEvent) => {
      cancel()
      isDone.current = false
      isTouch.current = pointerType === 'touch' && isPrimary
      if (!isTouch.current) return
      start.current = { x, y }
      timer.current = setTimeout(() => finish(target), LONG_PRESS_MS)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x, y } = start.current
      if (Math.hypot(clientX - x, clientY - y) > MAX_MOVE) cancel()
    },
    onPointerUp: cancel,
    // The finger scrolls.
    onPointerCancel: cancel,
    // Browsers that open a menu or mark the text for a long press do so about now.
    onContextMenu: (event: MouseEvent) => {
      if (!isTouch.current) return
      event.preventDefault()
      if (!isDone.current) finish(event.target)
    },
    onClickCapture: (event: MouseEvent) => {
      const { target } = event
      const isControl = target instanceof Element && target.closest('button, input, label')
      const isTap = isSelecting && isTouch.current && !isControl
      if (!isDone.current && !isTap) return
      if (!isDone.current) onLongPress(target)
      isDone.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

interface SelectionSummaryProps {
  selection: TableSelectionControl
  /** Ids of the page on screen. */
  page: readonly string[]
  /** Whether the filter matches rows on other pages. */
  hasMore: boolean
  /** How many rows match, in words: "about 1,004,000 contacts". */
  matching?: string
  /** In place of the words about a filter, where there is none. */
  selectAll?: string | undefined
}

/** How many rows are selected, the offer to select those on other pages, and a button that clears; for `BulkActionBar`. */
export function SelectionSummary(props: SelectionSummaryProps) {
  const { selection, page, hasMore, matching, selectAll = tableText.selectMatching } = props
  const { ids, allMatching } = selection
  const clearButton = useRef<HTMLButtonElement>(null)
  // Rows have a handler of their own.
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isHere = (event.target as Element).closest('h1, [data-bulk-actions]')
    if (event.key !== 'Escape' || isTyping(event)) return
    if (isHere || event.target === document.body) selection.clear()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const canSelectMatching = !allMatching && hasMore && selection.pageState(page) === 'all'
  const selectMatching = () => {
    clearButton.current?.focus() // the button that was pressed goes
    selection.selectAllMatching()
  }
  return (
    <>
      <div className="selection-summary">
        <span className="text-cell font-medium">
          {allMatching ? (matching ?? tableText.allSelected) : tableText.selected(ids.size)}
        </span>
        {canSelectMatching && (
          <button type="button" onClick={selectMatching} className="selection-link">
            {selectAll}
          </button>
        )}
      </div>
      <IconButton
        ref={clearButton}
        icon={X}
        label={tableText.clearSelection}
        onClick={selection.clear}
      />
    </>
  )
}
