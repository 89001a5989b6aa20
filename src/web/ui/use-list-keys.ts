import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'

import { isTyping, keyLetter } from './keyboard.ts'

/** State of a navigation from an item to its list, whose row takes the focus; see shell/route-focus.ts. */
export const FOCUS_ROW = 'focus row'

interface ListKeys {
  /** Whether the person uses shortcuts of a single key. */
  isOn: boolean
  /** The pathname of the list, which U opens. */
  back?: string
  /** What stays of a query string: the filter of the list. */
  keepSearch?: (search: string) => string
}

interface Place {
  readonly path: string
  readonly index: number
  /** Another filter is another list. */
  readonly search: string
}

/**
 * J and K open the next and the previous item of a list, given as pathnames, from the open one or the last that was: when
 * it left the list, J opens the one in its place. U opens the list and focuses the row of the item.
 */
export function useListKeys(
  items: readonly string[],
  { isOn, back, keepSearch = () => '' }: ListKeys,
): void {
  const navigate = useNavigate()
  // Keys may be faster than the navigation, and that faster than the next render.
  const target = useRef<{ readonly path: string }>(undefined)
  const lastPlace = useRef<Place>(undefined)
  useEffect(() => {
    const { pathname: path, search } = location
    const index = items.indexOf(path)
    if (index >= 0) lastPlace.current = { path, index, search }
  })
  const indexFrom = (path: string, by: number) => {
    const index = items.indexOf(path)
    if (index >= 0) return index + by
    const last = lastPlace.current
    if (!last || last.search !== location.search) return 0
    const lastIndex = items.indexOf(last.path)
    if (lastIndex >= 0) return lastIndex + by
    return by > 0 ? Math.min(last.index, items.length - 1) : last.index - 1
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const letter = keyLetter(event)
    const by = { j: 1, k: -1 }[letter]
    if ((!by && letter !== 'u') || !isOn || event.shiftKey || isTyping(event)) return
    if (document.querySelector('dialog[open]')) return
    const from = target.current?.path ?? location.pathname
    const path = by === undefined ? back : items[indexFrom(from, by)]
    if (path === undefined || path === from) return
    event.preventDefault()
    const own = (target.current = { path })
    const onEnd = () => {
      if (target.current === own) target.current = undefined
    }
    const state = by === undefined ? FOCUS_ROW : undefined
    const to = path + keepSearch(location.search)
    void Promise.resolve(navigate(to, { state })).finally(onEnd)
  })
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
