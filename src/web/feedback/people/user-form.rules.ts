import type { PortalUser } from '#client/resources.ts'
import { changedEntries } from '#web/session/resources/record-field.rules.ts'

/** What the form of a person contains. */
export interface UserInput {
  readonly name: string
  readonly email: string
  readonly external_id: string
  readonly attributes: readonly (readonly [name: string, value: string])[]
}

/** The fields that a person edits. */
export type UserField = 'name' | 'email' | 'external_id' | 'attributes'

/** The fields that differ from those of a user; an attribute without a value is removed. */
export function userChanges(
  before: PortalUser | undefined,
  input: UserInput,
): Partial<Pick<PortalUser, UserField>> {
  const changes: { -readonly [F in UserField]?: PortalUser[F] } = {}
  for (const field of ['name', 'email', 'external_id'] as const) {
    const value = input[field].trim() || null
    if (value !== (before?.[field] ?? null)) changes[field] = value
  }
  const attributes = Object.fromEntries(
    input.attributes
      .map(([name, value]) => [name.trim(), value.trim()] as const)
      .filter(([name, value]) => name !== '' && value !== ''),
  )
  if (Object.keys(changedEntries([before?.attributes], attributes)).length > 0)
    changes.attributes = attributes
  return changes
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
