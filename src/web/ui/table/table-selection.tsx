import {
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'

import { selectionText } from '#web/messages/en/selection.ts'
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
    if (allMatching) announce(selectionText.allSelected)
    else if (ids.size > 0) announce(selectionText.selected(ids.size))
    else if (state.selection !== emptySelection) announce(selectionText.selectionCleared)
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
