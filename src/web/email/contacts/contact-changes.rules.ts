import type { Contact } from '#client/resources.ts'
import { tagKey } from '#contract/email/tags.rules.ts'

/** A part of a contact that changes by itself: `email_address`, `status`, `tag:<key>` or `field:<name>`. */
export type ContactPart = 'email_address' | 'status' | `tag:${string}` | `field:${string}`

/** The parts of a contact with their values; that of a tag is its name. */
export type ContactParts = ReadonlyMap<ContactPart, string>

/** One part before and after an edit; undefined where the contact lacks it. */
export interface PartEdit {
  readonly part: ContactPart
  readonly before: string | undefined
  readonly after: string | undefined
}

/** A contact, or what a form has of one. */
interface Content extends Pick<Contact, 'email_address'> {
  readonly status: string
  readonly tags: readonly string[]
  readonly fields: Readonly<Contact['fields']>
}

export const toParts = ({ email_address, status, tags, fields }: Content): ContactParts =>
  new Map<ContactPart, string>([
    ['email_address', email_address],
    ['status', status],
    ...tags.map((name) => [`tag:${tagKey(name)}`, name] as const),
    ...Object.entries(fields).map(([name, value]) => [`field:${name}`, value] as const),
  ])

/** The edits that lead from one state to another. */
export const compareParts = (from: ContactParts, to: ContactParts): readonly PartEdit[] =>
  [...new Set([...from.keys(), ...to.keys()])]
    .map((part) => ({ part, before: from.get(part), after: to.get(part) }))
    .filter(({ before, after }) => before !== after)

export const invertEdits = (edits: readonly PartEdit[]): readonly PartEdit[] =>
  edits.map(({ part, before, after }) => ({ part, before: after, after: before }))

const nameIn = (part: string, kind: 'tag' | 'field'): string | undefined =>
  part.startsWith(`${kind}:`) ? part.slice(kind.length + 1) : undefined

export const tagOf = (part: string) => nameIn(part, 'tag')
export const fieldOf = (part: string) => nameIn(part, 'field')

/** A contact whose parts are its fields, so that two people who change different tags change different fields. */
export type ContactItem = Contact & { readonly [P in ContactPart]?: string | null }

export const toContactItem = (contact: Contact): ContactItem => ({
  ...contact,
  ...Object.fromEntries(toParts(contact)),
})

export function fromContactItem(item: ContactItem): Contact {
  const entries = Object.entries(item)
  const named = (nameOf: (part: string) => string | undefined) =>
    entries.flatMap(([part, value]) => {
      const name = nameOf(part)
      // The value of a part is text.
      return name === undefined || value == null ? [] : [[name, value as string] as const]
    })
  const isPart = (name: string) => (tagOf(name) ?? fieldOf(name)) !== undefined
  return {
    // What is left is the contact.
    ...(Object.fromEntries(entries.filter(([name]) => !isPart(name))) as Contact),
    tags: named(tagOf).map(([, name]) => name),
    // `fromEntries` also creates a field named `__proto__`.
    fields: Object.fromEntries(named(fieldOf)),
  }
}

/** A contact as the service has it, with null for the parts that it no longer has. */
export function withoutRemovedParts(
  contact: Contact,
  before: ContactItem | undefined,
): ContactItem {
  const item = toContactItem(contact)
  const parts = before ? [...toParts(fromContactItem(before)).keys()] : []
  const removed = parts.filter((part) => !(part in item))
  return { ...item, ...Object.fromEntries(removed.map((part) => [part, null])) }
}

export type ContactChanges = Partial<Pick<ContactItem, ContactPart>>

/** The values of parts after edits of them. */
export const toChanges = (edits: readonly PartEdit[]): ContactChanges =>
  Object.fromEntries(edits.map(({ part, after }) => [part, after ?? null]))

/** The statuses that a person may set; the others follow from deliveries. */
export const settableStatuses: readonly string[] = ['subscribed', 'pending', 'unsubscribed']

/** Whether an undo of these edits would be accepted. */
export const canUndo = (edits: readonly PartEdit[]): boolean =>
  edits.every(({ part, before }) => part !== 'status' || settableStatuses.includes(before ?? ''))

/**
 * The body of a `PATCH` with only what changed. Tags are a map where the server accepts one, so that a tag that someone
 * else added stays; else the whole set of `current`, which was read just before.
 */
export function toPatch(changes: ContactChanges, current: ContactItem, hasTagMap: boolean) {
  const named = (nameOf: (part: string) => string | undefined) =>
    Object.entries(changes).flatMap(([part, after]) => {
      const name = nameOf(part)
      return name === undefined ? [] : [[name, after] as const]
    })
  const [tags, fields] = [named(tagOf), named(fieldOf)]
  const { email_address, status } = changes
  return {
    ...(email_address != null && { email_address }),
    ...(status != null && { status }),
    ...(tags.length > 0 && {
      tags: hasTagMap
        ? Object.fromEntries(
            tags.map(([key, after]) => [after ?? current[`tag:${key}`] ?? key, after != null]),
          )
        : [...fromContactItem({ ...current, ...changes }).tags],
    }),
    ...(fields.length > 0 && {
      fields: Object.fromEntries(fields.map(([name, after]) => [name, after ?? null])),
    }),
  }
}
