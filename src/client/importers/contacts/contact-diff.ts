import type { Contact, ContactStatus } from '#contract/email/contacts.ts'
import type { PlannedContact } from './contact-plan.ts'
import { statusAfter } from './contact-status.ts'

export interface ContactChanges {
  fields?: Record<string, string | null>
  /** Tags are only added: those that people gave here stay. */
  tags?: Record<string, boolean>
  status?: ContactStatus
}

/** What a file changes on a contact that is here: only what differs. What it does not speak of stays. */
export function contactChanges(
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
