import { useEffect, useRef } from 'react'

import { isTyping } from '#web/ui/is-typing.ts'
import { letterOf } from '#web/ui/keyboard.ts'

interface Shortcuts {
  /** The person left single keys on. */
  enabled: boolean
  onNew: (position: 'top' | 'bottom') => void
}

/** Keys that work anywhere on the board's page, outside of texts, menus and dialogs. */
export function useBoardShortcuts(shortcuts: Shortcuts) {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { enabled, onNew } = latest.current
      if (!enabled || isTyping(event)) return
      const key = letterOf(event)
      if (key !== 'n' && (key !== 'c' || event.shiftKey)) return
      event.preventDefault()
      onNew(event.shiftKey ? 'top' : 'bottom')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
