import type {
  Contact,
  ContactChange,
  ContactDraft,
  ContactStatus,
} from '#contract/email/contacts.ts'
import { addressKey } from '#contract/email/email-address.rules.ts'
import {
  type KnownReason,
  type SuppressionReason,
  hasLeft,
} from '#contract/email/suppressions.rules.ts'
import type { Suppression } from '#contract/email/suppressions.ts'
import { tagKey } from '#contract/email/tags.rules.ts'
import { conflict, invalidField } from '#service/refusal.ts'

const maxFields = 100
const maxTags = 100

/** Refuses `bounced` and `complained`, which only an import may set. */
export function requestedStatus(requested: {
  readonly status?: ContactStatus | undefined
  readonly import?: boolean | undefined
}): ContactStatus | undefined {
  const { status } = requested
  if (requested.import !== true && (status === 'bounced' || status === 'complained'))
    throw invalidField('/status', 'not_settable', `Only a delivery can set the status ${status}.`)
  return status
}

/** A contact who complained must never receive mail again. An import keeps that status without an error. */
export function refuseStatusLocked(
  before: Contact,
  requested: ContactStatus | undefined,
  isImport: boolean,
) {
  if (isImport || requested === undefined || before.status !== 'complained') return
  if (requested !== 'complained') throw statusLocked()
}

const statusLocked = () =>
  conflict('status_locked', 'Someone with this address complained, so its status cannot change.')

/** Nothing lifts a complaint. */
export const hasComplained = (known: readonly KnownReason[]): boolean =>
  known.some(({ reason }) => reason === 'complaint')

interface StatusRequest {
  readonly status: ContactStatus | undefined
  /** An act that says so. */
  readonly isLifting: boolean
  /** A change of this one contact by its id, with a status that says what is meant. */
  readonly isDirect: boolean
  /** What cannot be done is refused. Else the contact stays as it is: neither a repeated post nor an import fails. */
  readonly isStrict: boolean
}

/**
 * The next status of a contact. Someone who left is not subscribed by a status alone, and one who complained never. `known` is
 * what is remembered of the address.
 */
export function nextStatus(
  before: Contact,
  { status, isLifting, isDirect, isStrict }: StatusRequest,
  known: readonly KnownReason[],
): ContactStatus {
  if (status === undefined || status === before.status) return before.status
  if (before.status === 'complained') return before.status
  if (status !== 'subscribed' && status !== 'pending') return status
  const isFinal = hasComplained(known)
  // Whoever is asked has to confirm, so that it is no subscription.
  const isAsking = isDirect && status === 'pending'
  if (isFinal && isStrict && !isAsking) throw statusLocked()
  if (isAsking || (isLifting && !isFinal)) return status
  if (!hasLeft(before.status) && (known.length === 0 || status === 'pending')) return status
  if (isStrict) throw conflict('status_locked', 'This contact left. Only resubscribe changes that.')
  return before.status
}

type KnownSuppression = Pick<Suppression, 'scope' | 'reason' | 'since'>

interface Subscribing {
  /** Subscribed, or pending. */
  readonly status: ContactStatus
  /** The contact gets another address, of which `known` is. */
  readonly isReaddressed: boolean
  /** Says so itself, with `resubscribe`. */
  readonly isExplicit: boolean
  /** Names the person by the address. A change of a contact means this contact, in this list. */
  readonly isUpsert: boolean
}

/** What subscribing a contact again lifts of what is known of the address: no more than leaving added. */
export function suppressionsToLift(
  before: Pick<Contact, 'status' | 'list_id' | 'unsubscribed_at'>,
  { status, isReaddressed, isExplicit, isUpsert }: Subscribing,
  known: readonly KnownSuppression[],
): readonly KnownSuppression[] {
  if (isExplicit && isUpsert) return known
  const isHere = ({ scope }: KnownSuppression) => scope === before.list_id
  // To be asked again is not to agree, for someone who left earlier.
  if (status === 'pending')
    return known.filter(
      (one) => isHere(one) && !isReaddressed && one.since === before.unsubscribed_at,
    )
  // What was asked for in the whole workspace is why this contact left only where nothing is remembered of the list.
  const isOfWorkspace =
    !known.some(isHere) && (isExplicit || (before.status === 'unsubscribed' && !isReaddressed))
  // A bounce in another list says nothing of the person, so that subscribing this contact does not lift it.
  const isOwnBounce = before.status === 'bounced' && !isReaddressed
  return known.filter((one) => (one.reason === 'hard' ? isOwnBounce : isHere(one) || isOfWorkspace))
}

