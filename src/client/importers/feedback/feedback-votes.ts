import { allPages } from '#client/importers/core/all-pages.ts'
import { inFlight } from '#client/importers/core/concurrency.ts'
import { grouped } from '#client/importers/core/grouped.ts'
import { type FeedbackRun, postIdOf, refused } from './feedback-import-context.ts'

/** Several posts at a time. A vote is the same vote when post and user are. */
export async function applyVotes(run: FeedbackRun): Promise<void> {
  const { call, plan, user_ids, post_ids, ledger, dry, mode } = run
  const posts = [...grouped(plan.votes, ({ post_ref }) => post_ref)]
  await inFlight(run.in_flight, posts, async ([post_ref, votes]) => {
    const voters = await votersOf(run, post_ids.get(post_ref))
    for (const { path, user_ref, created_at } of votes) {
      await ledger.settle('votes', { path, id: post_ref }, async () => {
        const post_id = postIdOf(run, post_ref)
        const user_id = user_ids.get(user_ref)
        if (user_id === undefined) throw refused(`its user ${user_ref} was refused.`)
        if (voters.has(user_id)) return 'unchanged'
        voters.add(user_id)
        const draft = { post_id, user_id, created_at, ...mode }
        if (!dry) await call('POST /feedback/posts/:post_id/votes', draft)
        return 'created'
      })
    }
  })
}

async function votersOf(
  { call, known_posts }: FeedbackRun,
  post_id: string | undefined,
): Promise<Set<string>> {
  if (post_id === undefined || !known_posts.has(post_id)) return new Set()
  const votes = await allPages((page) =>
    call('GET /feedback/posts/:post_id/votes', { post_id, ...page }),
  )
  return new Set(votes.map(({ user_id }) => user_id))
}
