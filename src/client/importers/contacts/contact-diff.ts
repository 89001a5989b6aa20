import { isEmpty } from '#client/importers/core/diff.ts'
import type { ImportCall, ImportMode } from '#client/importers/core/import-call.ts'
import type { Note } from '#client/importers/core/import-notes.ts'
import type { Outcome } from '#client/importers/core/import-outcomes.ts'
import type { ImportWarning, SourceLocation } from '#client/importers/core/import-plan.ts'
import type { Contact, List } from '#client/resources.ts'
import { initialStatus } from '#contract/email/contacts.rules.ts'
import type { ContactStatus } from '#contract/email/contacts.ts'
import { tagKey } from '#contract/email/tags.rules.ts'
import type { PlannedContact } from './contact-plan.ts'
import { resolveStatus } from './contact-status.ts'

/** What an import compares of a contact that is on the list. */
export type ExistingContact = Pick<Contact, 'id' | 'status' | 'tags' | 'fields'>

interface ContactChanges {
  fields?: Record<string, string | null>
  /** Tags are only added: those that people gave here stay. */
  tags?: Record<string, boolean>
  status?: ContactStatus
}

/** The changed fields of an existing contact. Fields that the file does not have stay. */
function contactChanges(
  planned: PlannedContact,
  existing: ExistingContact,
  { resubscribe = false, isStatusKept = false }: DiffOptions,
): ContactChanges {
  const present = new Map(Object.entries(existing.fields))
  // A cell has no spaces around it unless an export protects them, so a file without them changes nothing.
  const fields = [...planned.fields].filter(
    ([name, value]) =>
      (present.get(name) ?? null) !== value && (present.get(name)?.trim() ?? null) !== value,
  )
  const existingTags = new Set(existing.tags.map(tagKey))
  const tags = planned.tags.filter((tag) => !existingTags.has(tagKey(tag)))
  const next = planned.isStatusAssumed || isStatusKept ? undefined : planned.status
  const status = next && resolveStatus(existing.status, next, resubscribe)
  return {
    ...(fields.length > 0 ? { fields: Object.fromEntries(fields) } : {}),
    ...(tags.length > 0 ? { tags: Object.fromEntries(tags.map((tag) => [tag, true])) } : {}),
    ...(status !== undefined && status !== existing.status ? { status } : {}),
  }
}

/** The body that creates a contact. */
export function newContact(contact: PlannedContact) {
  const { email_address, fields, tags, status, created_at, unsubscribed_at } = contact
  const values = [...fields].flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
  return {
    email_address,
    fields: Object.fromEntries(values) as Record<string, string>,
    tags: [...tags],
    ...(status === undefined ? {} : { status }),
    ...(created_at === undefined ? {} : { created_at }),
    ...(unsubscribed_at === undefined || status !== 'unsubscribed' ? {} : { unsubscribed_at }),
  }
}

/** What only comparing with the list shows; planning the file notes the rest. */
const listNoteCodes = ['status_kept', 'status_of_list', 'left_before'] as const
type ListNoteCode = (typeof listNoteCodes)[number]
export const isListNoteCode = (code: string): code is ListNoteCode =>
  listNoteCodes.some((one) => one === code)

type ListNote = ImportWarning<ListNoteCode>

/** One contact to write: an update when it exists, else a create. */
export interface ContactDiff {
  readonly contact: PlannedContact
  readonly existing: ExistingContact | undefined
  readonly changes: ContactChanges
  /** An interrupted run of the same file added the one that exists, and the response was lost. */
  readonly isOwn: boolean
  /** True of the expected outcome alone, so that it counts with the result. */
  readonly note: ListNote | undefined
}

/** What became of a contact of the file. */
export type ContactResult = { readonly contact: PlannedContact } & (
  | Pick<WrittenContact, 'outcome' | 'id' | 'note'>
  | { readonly error: string }
)

/** A contact that an earlier run of the file wrote. */
export interface WrittenContact {
  readonly outcome: Outcome
  readonly id: string
  /** How many rows of the file it has: they count before its part is planned again. */
  readonly row_count: number
  readonly note?: ListNote | undefined
}

