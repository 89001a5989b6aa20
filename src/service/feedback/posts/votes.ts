import type { Verbs } from '#service/context.ts'
import { newId } from '#service/db/ids.ts'
import { resolveActingUser } from '#service/feedback/users/acting-user.ts'
import { fetchPage } from '#service/page-query.ts'
import { invalidField, notFound } from '#service/refusal.ts'
import { adjustPostCount } from './post-writes.store.ts'
import { lockPost } from './posts.store.ts'
import { requirePost, lockOpenPost } from './posts.ts'
import { countVotes, deleteVote, findVote, insertVote, voteOf, votesAfter } from './votes.store.ts'

export const voteVerbs = {
  async 'GET /feedback/posts/:post_id/votes'({ db, cursor }, { post_id, ...page }) {
    await requirePost(db, post_id)
    return fetchPage(cursor, page, {
      rows: (last, limit) => votesAfter(db, post_id, last, limit),
      keyOf: ({ created_at, id }) => [created_at, id],
      total: () => countVotes(db, post_id),
    })
  },

  async 'POST /feedback/posts/:post_id/votes'(context, { post_id, external_id, email, ...input }) {
    const { db, now, emit, markExisting } = context
    // Locked before the voter: all votes lock in this order.
    await lockOpenPost(db, post_id)
    const userRef = external_id == null && email == null ? undefined : { external_id, email }
    const user = await resolveActingUser(context, { ...input, user: input.user ?? userRef })
    if (!user) throw invalidField('/user', 'required', 'user: say who votes.')
    const isImport = input.import === true
    const vote = {
      id: newId('vot', now),
      post_id,
      user_id: user.id,
      user,
      version: '1',
      created_at: (isImport ? input.created_at : undefined) ?? now.toISOString(),
    }
    if (await insertVote(db, vote)) {
      await adjustPostCount(db, post_id, 'vote_count', 1, isImport ? null : now)
      await emit('vote.created', vote)
      return vote
    }
    markExisting()
    return (await voteOf(db, post_id, user.id)) ?? vote
  },

  async 'DELETE /feedback/posts/:post_id/votes/:vote_id'(context, { post_id, vote_id }) {
    const { db, now, emit, expectVersion } = context
    if (!(await lockPost(db, post_id))) throw notFound('post', post_id)
    const vote = await findVote(db, post_id, vote_id)
    if (!vote) throw notFound('vote', vote_id)
    expectVersion(vote)
    await deleteVote(db, vote_id)
    await adjustPostCount(db, post_id, 'vote_count', -1, now)
    await emit('vote.deleted', {
      id: vote_id,
      post_id,
      user_id: vote.user_id,
      deleted_at: now.toISOString(),
    })
    return undefined
  },
} satisfies Partial<Verbs>
