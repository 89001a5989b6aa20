import type { Notebook } from './import-plan.ts'
import { type CleanText, oneLine } from './sanitize.ts'

/** Text as it will be stored; what is not a text counts as none, and both are noted. */
export function cleaned(
  notebook: Pick<Notebook, 'note'>,
  path: string,
  id: string,
  value: unknown,
  clean: (value: string) => CleanText,
): CleanText {
  if (typeof value !== 'string') {
    if (value !== undefined && value !== null) notebook.note(`${path}: not a text, left out`, id)
    return { text: '', removed: 0 }
  }
  const result = clean(value)
  if (result.removed > 0) notebook.note(`${path}: control characters removed`, id)
  if (clean === oneLine && /[\n\r]/.test(value.trim())) {
    notebook.note(`${path}: several lines put on one`, id)
  }
  return result
}

/** `closed` and the like: only yes is yes. */
export function flagOf(
  notebook: Pick<Notebook, 'note'>,
  path: string,
  id: string,
  value: unknown,
): boolean {
  if (typeof value === 'boolean' || value === undefined || value === null) return value === true
  notebook.note(`${path}: neither yes nor no, taken as no`, id)
  return false
}
