import type { PortalUserRef, UserRef } from '#contract/feedback/users.ts'
import type { Context } from '#service/context.ts'
import { newId } from '#service/db/ids.ts'
import { changesBetween } from '#service/field-changes.rules.ts'
import { invalidField, referenceNotFound } from '#service/refusal.ts'
import { type StoredUser, changedUser, userMeant } from './user-ref.rules.ts'
import { findUser, insertUser, lockCandidates, noteSeen, saveUser } from './users.store.ts'

type EmitContext = Pick<Context, 'db' | 'now' | 'emit'>

interface Identity extends UserRef {
  readonly attributes?: Readonly<Record<string, string | null>> | null | undefined
  readonly created_at?: string | undefined
  /** An import says when somebody was seen; otherwise it is now. */
  readonly last_seen_at?: string | null | undefined
}

const noCounters = { posts: 0, votes: 0, comments: 0 }
export const userFields = ['external_id', 'email', 'name', 'avatar_url', 'attributes'] as const

/** The user a reference means, brought up to date; made when nobody has the identifiers yet. */
export async function userOf({ db, now, emit }: EmitContext, ref: Identity, field = '/user/id') {
  const found = await lockCandidates(db, ref)
  if (ref.id !== undefined && !found.byId) throw referenceNotFound(field, 'user', ref.id)
  if (ref.id === undefined && ref.external_id == null && ref.email == null)
    throw invalidField('/user', 'no_identifier', 'Name the user by id, external_id or email.')
  const before = userMeant(ref, found)
  const seen = ref.last_seen_at === undefined ? now.toISOString() : ref.last_seen_at
  if (!before) {
    const user = changedUser(nobody(now, ref.created_at, seen), ref)
    await insertUser(db, user)
    await emit('portal_user.created', { ...user, counters: noCounters })
    return { user, made: true }
  }
  const after = changedUser(before, ref)
  const changes = changesBetween(before, after, userFields)
  if (seen !== null) await noteSeen(db, before.id, new Date(seen))
  if (!changes) return { user: before, made: false }
  await saveUser(db, { ...after, updated_at: now.toISOString() })
  const saved = await findUser(db, before.id)
  if (saved) await emit('portal_user.updated', saved, changes)
  return { user: saved ?? after, made: false }
}

const nobody = (now: Date, created_at: string | undefined, seen: string | null): StoredUser => ({
  id: newId('usr', now),
  external_id: null,
  email: null,
  name: null,
  avatar_url: null,
  attributes: {},
  last_seen_at: seen,
  version: '1',
  created_at: created_at ?? now.toISOString(),
  updated_at: created_at ?? now.toISOString(),
})

interface Acting {
  readonly user?: UserRef | null | undefined
  readonly user_id?: string | undefined
  readonly import?: boolean | undefined
}

/** Who acts in a request, or undefined when it is the team. */
export async function actingUserOf(context: EmitContext, given: Acting) {
  const { user, user_id } = given
  if (user?.id !== undefined && user_id !== undefined && user.id !== user_id)
    throw invalidField('/user_id', 'contradicts', 'The user is given twice, in different ways.')
  const ref = user_id === undefined ? user : { ...user, id: user_id }
  if (!ref) return undefined
  // An import tells of what was done long ago, by people who are not here now.
  const seen = given.import === true ? { last_seen_at: null } : {}
  const resolved = await userOf(
    context,
    { ...ref, ...seen },
    user_id === undefined ? '/user/id' : '/user_id',
  )
  return refOf(resolved.user)
}

export const refOf = ({ id, external_id, email, name, avatar_url }: StoredUser): PortalUserRef => ({
  id,
  external_id,
  email,
  name,
  avatar_url,
})
