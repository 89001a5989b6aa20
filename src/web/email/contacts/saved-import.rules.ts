import { hasStrings, parseEntry } from '#web/session/storage.ts'

/** An import that a reload interrupted: its file is kept in this browser. */
export interface SavedImport {
  readonly id: string
  readonly list_id: string
  readonly list_name: string
  readonly name: string
  /** The service goes on with it meanwhile. */
  readonly by_service?: boolean
}

/** What of a session's storage holds it. */
export const savedImportEntry = 'contact-import'

/** The interrupted import into this list, if there is one. */
export function parseSavedImport(entry: string | null, list_id: string): SavedImport | undefined {
  const value = parseEntry(entry)
  if (!hasStrings(value, 'id', 'list_id', 'list_name', 'name')) return undefined
  const saved = value as SavedImport // checked in the line above
  return saved.list_id === list_id ? saved : undefined
}
