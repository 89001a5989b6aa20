import { conflict } from '#service/refusal.ts'
import { foldCase } from '#service/search-text.rules.ts'

/** Two names with one key are the same name. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase()

/** The words of a name for an address or a key: `Mobile App!` gives `mobile-app`. */
export const wordsJoined = (name: string, joint: '-' | '_', otherwise: string): string =>
  (foldCase(name).match(/[a-z0-9]+/g) ?? [otherwise]).join(joint).slice(0, 90)

/** The first of `mobile`, `mobile-2`, `mobile-3` … that is free. */
export function firstFree(wanted: string, joint: '-' | '_', taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  for (let count = 2; ; count++) {
    const next = `${wanted}${joint}${count}`
    if (!taken.has(next)) return next
  }
}

export const nameTaken = (field: string, id: string) =>
  conflict('name_taken', `This ${field} belongs to ${id}.`, { field: `/${field}`, id })
