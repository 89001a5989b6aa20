import type { PortalUser, UserRef } from '#contract/feedback/users.ts'
import { nameKey } from '#service/feedback/setup/names.rules.ts'
import { conflict, invalidField } from '#service/refusal.ts'

export type StoredUser = Omit<PortalUser, 'counters'>

/** Who has the id, the external id and the address that a request names. */
export interface Candidates {
  readonly byId: StoredUser | undefined
  readonly byExternalId: StoredUser | undefined
  readonly byEmail: StoredUser | undefined
}

interface UserChange extends Omit<UserRef, 'id'> {
  readonly attributes?: Readonly<Record<string, string | null>> | null | undefined
}

/** The one user a reference means, or undefined when nobody has it yet. Two different ones are never merged. */
export function userMeant(
  { external_id }: Pick<UserRef, 'external_id'>,
  { byId, byExternalId, byEmail }: Candidates,
): StoredUser | undefined {
  const found = [byId, byExternalId, byEmail].filter((user) => user !== undefined)
  const ids = [...new Set(found.map(({ id }) => id))]
  if (ids.length > 1) throw userMismatch(ids)
  const user = found[0]
  // An address does not prove that somebody with another external id is meant.
  const differs = external_id != null && user != null && user.external_id !== null
  if (differs && user.external_id !== external_id) throw userMismatch([user.id])
  return user
}

const userMismatch = (ids: readonly string[]) =>
  conflict('user_mismatch', `The identifiers belong to different users: ${ids.join(', ')}.`, {
    ids,
  })

/** Absent is kept, null is cleared; somebody without any identifier could never be found again. */
export function changedUser(before: StoredUser, change: UserChange): StoredUser {
  const after = {
    ...before,
    external_id: change.external_id === undefined ? before.external_id : change.external_id,
    email: changedAddress(before.email, change.email),
    name: change.name === undefined ? before.name : change.name,
    avatar_url: change.avatar_url === undefined ? before.avatar_url : change.avatar_url,
    attributes: changedAttributes(before.attributes, change.attributes),
  }
  if (after.external_id === null && after.email === null)
    throw invalidField('/email', 'no_identifier', 'A user needs an external_id or an email.')
  return after
}

/** Another spelling of the same address is no change. */
function changedAddress(before: string | null, change: string | null | undefined) {
  if (change === undefined) return before
  const same = before !== null && change !== null && nameKey(before) === nameKey(change)
  return same ? before : change
}

function changedAttributes(
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

/** What the one who stays does not say of themselves, the other one fills in. */
export const mergedUser = (into: StoredUser, from: StoredUser): StoredUser => ({
  ...into,
  external_id: into.external_id ?? from.external_id,
  email: into.email ?? from.email,
  name: into.name ?? from.name,
  avatar_url: into.avatar_url ?? from.avatar_url,
  attributes: { ...from.attributes, ...into.attributes },
  last_seen_at: later(into.last_seen_at, from.last_seen_at),
})

const later = (a: string | null, b: string | null) => ((a ?? '') > (b ?? '') ? a : b)
