import type { ConsentColumn } from '#client/importers/contacts/consent.ts'
import type { ColumnTarget } from '#client/importers/contacts/contact-columns.ts'
import type { UnknownConsent } from '#client/importers/contacts/contact-plan.ts'
import type { StatusWord } from '#client/importers/contacts/file-decisions.ts'
import type { DateOrder } from '#client/importers/core/parse-date.ts'
import type { SavedImport } from '#web/email/contacts/saved-import.rules.ts'
import type { FileCheck, OpenedFile, PreviewRow, RunResult, StatusWords } from './worker-api.ts'

export const steps = ['file', 'match', 'consent', 'check', 'choose', 'run'] as const
export type StepId = (typeof steps)[number]

export interface ImportState {
  readonly step: StepId
  /** The name of the file that is being read. */
  readonly reading: string | undefined
  readonly problem: { readonly name: string; readonly message: string } | undefined
  readonly saved: SavedImport | undefined
  readonly file: OpenedFile | undefined
  readonly targets: readonly (ColumnTarget | undefined)[]
  readonly tags: readonly string[]
  readonly tag_separator: string
  /** Of rows without a status; undefined leaves it to the file and the list. */
  readonly status: 'subscribed' | 'unsubscribed' | undefined
  readonly status_words: StatusWords
  /** Words of the file that are no status. */
  readonly unknown_words: readonly StatusWord[]
  /** Chosen where the file leaves it open. */
  readonly date_order: DateOrder | undefined
  /** Of contacts whose consent is empty or not understood. */
  readonly unknown_consent: UnknownConsent | undefined
  readonly on_error: 'skip' | 'stop'
  /** Undefined until the worker has it. */
  readonly preview: readonly PreviewRow[] | undefined
  /** What the columns of consent say; undefined until the worker has read them once. */
  readonly consent: FileConsent | undefined
  readonly check: FileCheck | undefined
  readonly job: number | undefined
  readonly isPaused: boolean
  /** The service imports the rows, and the page watches. */
  readonly isByService: boolean
  /** The service has every row. */
  readonly isSent: boolean
  readonly result: RunResult | undefined
  /** The deletion of what the import added. */
  readonly removal: Removal | undefined
}

interface FileConsent {
  readonly columns: readonly ConsentColumn[]
  /** Rows of which nobody knows whether the person agreed. */
  readonly open: number
  /** Nothing was chosen since that may change it. */
  readonly isCurrent: boolean
}

interface Removal {
  readonly total: number
  /** Undefined while it runs. */
  readonly deleted: number | undefined
}

export const initialState: Omit<ImportState, 'saved'> = {
  step: 'file',
  reading: undefined,
  problem: undefined,
  file: undefined,
  targets: [],
  tags: [],
  tag_separator: ',',
  status: undefined,
  status_words: {},
  unknown_words: [],
  date_order: undefined,
  unknown_consent: undefined,
  on_error: 'skip',
  preview: undefined,
  consent: undefined,
  check: undefined,
  job: undefined,
  isPaused: false,
  isByService: false,
  isSent: false,
  result: undefined,
  removal: undefined,
}

/** A service does not stop at the first row that it rejects, so such an import is one of the browser. */
export const isImportedByService = (
  capabilities: ReadonlySet<string>,
  { on_error }: Pick<ImportState, 'on_error'>,
): boolean => capabilities.has('contacts.import') && on_error === 'skip'
