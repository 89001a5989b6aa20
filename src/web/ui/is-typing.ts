import { isModified } from './keyboard.ts'

/** Whether a key belongs to what it was pressed in: a text, a menu, a dialog, or a chord of its own. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || isModified(event)) return true
  const target = event.target
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select') ||
    target.closest('dialog, [role=menu], [role=listbox]') !== null
  )
}
