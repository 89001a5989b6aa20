import {
  type FocusEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'

import { restoreLostFocus } from '#web/ui/focus-return.ts'
import { isTyping, keyLetter } from '#web/ui/keyboard.ts'

interface RowCursorInput {
  ids: readonly string[]
  /** Changes with the page, the filter and the sort: the cursor goes to the first row. */
  view: string
  singleKeys: boolean
  /** The row that takes the focus once this changes. */
  requestedRow?: string | null | undefined
}

/** Marks the cell of a control that the cursor can be on: `select`, `open`, `menu`, or the id of a column. */
export const controlProps = (control: string) => ({ 'data-control': control })

/** The active row: the only one whose controls are in the tab order. Arrow keys move the focus between rows. */
export function useRowCursor({ ids, view, singleKeys, requestedRow }: RowCursorInput) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [state, setState] = useState({ view, id: '', index: 0 })
  const isCurrent = state.view === view
  const found = isCurrent ? ids.indexOf(state.id) : -1
  // A row that goes leaves the cursor at its position.
  const index = found === -1 ? Math.min(isCurrent ? state.index : 0, ids.length - 1) : found
  const activeId = ids[index]

  const activate = (id: string) => setState({ view, id, index: ids.indexOf(id) })
  const focusRow = (row: number, control = currentControl()) => {
    const id = ids[row]
    if (id === undefined) return
    const find = () => body.current?.querySelector(`[data-id="${CSS.escape(id)}"]`)
    // A virtual row is rendered once it is the active one.
    if (find()) activate(id)
    else flushSync(() => activate(id))
    const element = find()
    const target = [control, 'open', 'select', 'menu']
      .map((name) =>
        element?.querySelector(
          `td[tabindex][data-control=${name}], [data-control=${name}] :is(a, button, input)`,
        ),
      )
      .find((found) => found instanceof HTMLElement)
    target?.focus()
  }

  // While a row has the focus, this is its control; the row may be removed with the focus in it.
  const focused = useRef<string>(undefined)
  const onFocus = (event: FocusEvent) => {
    const id = rowIdOf(event.target)
    if (id === undefined) return // in a menu of the row, which is elsewhere in the document
    if (id !== activeId) activate(id)
  }
  const onBlur = (event: FocusEvent) => {
    if (event.target.isConnected && document.hasFocus()) focused.current = undefined
  }
  useLayoutEffect(() => {
    // React reports no focus that a dialog gives back while it unmounts.
    const onFocusIn = ({ target }: globalThis.FocusEvent) => {
      if (target instanceof Node && body.current?.contains(target))
        focused.current = currentControl()
    }
    document.addEventListener('focusin', onFocusIn)
    return () => document.removeEventListener('focusin', onFocusIn)
  }, [])
  const restoreFocus = useEffectEvent(() => {
    if (!focused.current || document.activeElement !== document.body) return
    focusRow(index, focused.current)
    restoreLostFocus() // it was the last row
  })
  useLayoutEffect(() => restoreFocus(), [ids])

  const focusRequested = useEffectEvent(() => {
    const index = ids.indexOf(requestedRow ?? '')
    if (index !== -1) focusRow(index, 'open')
  })
  useEffect(() => {
    if (!requestedRow) return undefined
    // A row that is not rendered yet is rendered at once, which an effect cannot do.
    const frame = requestAnimationFrame(() => focusRequested())
    return () => cancelAnimationFrame(frame)
  }, [requestedRow])

  // From the heading of the page, from nothing or from the actions of a selection into the table; before the first paint, as a
  // key may follow it at once.
  const enter = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as Element
    const isNowhere = target === document.body || target.closest('h1, [data-bulk-actions]')
    const letter = singleKeys ? keyLetter(event) : ''
    const isEntry = ['ArrowDown', 'ArrowUp'].includes(event.key) || /^[jk]$/.test(letter)
    if (!isNowhere || !isEntry || event.shiftKey || isTyping(event) || ids.length === 0) return
    if (document.querySelector('dialog[open]')) return
    event.preventDefault()
    focusRow(index)
  })
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => enter(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return { body, index, activeId, activate, focusRow, onFocus, onBlur }
}

const currentControl = () =>
  document.activeElement?.closest<HTMLElement>('[data-control]')?.dataset['control'] ?? 'open'

/** The row that an element belongs to; undefined outside of the table, as in a menu of a row. */
export const rowIdOf = (target: EventTarget | null): string | undefined =>
  target instanceof Element
    ? target.closest<HTMLElement>('[data-testid=row]')?.dataset['id']
    : undefined

/** Another page begins at its top. */
export function useScrollToTop(frame: { current: HTMLElement | null }, view: string | undefined) {
  const previous = useRef<string>(undefined)
  useEffect(() => {
    if (view === undefined) return
    const element = frame.current
    if (element && previous.current !== undefined && previous.current !== view) {
      element.scrollTop = 0
      if (element.getBoundingClientRect().top < 0) element.scrollIntoView({ block: 'start' })
    }
    previous.current = view
  }, [frame, view])
}

/** Marks an element before a table while columns are hidden beyond the end of its frame. Without a scrollbar nothing else says so. */
export const useTableEdges = () =>
  useCallback((edges: HTMLElement | null) => {
    const frame = edges?.parentElement
    const table = edges?.nextElementSibling
    if (!frame || !table) return undefined
    const update = () => {
      const { scrollLeft, clientWidth, scrollWidth, clientHeight } = frame
      // Negative where the text runs to the left.
      const hidden = scrollWidth - clientWidth - Math.abs(scrollLeft)
      edges.toggleAttribute('data-more', hidden > 1)
      edges.style.setProperty('--frame-height', `${clientHeight}px`)
    }
    const observer = new ResizeObserver(update)
    observer.observe(frame)
    observer.observe(table)
    frame.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      frame.removeEventListener('scroll', update)
    }
  }, [])
