import { useEffect, useEffectEvent } from 'react'

import { usePreference } from '#web/session/preferences.ts'
import { isTyping, keyLetter } from '#web/ui/keyboard.ts'

/** What single keys do, by their letters. A function that returns false leaves the key to others. */
type SingleKeys = Readonly<Record<string, (() => unknown) | undefined>>

/** Single keys of a page: not while someone types or a dialog is open. Returns whether they are turned on. */
export function useSingleKeys(keys: SingleKeys): boolean {
  const isOn = usePreference('single_key_shortcuts') === 'on'
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.shiftKey || isTyping(event) || document.querySelector('dialog[open]')) return
    const letter = keyLetter(event)
    // Delete is no letter that someone types by accident.
    if (!isOn && letter !== 'delete') return
    if (!Object.hasOwn(keys, letter)) return
    const run = keys[letter]
    if (run && run() !== false) event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  return isOn
}
