import type { Verbs } from '#service/context.ts'
import { recountVotes } from '#service/feedback/posts/post-merges.store.ts'
import { changesBetween } from '#service/field-changes.rules.ts'
import { invalidField, referenceNotFound, notFound } from '#service/refusal.ts'
import { userFields } from './acting-user.ts'
import {
  eraseUser,
  reassignRecords,
  postsVotedBy,
  removeUser,
  resolveDoubleVotes,
} from './user-merges.store.ts'
import { mergeUsers } from './user-ref.rules.ts'
import { findUser, lockCandidates, saveLastSeen, saveUser } from './users.store.ts'
import { requirePortalUser } from './users.ts'

export const userMergeVerbs = {
  async 'POST /feedback/users/:user_id/merge'(context, { user_id, from_id }) {
    const { db, now, emit, expectVersion } = context
    if (from_id === user_id)
      throw invalidField('/from_id', 'itself', 'A user cannot be merged into themselves.')
    if (!(await findUser(db, user_id))) throw notFound('user', user_id)
    if (!(await findUser(db, from_id))) throw referenceNotFound('/from_id', 'user', from_id)
    // Posts before users, and users by id: the order in which votes and other merges lock.
    await recountVotes(db, await postsVotedBy(db, [user_id, from_id]), now)
    for (const id of [user_id, from_id].toSorted()) await lockCandidates(db, { id })
    const { byId: into } = await lockCandidates(db, { id: user_id })
    const { byId: from } = await lockCandidates(db, { id: from_id })
    if (!into) throw notFound('user', user_id)
    if (!from) throw referenceNotFound('/from_id', 'user', from_id)
    expectVersion(into)

    // Fetched again: until the locks the users could vote for more posts.
    const votedPosts = await postsVotedBy(db, [user_id, from_id])
    await resolveDoubleVotes(db, from_id, user_id)
    await reassignRecords(db, from_id, user_id)
    await removeUser(db, from_id)
    await recountVotes(db, votedPosts, now)
    const after = mergeUsers(into, from)
    const changes = changesBetween(into, after, userFields)
    if (changes) await saveUser(db, { ...after, updated_at: now.toISOString() })
    if (after.last_seen_at !== null) await saveLastSeen(db, user_id, new Date(after.last_seen_at))
    const saved = await requirePortalUser(db, user_id)
    if (changes) await emit('portal_user.updated', saved, changes)
    await emit('portal_user.deleted', {
      id: from_id,
      deleted_at: now.toISOString(),
      merged_into_id: user_id,
    })
    return saved
  },

  async 'DELETE /feedback/users/:user_id'({ db, now, emit, expectVersion }, { user_id }) {
    const { byId: user } = await lockCandidates(db, { id: user_id })
    if (!user) throw notFound('user', user_id)
    expectVersion(user)
    await eraseUser(db, user_id, now)
    await emit('portal_user.deleted', {
      id: user_id,
      deleted_at: now.toISOString(),
      merged_into_id: null,
    })
    return undefined
  },
} satisfies Partial<Verbs>
