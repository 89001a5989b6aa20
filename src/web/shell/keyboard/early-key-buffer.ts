import { useEffect } from 'react'

import { preference } from '#web/session/preferences.ts'
import { overlay } from '#web/shell/overlays.ts'
import { isChord, letterOf, isTyping } from '#web/ui/keyboard.ts'
import { keepTyping } from '#web/ui/type-ahead-buffer.tsx'
import { find, pressCreate } from './shell-commands.ts'

type Press = (event: KeyboardEvent) => void

const early: KeyboardEvent[] = []
let press: Press = pressEarly
let stopKeeping: (() => void) | undefined

/** Until the code that knows the keys has come: what one types into opens, the other keys wait in line. */
function pressEarly(event: KeyboardEvent) {
  const opens = openers[singleKeyOf(event) ?? '']
  if (isPalette(event)) overlay.set('palette')
  else if (opens?.()) event.preventDefault()
  // What the page took for itself is done, and must not look like a key that opened something.
  else if (!event.defaultPrevented) early.push(event)
}

const openers: Partial<Record<string, () => boolean>> = {
  '/': () => (find(), true),
  c: pressCreate,
}

const isPalette = (event: KeyboardEvent) => isChord(event, 'k')

/** Hears every key, on the window: what a page takes for itself is taken by then. */
export function useShellKeys() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Must be said at once, or the browser goes to its own search.
      if (isPalette(event)) event.preventDefault()
      press(event)
    }
    const onOverlay = () => {
      if (press !== pressEarly || overlay.get() !== 'palette') return
      stopKeeping ??= keepTyping(cancel)
    }
    const cancel = () => (overlay.set(null), stopKeepingNow())
    const unsubscribe = overlay.subscribe(onOverlay)
    addEventListener('keydown', onKey)
    return () => {
      unsubscribe()
      removeEventListener('keydown', onKey)
      stopKeepingNow()
      early.length = 0
    }
  }, [])
}

function stopKeepingNow() {
  stopKeeping?.()
  stopKeeping = undefined
}

/**
 * From now on keys go here, those that waited first; what was pressed after one that opened something was meant for that.
 * Returns how to stop: the keys of another session wait until its own code is there.
 */
export function handleShortcuts(take: Press): () => void {
  press = take
  stopKeepingNow()
  for (const event of early.splice(0)) {
    take(event)
    if (overlay.get()) break
  }
  return () => void (press = pressEarly)
}

/** The character of a key that means something by itself here: not one of a text or a chord, and not while they are off. */
export function singleKeyOf(event: KeyboardEvent): string | undefined {
  if (preference('single_key_shortcuts') === 'off' || isTyping(event)) return undefined
  const letter = letterOf(event)
  // A capital is another key; a sign may need Shift.
  return event.shiftKey && /^[a-z]$/.test(letter) ? undefined : letter
}
