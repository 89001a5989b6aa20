import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'

import { isTyping, keyLetter } from '#web/ui/keyboard.ts'

interface ListKeys {
  /** Whether the person uses shortcuts of a single key. */
  isOn: boolean
  /** The pathname of the list, which U opens. */
  back?: string
  /** The query string stays: the filter of the list. */
  keepSearch?: boolean
}

/** J and K open the next and the previous item of a list, given as pathnames; U opens the list. */
export function useListKeys(
  items: readonly string[],
  { isOn, back, keepSearch = false }: ListKeys,
): void {
  const navigate = useNavigate()
  // Keys may be faster than the navigation, and that faster than the next render.
  const target = useRef<{ readonly path: string }>(undefined)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const letter = keyLetter(event)
    const by = { j: 1, k: -1 }[letter]
    if ((!by && letter !== 'u') || !isOn || event.shiftKey || isTyping(event)) return
    if (document.querySelector('dialog[open]')) return
    const from = target.current?.path ?? location.pathname
    const index = items.indexOf(from)
    const path = by === undefined ? back : items[index < 0 ? 0 : index + by]
    if (path === undefined || path === from) return
    event.preventDefault()
    const own = (target.current = { path })
    const onEnd = () => {
      if (target.current === own) target.current = undefined
    }
    void Promise.resolve(navigate(keepSearch ? path + location.search : path)).finally(onEnd)
  })
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
