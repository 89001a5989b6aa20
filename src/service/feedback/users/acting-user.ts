import type { PortalUserRef, UserRef } from '#contract/feedback/users.ts'
import type { Context } from '#service/context.ts'
import { newId } from '#service/db/ids.ts'
import { changesBetween } from '#service/field-changes.rules.ts'
import { invalidField, referenceNotFound } from '#service/refusal.ts'
import { type StoredUser, applyUserChange, matchUser } from './user-ref.rules.ts'
import { findUser, insertUser, lockCandidates, saveLastSeen, saveUser } from './users.store.ts'

type EmitContext = Pick<Context, 'db' | 'now' | 'emit'>

interface Identity extends UserRef {
  readonly attributes?: Readonly<Record<string, string | null>> | null | undefined
  readonly created_at?: string | undefined
  /** Set by an import; the current time by default. */
  readonly last_seen_at?: string | null | undefined
}

const noCounters = { posts: 0, votes: 0, comments: 0 }
export const userFields = ['external_id', 'email', 'name', 'avatar_url', 'attributes'] as const

/** Finds and updates the referenced user; creates one when no user has the identifiers. */
export async function identifyUser(
  { db, now, emit }: EmitContext,
  ref: Identity,
  field = '/user/id',
) {
  const candidates = await lockCandidates(db, ref)
  if (ref.id !== undefined && !candidates.byId) throw referenceNotFound(field, 'user', ref.id)
  if (ref.id === undefined && ref.external_id == null && ref.email == null)
    throw invalidField('/user', 'no_identifier', 'Specify the user by id, external_id or email.')
  const before = matchUser(ref, candidates)
  const lastSeenAt = ref.last_seen_at === undefined ? now.toISOString() : ref.last_seen_at
  if (!before) {
    const user = applyUserChange(createUser(now, ref.created_at, lastSeenAt), ref)
    await insertUser(db, user)
    await emit('portal_user.created', { ...user, counters: noCounters })
    return { user, isNew: true }
  }
  const after = applyUserChange(before, ref)
  const changes = changesBetween(before, after, userFields)
  if (lastSeenAt !== null) await saveLastSeen(db, before.id, new Date(lastSeenAt))
  if (!changes) return { user: before, isNew: false }
  await saveUser(db, { ...after, updated_at: now.toISOString() })
  const saved = await findUser(db, before.id)
  if (saved) await emit('portal_user.updated', saved, changes)
  return { user: saved ?? after, isNew: false }
}

const createUser = (
  now: Date,
  created_at: string | undefined,
  lastSeenAt: string | null,
): StoredUser => ({
  id: newId('usr', now),
  external_id: null,
  email: null,
  name: null,
  avatar_url: null,
  attributes: {},
  last_seen_at: lastSeenAt,
  version: '1',
  created_at: created_at ?? now.toISOString(),
  updated_at: created_at ?? now.toISOString(),
})

interface ActingUserInput {
  readonly user?: UserRef | null | undefined
  readonly user_id?: string | undefined
  readonly import?: boolean | undefined
}

/** The acting user of a request, or undefined for the team. */
export async function resolveActingUser(context: EmitContext, input: ActingUserInput) {
  const { user, user_id } = input
  if (user?.id !== undefined && user_id !== undefined && user.id !== user_id)
    throw invalidField('/user_id', 'contradicts', 'The user is specified twice, in different ways.')
  const ref = user_id === undefined ? user : { ...user, id: user_id }
  if (!ref) return undefined
  // Imported activity is old and does not count as a visit.
  const lastSeenAt = input.import === true ? { last_seen_at: null } : {}
  const resolved = await identifyUser(
    context,
    { ...ref, ...lastSeenAt },
    user_id === undefined ? '/user/id' : '/user_id',
  )
  return toUserRef(resolved.user)
}

const toUserRef = ({ id, external_id, email, name, avatar_url }: StoredUser): PortalUserRef => ({
  id,
  external_id,
  email,
  name,
  avatar_url,
})
