import type {
  Contact,
  ContactChange,
  ContactDraft,
  ContactStatus,
} from '#contract/email/contacts.ts'
import type { List } from '#contract/email/lists.ts'
import { conflict, invalidField } from '#service/refusal.ts'
import { tagKey } from './tag-key.rules.ts'

const mostFields = 100
const mostTags = 100

/** What a caller may ask for; the other two are told by those who deliver, or taken as given by an import. */
export function statusAsked(asked: {
  readonly status?: ContactStatus | undefined
  readonly import?: boolean | undefined
}): ContactStatus | undefined {
  const { status } = asked
  if (asked.import !== true && (status === 'bounced' || status === 'complained'))
    throw invalidField('/status', 'not_settable', `Only a delivery makes a contact ${status}.`)
  return status
}

/** Somebody who complained is never written to again, whatever the API is asked for. */
export function refuseLocked(
  before: Contact,
  asked: ContactStatus | undefined,
  importing: boolean,
) {
  if (importing || asked === undefined || before.status !== 'complained') return
  if (asked !== 'complained')
    throw conflict('status_locked', 'This contact complained, so its status stays.')
}

export const statusOfNew = (
  asked: ContactStatus | undefined,
  list: Pick<List, 'double_opt_in'>,
): ContactStatus => asked ?? (list.double_opt_in ? 'pending' : 'subscribed')

/** The status, with the moment somebody came or left. */
export function withStatus<
  Of extends Pick<Contact, 'status' | 'subscribed_at' | 'unsubscribed_at'>,
>(
  contact: Of,
  status: ContactStatus,
  given: Pick<ContactDraft, 'subscribed_at' | 'unsubscribed_at'>,
  now: string,
): Of {
  const turned = status !== contact.status
  const comes = turned && status === 'subscribed'
  const leaves = turned && status === 'unsubscribed'
  const subscribed_at = comes ? now : contact.subscribed_at
  const unsubscribed_at = leaves ? now : comes ? null : contact.unsubscribed_at
  return {
    ...contact,
    status,
    subscribed_at: given.subscribed_at === undefined ? subscribed_at : given.subscribed_at,
    unsubscribed_at: given.unsubscribed_at === undefined ? unsubscribed_at : given.unsubscribed_at,
  }
}

/** Names that are given replace, names with `null` go, the others stay. */
export function mergedFields(
  before: Readonly<Record<string, string>>,
  change: Readonly<Record<string, string | null>> | undefined,
): Record<string, string> {
  // Without a prototype, so that `__proto__` is a name like any other.
  const fields: Record<string, string> = Object.create(null)
  for (const [name, value] of [...Object.entries(before), ...Object.entries(change ?? {})])
    if (value === null) delete fields[name]
    else fields[name] = value
  if (Object.keys(fields).length > mostFields)
    throw invalidField('/fields', 'too_many', `A contact may have at most ${mostFields} fields.`)
  return fields
}

export function sameFields(
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>,
): boolean {
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && a[name] === b[name])
  )
}

/** The tags a change leaves: an array replaces them, a map adds and takes away. Spelling is the list's business. */
export function tagsAfterChange(
  before: readonly string[],
  change: ContactChange['tags'],
): readonly string[] {
  if (change === undefined) return before
  return Array.isArray(change) ? change : withTags(before, change)
}

function withTags(before: readonly string[], change: Readonly<Record<string, boolean>>) {
  const wanted = new Map(Object.entries(change).map(([name, isOn]) => [tagKey(name), isOn]))
  const kept = before.filter((name) => wanted.get(tagKey(name)) !== false)
  return [...kept, ...Object.keys(change).filter((name) => wanted.get(tagKey(name)) === true)]
}

/** The wanted tags as the contact spells them, without repeats; undefined when it does not carry them all. */
export function inOwnSpelling(
  before: readonly string[],
  wanted: readonly string[],
): string[] | undefined {
  const own = new Map(before.map((name) => [tagKey(name), name]))
  const tags = new Set(wanted.map((name) => own.get(tagKey(name))))
  return tags.has(undefined) ? undefined : ([...tags] as string[])
}

/** Before one of them is made: an operation of a batch that is refused must have written nothing. */
export function refuseManyTags(names: readonly string[]): void {
  if (new Set(names.map(tagKey)).size > mostTags)
    throw invalidField('/tags', 'too_many', `A contact may carry at most ${mostTags} tags.`)
}

/** Which tags came and which went, by key. */
export function tagDifference(before: readonly string[], after: readonly string[]) {
  const [had, has] = [new Set(before.map(tagKey)), new Set(after.map(tagKey))]
  return {
    added: [...has].filter((key) => !had.has(key)),
    removed: [...had].filter((key) => !has.has(key)),
  }
}
