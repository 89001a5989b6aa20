import { allPages } from '#client/importers/core/all-pages.ts'
import { inFlight } from '#client/importers/core/concurrency.ts'
import { isEmpty } from '#client/importers/core/diff.ts'
import type { Verdict } from '#client/importers/core/import-outcomes.ts'
import type { Post } from '#contract/feedback/posts.ts'
import type { BoardHere } from './apply-setup.ts'
import { type FeedbackRun, refused } from './feedback-import-context.ts'
import type { PlannedPost } from './feedback-plan.ts'
import { type PostsHere, postChanges, postDraft } from './feedback-post-changes.ts'

/** Several at a time; those that repeat another come last, when the other has an id to link to. */
export async function applyPosts(run: FeedbackRun, board: BoardHere): Promise<void> {
  const { call, plan, ledger, in_flight } = run
  const here = await postsOn(run, board)
  const statuses = await allPages((page) => call('GET /feedback/statuses', page))
  const titles = new Map(plan.posts.map(({ external_ref, title }) => [external_ref, title]))
  const context = { ...here, statuses, titles, board_id: board.id ?? '' }
  for (const repeats of [false, true]) {
    const posts = plan.posts.filter((post) => (post.duplicate_of !== undefined) === repeats)
    await inFlight(in_flight, posts, (post) => {
      const place = { path: post.path, id: post.external_ref }
      return ledger.settle('posts', place, () => applyPost(run, context, post))
    })
  }
}

/** What comments and votes of earlier imports' posts need: their ids. */
export async function findPosts({ call, plan, post_ids, known_posts, in_flight }: FeedbackRun) {
  const planned = new Set(plan.posts.map(({ external_ref }) => external_ref))
  const named = [...plan.comments, ...plan.votes].map(({ post_ref }) => post_ref)
  const missing = [...new Set(named)].filter((ref) => !planned.has(ref))
  await inFlight(in_flight, missing, async (external_ref) => {
    const [here] = (await call('GET /feedback/posts', { external_ref })).data
    if (!here) return
    post_ids.set(external_ref, here.id)
    known_posts.add(here.id)
  })
}

async function postsOn({ call }: FeedbackRun, { id: board }: BoardHere) {
  const read = async (which: { deleted?: true; merged?: true }) =>
    board === undefined
      ? []
      : allPages((page) => call('GET /feedback/posts', { board, ...which, ...page }))
  const [live, deleted, merged] = await Promise.all([
    read({}),
    read({ deleted: true }),
    read({ merged: true }),
  ])
  const byRef = (posts: readonly Post[]) => new Map(posts.map((post) => [post.external_ref, post]))
  return { live: byRef(live), deleted: byRef(deleted), merged: byRef(merged) }
}

async function applyPost(
  run: FeedbackRun,
  context: PostsHere,
  post: PlannedPost,
): Promise<Verdict> {
  const { call, post_ids, known_posts, dry, mode } = run
  const { external_ref } = post
  const here = context.live.get(external_ref)
  if (!here) {
    if (context.deleted.has(external_ref)) throw refused('it was deleted here and can be restored.')
    if (context.merged.has(external_ref)) throw refused('it was merged into another post here.')
    const draft = postDraft(run, context, post)
    const made = dry
      ? { id: external_ref }
      : await call('POST /feedback/posts', { ...draft, ...mode })
    post_ids.set(external_ref, made.id)
    return 'created'
  }
  post_ids.set(external_ref, here.id)
  known_posts.add(here.id)
  const changes = postChanges(run, context, post, here)
  if (isEmpty(changes)) return 'unchanged'
  const { updated_at } = post
  const change = { post_id: here.id, ...changes, ...(updated_at && { updated_at }), ...mode }
  if (!dry) await call('PATCH /feedback/posts/:post_id', change)
  return 'updated'
}
