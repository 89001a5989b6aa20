import type { PortalUser } from '#client/resources.ts'

/** What the form of a person contains. */
export interface UserInput {
  readonly name: string
  readonly email: string
  readonly external_id: string
  readonly attributes: readonly (readonly [name: string, value: string])[]
}

interface UserChanges {
  name?: string | null
  email?: string | null
  external_id?: string | null
  attributes?: Record<string, string | null>
}

/** The fields that differ from those of a user; an attribute without a value is removed. */
export function userChanges(before: PortalUser | undefined, input: UserInput): UserChanges {
  const changes: UserChanges = {}
  for (const field of ['name', 'email', 'external_id'] as const) {
    const value = input[field].trim() || null
    if (value !== (before?.[field] ?? null)) changes[field] = value
  }
  const previous = new Map(Object.entries(before?.attributes ?? {}))
  const next = new Map(
    input.attributes
      .map(([name, value]) => [name.trim(), value.trim()] as const)
      .filter(([name, value]) => name !== '' && value !== ''),
  )
  const attributes = [
    ...[...next].filter(([name, value]) => previous.get(name) !== value),
    ...[...previous.keys()].filter((name) => !next.has(name)).map((name) => [name, null] as const),
  ]
  if (attributes.length > 0) changes.attributes = Object.fromEntries(attributes)
  return changes
}

/** Restores what a change changed, and nothing that someone else changed since. */
export function invertChanges(changes: UserChanges, before: PortalUser): UserChanges {
  const inverse: UserChanges = {}
  for (const field of ['name', 'email', 'external_id'] as const)
    if (field in changes) inverse[field] = before[field] ?? null
  if (changes.attributes) {
    const previous = new Map(Object.entries(before.attributes ?? {}))
    inverse.attributes = Object.fromEntries(
      Object.keys(changes.attributes).map((name) => [name, previous.get(name) ?? null]),
    )
  }
  return inverse
}

const knownCounters = ['posts', 'votes', 'comments'] as const
export type KnownCounter = (typeof knownCounters)[number]

/** Every counter of a user, those of a later server by their names. A counter without a number is omitted. */
export function listCounters(user: PortalUser): readonly (readonly [string, number])[] {
  const counters = new Map<string, unknown>(Object.entries(user.counters ?? {}))
  const names = [...new Set([...knownCounters, ...counters.keys()])]
  return names.flatMap((name) => {
    const value = counters.get(name)
    return typeof value === 'number' ? [[name, value] as const] : []
  })
}

export const isKnownCounter = (name: string): name is KnownCounter =>
  knownCounters.some((known) => known === name)

/** The ids of the users that a conflict names, without the one that is edited. */
export function mismatchIds(
  details: readonly object[] | undefined,
  user_id: string | undefined,
): readonly string[] | undefined {
  const detail = details?.find((one) => 'code' in one && one.code === 'user_mismatch')
  if (!detail) return undefined
  const ids: unknown = 'ids' in detail ? detail.ids : []
  return Array.isArray(ids)
    ? ids.filter((id): id is string => typeof id === 'string' && id !== user_id)
    : []
}