/** Names a contact of a file: the same however often the file is planned. */
export const firstRow = ({ rows }: PlannedContact): number => rows[0] ?? 0

export interface WriteContext {
  readonly call: ImportCall
  readonly list_id: string
  readonly settle: (results: readonly ContactResult[]) => void
  /** Called before a request with the contacts that it writes. */
  readonly onSend: (diffs: readonly ContactDiff[]) => Promise<void> | void
  /** Nothing more is sent once it is aborted. */
  readonly signal: AbortSignal | undefined
  /** Undefined on a service without import mode. */
  readonly mode: ImportMode | undefined
  readonly concurrency: number
  /** Whether requests say that those who left are subscribed again. */
  readonly resubscribe: boolean
}

interface DiffOptions {
  readonly list: Pick<List, 'double_opt_in'>
  readonly resubscribe?: boolean | undefined
  readonly isOwn?: boolean
  /** Where the address left elsewhere, which the service knows, the status of the file is not taken. */
  readonly isStatusKept?: boolean
}

export function diffContact(
  contact: PlannedContact,
  existing: ExistingContact | undefined,
  options: DiffOptions,
): ContactDiff {
  const { list, isOwn = false } = options
  const changes = existing ? contactChanges(contact, existing, options) : {}
  const note = findListNote(contact, isOwn ? undefined : existing, changes, list)
  const example = contact.email_address
  return {
    contact,
    existing,
    changes,
    isOwn,
    note: note && { ...note, count: 1, example, row: firstRow(contact) },
  }
}

function findListNote(
  { status, isStatusAssumed }: PlannedContact,
  existing: ExistingContact | undefined,
  changes: ContactChanges,
  list: DiffOptions['list'],
): Note<'status_kept'> | Note<'status_of_list'> | undefined {
  if (!existing) {
    const isListAsking = status === undefined && initialStatus(status, list) === 'pending'
    return isListAsking ? { code: 'status_of_list', params: {} } : undefined
  }
  if (status === undefined || isStatusAssumed) return undefined
  if (status === (changes.status ?? existing.status)) return undefined
  return { code: 'status_kept', params: { in_file: status, status: existing.status } }
}

/** Whether there is nothing to write. */
export const isUnchanged = ({ existing, changes }: ContactDiff): boolean =>
  existing !== undefined && isEmpty(changes)

/** Before it is written. */
export const expectedOutcome = (diff: ContactDiff): Outcome =>
  !diff.existing || diff.isOwn ? 'created' : isUnchanged(diff) ? 'unchanged' : 'updated'

/** A new contact that had left before, and got that status again. */
export const createLeftNote = (contact: PlannedContact, status: ContactStatus): ListNote => ({
  code: 'left_before',
  params: { status },
  count: 1,
  example: contact.email_address,
  row: firstRow(contact),
})

interface WriteResult {
  readonly id: string
  readonly outcome?: Outcome | undefined
  /** Of a new contact, where it is not the one that was sent. */
  readonly kept_status?: ContactStatus | undefined
}

/** Somebody may have added the contact meanwhile: then it has another outcome. */
export function toResult(
  diff: ContactDiff,
  { id, outcome = expectedOutcome(diff), kept_status }: WriteResult,
): ContactResult {
  const { contact } = diff
  if (kept_status !== undefined)
    return { contact, outcome, id, note: createLeftNote(contact, kept_status) }
  return { contact, outcome, id, note: outcome === expectedOutcome(diff) ? diff.note : undefined }
}

/** One outcome for each row: rows after the first of a new address are updates. */
export const outcomesByRow = (row_count: number, outcome: Outcome): Outcome[] =>
  // Nearly all have one row, and a callback costs more than the array.
  row_count === 1
    ? [outcome]
    : Array.from({ length: row_count }, (_, at) =>
        outcome === 'created' && at > 0 ? 'updated' : outcome,
      )

export const sourceLocations = ({ rows, email_address }: PlannedContact): SourceLocation[] =>
  rows.map((row) => ({ path: `row ${row}`, id: email_address }))
