import { useLayoutEffect } from 'react'

import { preference } from '#web/session/preferences.ts'
import { overlay } from '#web/shell/overlays.ts'
import { isChord, isInWidget, isTyping, keyLetter } from '#web/ui/keyboard.ts'
import { bufferTypedKey } from '#web/ui/type-ahead-buffer.tsx'
import { clickCreateButton, focusSearch } from './page-controls.ts'

type KeyHandler = (event: KeyboardEvent) => void

const buffer: KeyboardEvent[] = []
let handleKey: KeyHandler = bufferKey

/** Until the shortcuts are loaded: opens what text is typed into, and buffers the other keys. */
function bufferKey(event: KeyboardEvent) {
  const open = openers[singleKeyOf(event) ?? '']
  if (isPaletteShortcut(event)) overlay.set('palette')
  else if (open?.()) event.preventDefault()
  // The page has handled a prevented key, and a field its own; replayed, they could open or close something else.
  else if (!event.defaultPrevented && !isInWidget(event)) buffer.push(event)
}

const openers: Partial<Record<string, () => boolean>> = {
  '/': () => (focusSearch(), true),
  c: clickCreateButton,
}

const isPaletteShortcut = (event: KeyboardEvent) => isChord(event, 'k')

/** Listens on the window, after the handlers of the page. Before the first paint: a key may follow it at once. */
export function useKeyBuffer() {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Prevented at once, or the browser opens its own search.
      if (isPaletteShortcut(event)) event.preventDefault()
      handleKey(event)
    }
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
      buffer.length = 0
    }
  }, [])
}

/**
 * Replays the buffered keys, then passes every key to `handler`. Returns a function that buffers again, for the next session.
 */
export function handleShortcuts(handler: KeyHandler): () => void {
  handleKey = handler
  void replay(handler)
  return () => void (handleKey = bufferKey)
}

/** Keys after one that opened an overlay or a form are dropped; those after one that waits for a form are its text. */
async function replay(handler: KeyHandler) {
  for (const event of buffer.splice(0)) {
    if (!bufferTypedKey(event)) handler(event)
    if (overlay.get()) break
    await Promise.resolve() // React renders what the key opened.
  }
}

/** The character of a single-key shortcut; undefined in text fields, for chords, and while these shortcuts are off. */
export function singleKeyOf(event: KeyboardEvent): string | undefined {
  if (preference('single_key_shortcuts') === 'off' || isTyping(event)) return undefined
  const letter = keyLetter(event)
  // A capital is another key; a symbol may need Shift.
  return event.shiftKey && /^[a-z]$/.test(letter) ? undefined : letter
}
