import type {
  Contact,
  ContactChange,
  ContactDraft,
  ContactStatus,
} from '#contract/email/contacts.ts'
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

/** A contact who complained must never receive mail again, so only an import changes that status. */
export function refuseStatusLocked(
  before: Contact,
  requested: ContactStatus | undefined,
  isImport: boolean,
) {
  if (isImport || requested === undefined || before.status !== 'complained') return
  if (requested !== 'complained')
    throw conflict('status_locked', 'This contact complained, so its status cannot change.')
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
