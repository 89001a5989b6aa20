import type { Contact } from '#client/resources.ts'

/** A part of a contact that changes by itself: `email_address`, `status`, `tag:<name>` or `field:<name>`. */
export type ContactPart = 'email_address' | 'status' | `tag:${string}` | `field:${string}`

/** The parts of a contact with their values; a tag that it has is `true`. */
export type ContactParts = ReadonlyMap<ContactPart, string>

/** One part before and after an edit; undefined where the contact lacks it. */
export interface PartEdit {
  readonly part: ContactPart
  readonly before: string | undefined
  readonly after: string | undefined
}

type Content = Pick<Contact, 'email_address' | 'status' | 'tags' | 'fields'>

export const toParts = ({ email_address, status, tags, fields }: Content): ContactParts =>
  new Map<ContactPart, string>([
    ['email_address', email_address],
    ['status', status],
    ...tags.map((name) => [`tag:${name}`, 'true'] as const),
    ...Object.entries(fields).map(([name, value]) => [`field:${name}`, value] as const),
  ])

/** The edits that lead from one state to another. */
export const compareParts = (from: ContactParts, to: ContactParts): readonly PartEdit[] =>
  [...new Set([...from.keys(), ...to.keys()])]
    .map((part) => ({ part, before: from.get(part), after: to.get(part) }))
    .filter(({ before, after }) => before !== after)

export const invertEdits = (edits: readonly PartEdit[]): readonly PartEdit[] =>
  edits.map(({ part, before, after }) => ({ part, before: after, after: before }))

const nameIn = (part: ContactPart, kind: 'tag' | 'field'): string | undefined =>
  part.startsWith(`${kind}:`) ? part.slice(kind.length + 1) : undefined

export const tagOf = (part: ContactPart) => nameIn(part, 'tag')
export const fieldOf = (part: ContactPart) => nameIn(part, 'field')

/** The contact after the edits. */
export function applyEdits<Of extends Content>(contact: Of, edits: readonly PartEdit[]): Of {
  const tags = new Set(contact.tags)
  const fields = new Map(Object.entries(contact.fields))
  let { email_address, status } = contact
  for (const { part, after } of edits) {
    const [tag, field] = [tagOf(part), fieldOf(part)]
    if (tag !== undefined) {
      if (after === undefined) tags.delete(tag)
      else tags.add(tag)
    } else if (field !== undefined) {
      if (after === undefined) fields.delete(field)
      else fields.set(field, after)
    } else if (part === 'email_address') email_address = after ?? email_address
    // The API may know statuses that this version does not.
    else status = (after as Of['status'] | undefined) ?? status
  }
  // `fromEntries` also creates a field named `__proto__`.
  return { ...contact, email_address, status, tags: [...tags], fields: Object.fromEntries(fields) }
}

/** Edits of parts that someone else changed to something else meanwhile. Tags are added and removed one by one. */
export function findConflicts(edits: readonly PartEdit[], current: Content): readonly PartEdit[] {
  const parts = toParts(current)
  return edits.filter(({ part, before, after }) => {
    const value = parts.get(part)
    return tagOf(part) === undefined && value !== before && value !== after
  })
}

/** The statuses that a person may set; the others follow from deliveries. */
export const settableStatuses: readonly string[] = ['subscribed', 'pending', 'unsubscribed']

/** Whether an undo of these edits would be accepted. */
export const canUndo = (edits: readonly PartEdit[]): boolean =>
  edits.every(({ part, before }) => part !== 'status' || settableStatuses.includes(before ?? ''))

/**
 * The body of a `PATCH` with only what changed. Tags are a map where the server accepts one, so that a tag that someone
 * else added stays; else the whole set of `current`, which was read just before.
 */
export function toPatch(edits: readonly PartEdit[], current: Content, hasTagMap: boolean) {
  const named = (nameOf: (part: ContactPart) => string | undefined) =>
    edits.flatMap((edit) => {
      const name = nameOf(edit.part)
      return name === undefined ? [] : [[name, edit.after] as const]
    })
  const [tags, fields] = [named(tagOf), named(fieldOf)]
  const valueOf = (wanted: ContactPart) => edits.find(({ part }) => part === wanted)?.after
  const email_address = valueOf('email_address')
  const status = valueOf('status')
  return {
    ...(email_address !== undefined && { email_address }),
    // As above: checked by the server.
    ...(status !== undefined && { status: status as Contact['status'] }),
    ...(tags.length > 0 && {
      tags: hasTagMap
        ? Object.fromEntries(tags.map(([name, after]) => [name, after !== undefined]))
        : [...applyEdits(current, edits).tags],
    }),
    ...(fields.length > 0 && {
      fields: Object.fromEntries(fields.map(([name, after]) => [name, after ?? null])),
    }),
  }
}
