import type { PortalUser, UserRef } from '#contract/feedback/users.ts'
import { nameKey } from '#contract/names.rules.ts'
import { conflict, invalidField } from '#service/refusal.ts'

export type StoredUser = Omit<PortalUser, 'counters'>

/** The users with the id, the external id and the address of a request. */
export interface Candidates {
  readonly byId: StoredUser | undefined
  readonly byExternalId: StoredUser | undefined
  readonly byEmail: StoredUser | undefined
}

interface UserChange extends Omit<UserRef, 'id'> {
  readonly attributes?: Readonly<Record<string, string | null>> | null | undefined
}

/** The user with these identifiers, or undefined. Identifiers of different users are a conflict, never a merge. */
export function matchUser(
  { external_id }: Pick<UserRef, 'external_id'>,
  { byId, byExternalId, byEmail }: Candidates,
): StoredUser | undefined {
  const matches = [byId, byExternalId, byEmail].filter((user) => user !== undefined)
  const ids = [...new Set(matches.map(({ id }) => id))]
  if (ids.length > 1) throw userMismatch(ids)
  const user = matches[0]
  // A shared address does not identify a user who has another external id.
  const differs = external_id != null && user != null && user.external_id !== null
  if (differs && user.external_id !== external_id) throw userMismatch([user.id])
  return user
}

const userMismatch = (ids: readonly string[]) =>
  conflict('user_mismatch', `The identifiers belong to different users: ${ids.join(', ')}.`, {
    ids,
  })

/** Undefined keeps a field, null clears it. A user must keep one identifier, or could never be found again. */
export function applyUserChange(before: StoredUser, change: UserChange): StoredUser {
  const after = {
    ...before,
    external_id: change.external_id === undefined ? before.external_id : change.external_id,
    email: applyEmailChange(before.email, change.email),
    name: change.name === undefined ? before.name : change.name,
    avatar_url: change.avatar_url === undefined ? before.avatar_url : change.avatar_url,
    attributes: applyAttributesChange(before.attributes, change.attributes),
  }
  if (after.external_id === null && after.email === null)
    throw invalidField('/email', 'no_identifier', 'A user requires an external_id or an email.')
  return after
}

/** A change of case only is no change. */
function applyEmailChange(before: string | null, change: string | null | undefined) {
  if (change === undefined) return before
  const isSame = before !== null && change !== null && nameKey(before) === nameKey(change)
  return isSame ? before : change
}

function applyAttributesChange(
  before: PortalUser['attributes'],
  change: UserChange['attributes'],
): PortalUser['attributes'] {
  if (change === undefined) return before
  if (change === null) return {}
  const merged = new Map(Object.entries(before))
  for (const [key, value] of Object.entries(change))
    if (value === null) merged.delete(key)
    else merged.set(key, value)
  return Object.fromEntries(merged)
}

/** Fields that `into` lacks are taken from `from`. */
export const mergeUsers = (into: StoredUser, from: StoredUser): StoredUser => ({
  ...into,
  external_id: into.external_id ?? from.external_id,
  email: into.email ?? from.email,
  name: into.name ?? from.name,
  avatar_url: into.avatar_url ?? from.avatar_url,
  attributes: { ...from.attributes, ...into.attributes },
  last_seen_at: laterOf(into.last_seen_at, from.last_seen_at),
})

const laterOf = (a: string | null, b: string | null) => ((a ?? '') > (b ?? '') ? a : b)
