import type { TextEdit, TextState } from './text-edits.rules.ts'

export const stateOfField = ({
  value,
  selectionStart,
  selectionEnd,
}: HTMLTextAreaElement): TextState => ({ value, start: selectionStart, end: selectionEnd })

/** Edits the text as typing does, so that the browser's own undo takes it back. */
export function applyEdit(field: HTMLTextAreaElement, edit: TextEdit | undefined) {
  if (!edit) return
  const { from, to, insert, selection } = edit
  field.focus()
  field.setSelectionRange(from, to)
  // Deprecated, but the only command whose change is part of the undo history of the field.
  const command = insert === '' ? 'delete' : 'insertText'
  const isDone = (insert === '' && from === to) || document.execCommand(command, false, insert)
  if (!isDone) {
    field.setRangeText(insert, from, to)
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  field.setSelectionRange(selection[0], selection[1])
}

/** Inserts a text at the selection, as typing does. */
export function insertText(field: HTMLTextAreaElement, insert: string) {
  const { start, end } = stateOfField(field)
  const caret = start + insert.length
  applyEdit(field, { from: start, to: end, insert, selection: [caret, caret] })
}
