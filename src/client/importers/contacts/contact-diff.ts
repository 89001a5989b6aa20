import { isEmpty } from '#client/importers/core/diff.ts'
import type { ImportCall, ImportMode } from '#client/importers/core/import-call.ts'
import type { ImportOutcomes, Place, Outcome } from '#client/importers/core/import-outcomes.ts'
import type { Contact, ContactStatus } from '#contract/email/contacts.ts'
import type { PlannedContact } from './contact-plan.ts'
import { statusAfter } from './contact-status.ts'

interface ContactChanges {
  fields?: Record<string, string | null>
  /** Tags are only added: those that people gave here stay. */
  tags?: Record<string, boolean>
  status?: ContactStatus
}

/** What a file changes on a contact that is here: only what differs. What it does not speak of stays. */
function contactChanges(
  wanted: PlannedContact,
  here: Contact,
  resubscribe: boolean,
): ContactChanges {
  const present = new Map(Object.entries(here.fields))
  const fields = [...wanted.fields].filter(([name, value]) => (present.get(name) ?? null) !== value)
  const known = new Set(here.tags.map((tag) => tag.toLowerCase()))
  const tags = wanted.tags.filter((tag) => !known.has(tag.toLowerCase()))
  const status = wanted.status && statusAfter(here.status, wanted.status, resubscribe)
  return {
    ...(fields.length > 0 ? { fields: Object.fromEntries(fields) } : {}),
    ...(tags.length > 0 ? { tags: Object.fromEntries(tags.map((tag) => [tag, true])) } : {}),
    ...(status !== undefined && status !== here.status ? { status } : {}),
  }
}

/** A contact that is not here yet, as it is made. */
export function contactDraft({ email_address, fields, tags, status, created_at }: PlannedContact) {
  const filled = [...fields].flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
  return {
    email_address,
    fields: Object.fromEntries(filled) as Record<string, string>,
    tags: [...tags],
    ...(status === undefined ? {} : { status }),
    ...(created_at === undefined ? {} : { created_at }),
  }
}

/** One contact that needs a write: changed when it is here, made when it is not. */
export interface ContactWork {
  readonly contact: PlannedContact
  readonly here: Contact | undefined
  readonly changes: ContactChanges
}

/** What those who write are given. */
export interface ContactWriting {
  readonly call: ImportCall
  readonly list_id: string
  readonly ledger: ImportOutcomes<'contacts'>
  /** Undefined on a service that knows no imports. */
  readonly mode: ImportMode | undefined
  readonly in_flight: number
}

/** Undefined when there is nothing to write; what was kept against the file is noted. */
export function diffContact(
  ledger: ImportOutcomes<'contacts'>,
  contact: PlannedContact,
  here: Contact | undefined,
  resubscribe: boolean,
): ContactWork | undefined {
  if (!here) return { contact, here, changes: {} }
  const changes = contactChanges(contact, here, resubscribe)
  const { status, email_address } = contact
  if (status !== undefined && status !== (changes.status ?? here.status)) {
    ledger.note(`status: ${status} in the file, ${here.status} here, and stays so`, email_address)
  }
  return isEmpty(changes) ? undefined : { contact, here, changes }
}

export const verdictOf = ({ here }: ContactWork): Outcome => (here ? 'updated' : 'created')

/** By rows: those after the first of a new address updated what it made. */
export const verdictsOf = ({ rows }: PlannedContact, verdict: Outcome): Outcome[] =>
  rows.map((_, at) => (verdict === 'created' && at > 0 ? 'updated' : verdict))

export const sourceLocations = ({ rows, email_address }: PlannedContact): Place[] =>
  rows.map((row) => ({ path: `row ${row}`, id: email_address }))
