import { forEachConcurrently } from '#client/importers/core/concurrency.ts'
import { type ByRef, byRef, groupBy } from '#client/importers/core/diff.ts'
import { fetchAll } from '#client/importers/core/import-call.ts'
import { type Outcome, rejectionError } from '#client/importers/core/import-outcomes.ts'
import type { Comment } from '#client/resources.ts'
import { type FeedbackRun, postIdOf } from './feedback-import-context.ts'
import type { PlannedComment, CommentAuthor } from './feedback-plan.ts'

/** Several posts at a time; the comments of one in their order. */
export async function applyComments(run: FeedbackRun): Promise<void> {
  const { plan, post_ids, outcomes } = run
  const posts = [...groupBy(plan.comments, ({ post_ref }) => post_ref)]
  await forEachConcurrently(run.concurrency, posts, async ([post_ref, comments]) => {
    const existing = await fetchComments(run, post_ids.get(post_ref))
    for (const comment of comments) {
      const location = { path: comment.path, id: comment.external_ref }
      await outcomes.runRecord('comments', location, () =>
        applyComment(run, comment, existing.get(comment.external_ref)),
      )
    }
  })
}

async function fetchComments(
  { call, existing_posts }: FeedbackRun,
  post_id: string | undefined,
): Promise<ByRef<Comment>> {
  if (post_id === undefined || !existing_posts.has(post_id)) return new Map()
  const input = { post_id, internal: true }
  return byRef(await fetchAll(call, 'GET /feedback/posts/:post_id/comments', input))
}

async function applyComment(
  run: FeedbackRun,
  { external_ref, post_ref, body, internal, author, created_at, updated_at }: PlannedComment,
  existing: Comment | undefined,
): Promise<Outcome> {
  const post_id = postIdOf(run, post_ref)
  if (!existing) {
    const fields = { external_ref, body, internal, created_at, updated_at }
    const draft = { post_id, ...fields, ...authorFields(run, author) }
    await run.write('POST /feedback/posts/:post_id/comments', draft)
    return 'created'
  }
  if (existing.body === body) return 'unchanged'
  const change = { post_id, comment_id: existing.id, body, updated_at }
  await run.write('PATCH /feedback/posts/:post_id/comments/:comment_id', change)
  return 'updated'
}

/** Nobody in particular is the team. */
function authorFields({ ids, user_ids }: FeedbackRun, author: CommentAuthor) {
  if (author === 'team') return {}
  const type = 'user_ref' in author ? ('user' as const) : ('team' as const)
  const id = 'user_ref' in author ? user_ids.get(author.user_ref) : ids.get(author.member_ref)
  if (id === undefined) throw rejectionError('whoever wrote it was refused.')
  return { author: { type, id } }
}

/** Several posts at a time. A vote is the same vote when post and user are. */
export async function applyVotes(run: FeedbackRun): Promise<void> {
  const { plan, user_ids, post_ids, outcomes } = run
  const posts = [...groupBy(plan.votes, ({ post_ref }) => post_ref)]
  await forEachConcurrently(run.concurrency, posts, async ([post_ref, votes]) => {
    const voters = await fetchVoters(run, post_ids.get(post_ref))
    for (const { path, user_ref, created_at } of votes) {
      await outcomes.runRecord('votes', { path, id: post_ref }, async () => {
        const post_id = postIdOf(run, post_ref)
        const user_id = user_ids.get(user_ref)
        if (user_id === undefined) throw rejectionError(`its user ${user_ref} was refused.`)
        if (voters.has(user_id)) return 'unchanged'
        voters.add(user_id)
        await run.write('POST /feedback/posts/:post_id/votes', { post_id, user_id, created_at })
        return 'created'
      })
    }
  })
}

async function fetchVoters(
  { call, existing_posts }: FeedbackRun,
  post_id: string | undefined,
): Promise<Set<string | undefined>> {
  if (post_id === undefined || !existing_posts.has(post_id)) return new Set()
  const votes = await fetchAll(call, 'GET /feedback/posts/:post_id/votes', { post_id })
  return new Set(votes.map(({ user_id }) => user_id))
}
