import { useEffect, useRef } from 'react'

import { isTyping } from '#web/ui/is-typing.ts'

interface Shortcuts {
  /** The person left single keys on. */
  enabled: boolean
  onNew: ((position: 'top' | 'bottom') => void) | undefined
  onUndo: () => void
}

/** Keys that work anywhere on the board's page, outside of texts, menus and dialogs. */
export function useBoardShortcuts(shortcuts: Shortcuts) {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { enabled, onNew, onUndo } = latest.current
      if (isUndo(event) || (enabled && !isTyping(event) && event.key === 'z' && !event.altKey)) {
        event.preventDefault()
        return onUndo()
      }
      if (!enabled || !onNew || isTyping(event) || event.altKey) return
      const key = event.key.toLowerCase()
      if (key !== 'c' && key !== 'n') return
      event.preventDefault()
      onNew(event.shiftKey ? 'top' : 'bottom')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Ctrl Z, or Cmd Z, which a text field keeps for itself. */
function isUndo(event: KeyboardEvent): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key !== 'z') return false
  const target = event.target
  return !(target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]'))
}
