type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'
>

/** Where Cmd is what Ctrl is elsewhere. */
export const isApple = () => /Mac|iP(hone|ad|od)/.test(globalThis.navigator?.platform ?? '')

/** Whether Ctrl, Alt or Cmd makes something else of a key. A character typed with AltGr counts as itself. */
export const isModified = (event: KeyPress): boolean =>
  event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph'))

/** The character of a key in small: the layout's own. A layout without Latin letters lends the places of theirs. */
export function keyLetter({ key, code }: Pick<KeyPress, 'key' | 'code'>): string {
  const own = key.toLowerCase()
  const isForeign = /^\p{L}$/u.test(own) && !/\p{Script=Latin}/u.test(own)
  return isForeign && /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : own
}

/** Ctrl and a letter, on a Mac Cmd. */
export function isChord(event: KeyPress, letter: string): boolean {
  const hasModifier = isApple() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
  return hasModifier && !event.altKey && !event.shiftKey && keyLetter(event) === letter
}

/** Whether a key belongs to what it was pressed in: a text, a menu, a dialog, or a chord of its own. */
export function isTyping(event: KeyboardEvent): boolean {
  return event.defaultPrevented || event.isComposing || isModified(event) || isInWidget(event)
}

/** Whether a key was pressed in a field, a menu or a dialog: what handles keys of its own. */
export function isInWidget({ target }: { readonly target: EventTarget | null }): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select') ||
    target.closest('dialog, [role=menu], [role=listbox]') !== null
  )
}

/** Which way an arrow key goes along the language: 1 to what comes next, -1 back, 0 for any other key. */
export function inlineDirection(key: string): -1 | 0 | 1 {
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return 0
  const isMirrored = getComputedStyle(document.documentElement).direction === 'rtl'
  return (key === 'ArrowRight') === isMirrored ? -1 : 1
}
