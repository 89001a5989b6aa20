import type { ContactNoteCode } from '#client/importers/core/import-notes.ts'
import type { Plan } from '#client/importers/core/import-plan.ts'
import type { DateOrder } from '#client/importers/core/parse-date.ts'
import type { ContactStatus } from '#contract/email/contacts.ts'
import type { ColumnTarget } from './contact-columns.ts'

/** The plan of a contacts file: one contact for each address. */
export interface ContactsPlan extends Plan<'contacts', ContactNoteCode> {
  readonly contacts: readonly PlannedContact[]
}

export type ContactFindings = ContactsPlan['findings']

export interface PlannedContact {
  /** What its address is known by, however it is spelled. */
  readonly key: string
  readonly email_address: string
  /** Null takes a field away from a contact that has it. */
  readonly fields: ReadonlyMap<string, string | null>
  readonly tags: readonly string[]
  /** Undefined when the file says nothing: then a new contact gets what its list gives, another one keeps its own. */
  readonly status: ContactStatus | undefined
  /** Nobody said so: it is for a contact that the import adds, and changes none that is there. */
  readonly isStatusAssumed: boolean
  /** The first of its rows says no status, so that a new contact may get that of its list before a later row is read. */
  readonly isFirstUndecided: boolean
  readonly created_at: string | undefined
  /** When they unsubscribed, where the file says so. */
  readonly unsubscribed_at: string | undefined
  /** Where it stands in the file; later rows of one address went into the first. */
  readonly rows: readonly number[]
}

export type UnknownConsent = Extract<ContactStatus, 'subscribed' | 'pending' | 'unsubscribed'>

export interface ContactOptions {
  /** Of dates that do not name their offset, as `Europe/Berlin`. */
  readonly time_zone: string
  /** Of dates such as `03/04/2023`; the file decides where it can. */
  readonly date_order?: DateOrder | undefined
  /** Nobody came later than this. */
  readonly now: string
  /** Of rows that name none. */
  readonly status?: ContactStatus | undefined
  /** What words that are no status mean, in small letters. */
  readonly status_words?: ReadonlyMap<string, ContactStatus> | undefined
  /** Of rows with any other word that is no status; without it they are rejected. */
  readonly unknown_status?: ContactStatus | undefined
  /** Of rows of which a column of consent says nothing, or nothing that is understood. */
  readonly unknown_consent?: UnknownConsent | undefined
  /** Lets the file subscribe again who left or bounced; never who complained. */
  readonly resubscribe?: boolean
  /** Imports the columns that a source keeps for itself as fields too. */
  readonly all_columns?: boolean
  /** An empty cell takes the field away from a contact that has it. */
  readonly clear_empty?: boolean
  /** What columns become, by header; the others are what their header suggests. */
  readonly columns?: ReadonlyMap<string, ColumnTarget> | undefined
  /** Added to every contact of the file. */
  readonly tags?: readonly string[] | undefined
  /** Splits a cell of tags, instead of commas. */
  readonly tag_separator?: string | undefined
  /** Separates cells, instead of the one that the file suggests. */
  readonly delimiter?: string | undefined
}
