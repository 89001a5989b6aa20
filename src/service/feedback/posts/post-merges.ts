import { MAX_IMPORTED_VOTES } from '#contract/feedback/votes.rules.ts'
import { recordActivity } from '#service/activity.ts'
import type { Context, Verbs } from '#service/context.ts'
import { conflict, invalidField, referenceNotFound, notFound } from '#service/refusal.ts'
import {
  findMergeTarget,
  markMerged,
  moveImportedVotes,
  moveVotes,
  recountVotes,
  returnVotes,
} from './post-merges.store.ts'
import { findPost, publicPost } from './posts.store.ts'
import { requirePost } from './posts.ts'

export const mergeVerbs = {
  async 'POST /feedback/posts/:post_id/merge'(context, { post_id, into_id }) {
    const { db, now, emit, expectVersion } = context
    if (into_id === post_id)
      throw invalidField('/into_id', 'itself', 'A post cannot be merged into itself.')
    await recountVotes(db, [post_id, into_id], now)
    const [post, into] = [await findPost(db, post_id), await findPost(db, into_id)]
    if (!post) throw notFound('post', post_id)
    if (!into) throw referenceNotFound('/into_id', 'post', into_id)
    expectVersion(post)
    if (post.merged_into_id !== null)
      throw conflict('already_merged', `This post was merged into ${post.merged_into_id}.`, {
        id: post.merged_into_id,
      })
    // Otherwise two posts could be merged into each other, and both would disappear.
    if (into.merged_into_id !== null)
      throw conflict('target_merged', `That post was merged into ${into.merged_into_id}.`, {
        field: '/into_id',
        id: into.merged_into_id,
      })
    await moveVotes(db, post_id, into_id)
    // Nobody knows who gave them, so none is left out as the vote of somebody who voted for both.
    const count = Math.min(post.imported_votes, MAX_IMPORTED_VOTES - into.imported_votes)
    await moveImportedVotes(db, { from: post_id, into: into_id, count }, now)
    await markMerged(db, post_id, into_id, now)
    await recountVotes(db, [post_id, into_id], now)
    const merged = publicPost(await requirePost(db, post_id))
    await emit('post.merged', merged)
    recordMerge(context, 'post.merged', merged, into)
    return merged
  },

  async 'POST /feedback/posts/:post_id/unmerge'(context, { post_id }) {
    const { db, now, emit, expectVersion } = context
    const current = await requirePost(db, post_id)
    const into_id = current.merged_into_id
    if (into_id === null) throw notMerged()
    await recountVotes(db, [post_id, into_id], now)
    const post = await requirePost(db, post_id)
    if (post.merged_into_id !== into_id) throw notMerged()
    expectVersion(post)
    // The votes moved on with that post: the later merge must be undone first.
    const into = await findMergeTarget(db, into_id)
    if (into.merged_into_id !== null)
      throw conflict('merged_further', `That post was itself merged into ${into.merged_into_id}.`, {
        id: into_id,
      })
    await returnVotes(db, post_id, into_id)
    const count = -post.moved_imported_votes
    await moveImportedVotes(db, { from: post_id, into: into_id, count }, now)
    await markMerged(db, post_id, null, now)
    await recountVotes(db, [post_id, into_id], now)
    const unmerged = publicPost(await requirePost(db, post_id))
    const changes = { merged_into_id: { from: into_id, to: null } }
    await emit('post.updated', unmerged, changes)
    recordMerge(context, 'post.updated', unmerged, into)
    return unmerged
  },
} satisfies Partial<Verbs>

interface MergedPost {
  readonly id: string
  readonly title: string
}

/** Of both posts: people read of a merge where its votes came from, and where they went. */
function recordMerge(
  context: Context,
  kind: 'post.merged' | 'post.updated',
  post: MergedPost,
  into: MergedPost,
): void {
  const change = (value: string) =>
    kind === 'post.merged' ? { from: null, to: value } : { from: value, to: null }
  const changes = { merged_into_id: change(into.id), merged_into_title: change(into.title) }
  const merged = { merged_post_id: change(post.id), merged_post_title: change(post.title) }
  recordActivity(context, 'post', [
    { id: post.id, kind, changes },
    { id: into.id, kind, changes: merged },
  ])
}

const notMerged = () => conflict('not_merged', 'This post is not merged.')
