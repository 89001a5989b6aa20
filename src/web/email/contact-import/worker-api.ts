import type { ConsentColumn } from '#client/importers/contacts/consent.ts'
import type { ColumnTarget } from '#client/importers/contacts/contact-columns.ts'
import type { UnknownConsent } from '#client/importers/contacts/contact-plan.ts'
import type { StatusWord } from '#client/importers/contacts/file-decisions.ts'
import type { ContactNoteCode } from '#client/importers/core/import-notes.ts'
import type { ImportWarning, UnmappedField } from '#client/importers/core/import-plan.ts'
import type { DateOrder, DateOrderFinding } from '#client/importers/core/parse-date.ts'
import type { TextEncoding } from '#client/importers/formats/decode-text.ts'
import type { ContactStatus } from '#contract/email/contacts.ts'
import type { ImportSource } from '#web/ui/import/choose-file.tsx'

/** How the file is read: found in it, and changeable. */
export interface FileFormat {
  readonly encoding: TextEncoding
  readonly delimiter: string
}

export interface OpenedFile extends FileFormat {
  readonly name: string
  readonly headers: readonly string[]
  /** What the headers suggest; undefined for what only a header can be. */
  readonly targets: readonly (ColumnTarget | undefined)[]
  /** Rows that hold anything, without the headers. */
  readonly row_count: number
  /** Fields that contacts of the list have. */
  readonly fields: readonly string[]
  /** What the rows of each column say about the order of its dates. */
  readonly date_orders: readonly (DateOrderFinding | undefined)[]
  /** A few values of each column. */
  readonly examples: readonly (readonly string[])[]
}

/** By word, as the file writes it. */
export type StatusWords = Readonly<Record<string, WordStatus | undefined>>
type WordStatus = Extract<ContactStatus, 'subscribed' | 'pending' | 'unsubscribed' | 'bounced'>

/** What the person chose; with the file it decides what is stored. */
export interface ImportChoices {
  readonly targets: readonly (ColumnTarget | undefined)[]
  readonly tags: readonly string[]
  readonly tag_separator: string
  /** Of rows that have none. */
  readonly status: 'subscribed' | 'unsubscribed' | undefined
  /** What words that are no status mean; rows with another one are not saved. */
  readonly status_words?: StatusWords
  /** Of rows whose consent is empty or not understood. */
  readonly unknown_consent: UnknownConsent | undefined
  readonly time_zone: string
  /** Of dates such as `03/04/2023`; undefined where none of the file needs it. */
  readonly date_order: DateOrder | undefined
  /** When the import began: no one was added later than that. */
  readonly now: string
}

/** The first rows, and what the columns of consent say in all of them. */
interface FilePreview {
  readonly rows: readonly PreviewRow[]
  readonly consents: readonly ConsentColumn[]
  /** Rows of which nobody knows whether the person agreed. */
  readonly open_consents: number
  /** Words in a column of statuses that are none. */
  readonly status_words: readonly StatusWord[]
}

/** A row of the file as it will be stored, or why it will not. */
export interface PreviewRow {
  readonly row: number
  readonly email_address: string
  readonly status: string | undefined
  readonly tags: readonly string[]
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly problem: string | undefined
}

export interface FileRow {
  readonly row: number
  readonly email_address: string
  readonly detail: string
}

export const rowGroups = ['valid', 'repeated', 'empty', 'invalid', 'other'] as const
export type RowGroup = (typeof rowGroups)[number]

export interface FileCheck {
  readonly rows: number
  /** Rows that are not saved. */
  readonly rejected: number
  readonly groups: Readonly<
    Record<RowGroup, { readonly count: number; readonly first: readonly FileRow[] }>
  >
  /** Contacts of which the file gives no status. */
  readonly undecided: number
  readonly notes: readonly ImportWarning<ContactNoteCode>[]
  readonly not_mapped: readonly UnmappedField[]
}

export interface RunTarget {
  readonly list_id: string
  readonly list_name: string
  /** Whether the key may use import mode. */
  readonly import_mode: boolean
  /** Ends with the first row that is not saved. */
  readonly stops_at_error: boolean
  /** The service imports the rows itself. */
  readonly by_service: boolean
}

export interface RunProgress {
  readonly done: number
  readonly failed: number
  readonly total: number
  /** The service has every row: it goes on without this page. */
  readonly isSent?: boolean
}

/** Rows by outcome. */
export interface RunCounts {
  readonly rows: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly rejected: number
  /** Not sent, because the import ended before. */
  readonly unsent: number
}

export interface RunResult {
  readonly counts: RunCounts
  readonly state: 'done' | 'stopped' | 'failed'
  /** Why it failed, or what stopped it. */
  readonly problem: string | undefined
  /** The service refuses the file itself, so that sending the rest again is in vain. */
  readonly isFileRefused?: boolean
  readonly rejected: readonly FileRow[]
  /** Rejected rows that the service counts and does not name, so the file of them lacks them too. */
  readonly unnamed: number
  readonly notes: readonly ImportWarning<ContactNoteCode>[]
  readonly not_mapped: readonly UnmappedField[]
}

/** What the worker does for the page. Rejects with a message for people, or without one when it failed. */
export interface ImportWorkerApi {
  /** Columns become the fields of the list with similar names. */
  readonly open: (source: ImportSource, list_fields: readonly string[]) => Promise<OpenedFile>
  readonly reformat: (format: FileFormat) => Promise<OpenedFile>
  readonly preview: (choices: ImportChoices) => Promise<FilePreview>
  readonly check: (choices: ImportChoices) => Promise<FileCheck>
  /** Writes the contacts. An id keeps the file and its progress in the browser, for the time after a reload. */
  readonly run: (id: string, choices: ImportChoices, target: RunTarget) => Promise<RunResult>
  /** Sends the rest of a run that ended early. */
  readonly resume: () => Promise<RunResult>
  /** Loads what `run` kept, so that `resume` can continue. */
  readonly restore: (id: string) => Promise<OpenedFile>
  readonly stop: () => Promise<void>
  readonly discard: (id: string) => Promise<void>
  /** A CSV file of the rows that were not saved, with the reasons. */
  readonly rejectedRows: () => Promise<Blob>
  /** The ids of contacts that were not there before. */
  readonly createdIds: () => Promise<readonly string[]>
}

/** From the page: call a function, or the response to a request of the worker. */
export type PageMessage =
  | {
      readonly call: number
      readonly method: keyof ImportWorkerApi
      readonly args: readonly unknown[]
    }
  | {
      readonly response: number
      readonly output?: unknown
      readonly error?: {
        readonly message: string
        readonly code: string
        readonly isFileRefused: boolean
      }
    }

/** From the worker: the result of a function, a request to the API, or how far a run is. */
export type WorkerMessage =
  | {
      readonly result: number
      readonly output?: unknown
      readonly error?: { readonly message: string | undefined }
    }
  | {
      readonly request: number
      readonly name: string
      readonly input: object
      readonly idempotency_key: string | undefined
    }
  | { readonly progress: RunProgress }
