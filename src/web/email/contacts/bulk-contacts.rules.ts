import type { Contact } from '#client/resources.ts'
import type { ContactSort } from '#contract/email/contacts.ts'
import { tagKey } from '#contract/email/tags.rules.ts'
import { contactBulkText as text } from '#web/messages/en/contact-bulk.ts'

/** The contacts that an action is for: some, or all that match a filter, which is a rule and not a list. */
export interface ContactChoice {
  readonly list_id: string
  readonly segment_id?: string | undefined
  readonly status?: string | undefined
  readonly tag?: string | undefined
  readonly tags?: string | undefined
  readonly search?: string | undefined
  /** Matters where contacts are read to be exported. */
  readonly sort?: ContactSort | undefined
  /** Undefined for all that match. */
  readonly ids: readonly string[] | undefined
  /** How many match, where the table knows. */
  readonly total?: { readonly count: number; readonly isEstimate: boolean } | undefined
}

/** From here on the number of contacts is typed before they are deleted. */
export const MAX_UNTYPED_DELETIONS = 25

/** "3 contacts", "about 1,004,000 contacts", "all matching contacts". */
export function formatChoice({ ids, total }: ContactChoice): string {
  if (ids) return text.contacts(ids.length)
  if (!total) return text.allMatching
  return total.isEstimate ? text.aboutContacts(total.count) : text.contacts(total.count)
}

/** What changes of a contact: its status, or tags that it gets (`true`) or loses. */
export interface ContactState {
  readonly status?: string
  readonly tags?: Readonly<Record<string, boolean>>
}

/** One contact before and after a bulk change; exchanged, they are its undo. */
export interface ContactEdit {
  readonly id: string
  readonly email_address: string
  readonly before: ContactState
  readonly after: ContactState
}

type Target = Pick<Contact, 'id' | 'email_address' | 'status' | 'tags'>

export const invertEdit = ({ before, after, ...contact }: ContactEdit): ContactEdit => ({
  ...contact,
  before: after,
  after: before,
})

/** Adds or removes tags. A contact that has them, or lacks them, already is omitted, so an undo leaves it alone. */
export function createTagEdits(
  contacts: readonly Target[],
  tags: readonly string[],
  isAdded: boolean,
): readonly ContactEdit[] {
  return contacts.flatMap(({ id, email_address, tags: current }) => {
    const keys = new Set(current.map(tagKey))
    const changed = tags.filter((tag) => keys.has(tagKey(tag)) !== isAdded)
    if (changed.length === 0) return []
    // `fromEntries` also creates a tag named `__proto__`.
    const state = (isOn: boolean) => ({
      tags: Object.fromEntries(changed.map((tag) => [tag, isOn])),
    })
    return [{ id, email_address, before: state(!isAdded), after: state(isAdded) }]
  })
}

/** The whole set of tags after a change. */
export function applyTags(
  current: readonly string[],
  change: Readonly<Record<string, boolean>>,
): string[] {
  const next = new Map(Object.entries(change).map(([tag, isOn]) => [tagKey(tag), isOn]))
  const kept = current.filter((tag) => next.get(tagKey(tag)) !== false)
  const keys = new Set(kept.map(tagKey))
  const added = Object.entries(change).flatMap(([tag, isOn]) =>
    isOn && !keys.has(tagKey(tag)) ? [tag] : [],
  )
  return [...kept, ...added]
}

export type StatusChange = 'unsubscribe' | 'resubscribe'

/** They get no email already, and their status tells why. */
const withoutEmail = new Set<string>(['unsubscribed', 'bounced', 'complained'])

/**
 * Only who has unsubscribed is subscribed again: bounced addresses fail, who complained must never get email, and a pending
 * contact has to confirm first.
 */
export const canChangeStatus: Record<StatusChange, (status: string) => boolean> = {
  unsubscribe: (status) => !withoutEmail.has(status),
  resubscribe: (status) => status === 'unsubscribed',
}

const nextStatus = { unsubscribe: 'unsubscribed', resubscribe: 'subscribed' } as const

export const createStatusEdits = (
  contacts: readonly Target[],
  change: StatusChange,
): readonly ContactEdit[] =>
  contacts
    .filter(({ status }) => canChangeStatus[change](status))
    .map(({ id, email_address, status }) => ({
      id,
      email_address,
      before: { status },
      after: { status: nextStatus[change] },
    }))

/** Whether the number is the one that was typed, with any separators. */
export const isTypedNumber = (value: string, count: number): boolean =>
  value.replaceAll(/[\s.,'’_]/g, '') === String(count)