/** That of a stored contact, whose address may be older than the rule of today. */
export const storedAddressKey = ({ email_address }: Pick<Contact, 'email_address'>): string =>
  addressKey(email_address) ?? email_address.toLowerCase()

/** What is remembered of a contact with this status; undefined for one who gets mail, or is asked. */
export function suppressionOf({
  status,
  list_id,
}: Pick<Contact, 'status' | 'list_id'>):
  | { readonly scope: string; readonly reason: SuppressionReason }
  | undefined {
  if (status === 'unsubscribed') return { scope: list_id, reason: 'unsubscribed' }
  if (status === 'bounced') return { scope: 'workspace', reason: 'hard' }
  if (status === 'complained') return { scope: 'workspace', reason: 'complaint' }
  return undefined
}

/** Sets the status, and the time of the subscription or unsubscription. */
export function withStatus<
  Of extends Pick<Contact, 'status' | 'subscribed_at' | 'unsubscribed_at'>,
>(
  contact: Of,
  status: ContactStatus,
  draft: Pick<ContactDraft, 'subscribed_at' | 'unsubscribed_at'>,
  now: string,
): Of {
  const isChanged = status !== contact.status
  const subscribes = isChanged && status === 'subscribed'
  const unsubscribes = isChanged && status === 'unsubscribed'
  const subscribed_at = subscribes ? now : contact.subscribed_at
  const unsubscribed_at = unsubscribes ? now : subscribes ? null : contact.unsubscribed_at
  return {
    ...contact,
    status,
    subscribed_at: draft.subscribed_at === undefined ? subscribed_at : draft.subscribed_at,
    unsubscribed_at: draft.unsubscribed_at === undefined ? unsubscribed_at : draft.unsubscribed_at,
  }
}

/** Sets fields, and deletes those with `null`. */
export function mergeFields(
  before: Readonly<Record<string, string>>,
  change: Readonly<Record<string, string | null>> | undefined,
): Record<string, string> {
  // Without a prototype, so that `__proto__` is an ordinary name.
  const fields: Record<string, string> = Object.create(null)
  for (const [name, value] of [...Object.entries(before), ...Object.entries(change ?? {})])
    if (value === null) delete fields[name]
    else fields[name] = value
  if (Object.keys(fields).length > maxFields)
    throw invalidField('/fields', 'too_many', `A contact may have at most ${maxFields} fields.`)
  return fields
}

export function areFieldsEqual(
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>,
): boolean {
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && a[name] === b[name])
  )
}

/** An array replaces the tags, a map adds and removes. The caller resolves the spelling. */
export function applyTagChange(
  before: readonly string[],
  change: ContactChange['tags'],
): readonly string[] {
  if (change === undefined) return before
  return Array.isArray(change) ? change : toggleTags(before, change)
}

function toggleTags(before: readonly string[], change: Readonly<Record<string, boolean>>) {
  const next = new Map(Object.entries(change).map(([name, isOn]) => [tagKey(name), isOn]))
  const remaining = before.filter((name) => next.get(tagKey(name)) !== false)
  return [...remaining, ...Object.keys(change).filter((name) => next.get(tagKey(name)) === true)]
}

/** The next tags in the contact's spelling, without duplicates; undefined when one of them is new. */
export function resolveOwnTagNames(
  before: readonly string[],
  next: readonly string[],
): string[] | undefined {
  const current = new Map(before.map((name) => [tagKey(name), name]))
  const tags = new Set(next.map((name) => current.get(tagKey(name))))
  return tags.has(undefined) ? undefined : ([...tags] as string[])
}

/** Called before tags are inserted: a refused operation of a batch must not have written anything. */
export function refuseTooManyTags(names: readonly string[]): void {
  if (new Set(names.map(tagKey)).size > maxTags)
    throw invalidField('/tags', 'too_many', `A contact may have at most ${maxTags} tags.`)
}

/** The keys of added and removed tags. */
export function diffTags(before: readonly string[], after: readonly string[]) {
  const [previousKeys, nextKeys] = [new Set(before.map(tagKey)), new Set(after.map(tagKey))]
  return {
    added: [...nextKeys].filter((key) => !previousKeys.has(key)),
    removed: [...previousKeys].filter((key) => !nextKeys.has(key)),
  }
}
