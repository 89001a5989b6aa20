import { preference } from '#web/session/preferences.ts'
import { isTyping } from '#web/ui/is-typing.ts'
import { letterOf } from '#web/ui/keyboard.ts'

/** The character of a key that means something by itself here: not one of a text or a chord, and not while they are off. */
export function singleKeyOf(event: KeyboardEvent): string | undefined {
  if (preference('single_key_shortcuts') === 'off' || isTyping(event)) return undefined
  const letter = letterOf(event)
  // A capital is another key; a sign may need Shift.
  return event.shiftKey && /^[a-z]$/.test(letter) ? undefined : letter
}
