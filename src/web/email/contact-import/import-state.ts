import type { ColumnTarget } from '#client/importers/contacts/contact-columns.ts'
import { hasStrings, parseEntry, tabStore } from '#web/session/storage.ts'
import type { FileCheck, OpenedFile, PreviewRow, RunResult } from './worker-api.ts'

export const steps = ['file', 'match', 'check', 'choose', 'run'] as const
export type StepId = (typeof steps)[number]

/** An import that a reload interrupted: its file is kept in this browser. */
export interface SavedRun {
  readonly id: string
  readonly list_id: string
  readonly list_name: string
  readonly name: string
  /** The service goes on with it meanwhile. */
  readonly by_service?: boolean
}

export interface ImportState {
  readonly step: StepId
  /** The name of the file that is being read. */
  readonly reading: string | undefined
  readonly problem: { readonly name: string; readonly message: string } | undefined
  readonly saved: SavedRun | undefined
  readonly file: OpenedFile | undefined
  readonly targets: readonly (ColumnTarget | undefined)[]
  readonly tags: readonly string[]
  readonly tag_separator: string
  readonly on_error: 'skip' | 'stop'
  /** Undefined until the worker has it. */
  readonly preview: readonly PreviewRow[] | undefined
  readonly check: FileCheck | undefined
  readonly job: number | undefined
  readonly isPaused: boolean
  /** The service imports the rows, and the page watches. */
  readonly isByService: boolean
  /** The service has every row. */
  readonly isSent: boolean
  readonly result: RunResult | undefined
}

export const initialState: Omit<ImportState, 'saved'> = {
  step: 'file',
  reading: undefined,
  problem: undefined,
  file: undefined,
  targets: [],
  tags: [],
  tag_separator: ',',
  on_error: 'skip',
  preview: undefined,
  check: undefined,
  job: undefined,
  isPaused: false,
  isByService: false,
  isSent: false,
  result: undefined,
}

/** The interrupted import into this list, if there is one. */
export function readSaved(name: string, list_id: string): SavedRun | undefined {
  const entry = parseEntry(tabStore.get(name))
  if (!hasStrings(entry, 'id', 'list_id', 'list_name', 'name')) return undefined
  const saved = entry as SavedRun // checked in the line above
  return saved.list_id === list_id ? saved : undefined
}

/** A service does not stop at the first row that it rejects, so such an import is one of the browser. */
export const isImportedByService = (
  capabilities: ReadonlySet<string>,
  { on_error }: Pick<ImportState, 'on_error'>,
): boolean => capabilities.has('contacts.import') && on_error === 'skip'
