import { allPages, inFlight } from '#client/importers/core/concurrency.ts'
import { isEmpty, differing, sameSet } from '#client/importers/core/diff.ts'
import { nameKey } from '#client/importers/core/external-ref.ts'
import type { Outcome } from '#client/importers/core/import-outcomes.ts'
import type { Post } from '#contract/feedback/posts.ts'
import type { PostStatus } from '#contract/feedback/setup.ts'
import type { BoardHere } from './apply-setup.ts'
import { type FeedbackRun, refused } from './feedback-import-context.ts'
import type { PlannedPost } from './feedback-plan.ts'

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
      return ledger.runRecord('posts', place, () => applyPost(run, context, post))
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
): Promise<Outcome> {
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

/** What is on the board, by `external_ref`, and what posts refer to. */
interface PostsHere {
  readonly board_id: string
  readonly live: ReadonlyMap<string | null, Post>
  readonly deleted: ReadonlyMap<string | null, Post>
  readonly merged: ReadonlyMap<string | null, Post>
  readonly statuses: readonly PostStatus[]
  readonly titles: ReadonlyMap<string, string>
}

function postDraft(
  { ids, user_ids, post_ids }: FeedbackRun,
  context: PostsHere,
  post: PlannedPost,
) {
  const { external_ref, title, tags, eta, imported_votes, created_at, updated_at } = post
  const status = statusOf(context, post.status)
  const owner = ownerOf(ids, post)
  const author = post.user_ref === undefined ? undefined : user_ids.get(post.user_ref)
  // Without its author it would pass for the team's.
  if (post.user_ref !== undefined && author === undefined)
    throw refused('whoever wrote it was refused.')
  return {
    board_id: context.board_id,
    external_ref,
    title,
    details: detailsOf(post_ids, context, post),
    tags: [...tags],
    imported_votes,
    created_at,
    updated_at,
    ...(status && { status }),
    ...(owner && { owner }),
    ...(eta && { eta }),
    ...(author && { author: { type: 'user' as const, id: author } }),
  }
}

/** The file decides what it says. An owner, a date or tags that were set here and stand in no file stay. */
function postChanges(
  { ids, post_ids, plan }: FeedbackRun,
  context: PostsHere,
  post: PlannedPost,
  here: Post,
) {
  const { title, eta, imported_votes } = post
  const status = statusOf(context, post.status)
  const owner = ownerOf(ids, post)
  const imported = new Set(plan.tags.map(({ name }) => nameKey(name)))
  const own = here.tags.filter((name) => !imported.has(nameKey(name)))
  const tags = [...post.tags, ...own]
  return {
    ...differing({ title, details: detailsOf(post_ids, context, post), imported_votes }, here),
    ...(status === undefined ? {} : differing({ status }, here)),
    ...(eta === undefined ? {} : differing({ eta }, here)),
    ...(owner === undefined || owner === here.owner?.id ? {} : { owner }),
    ...(sameSet(tags.map(nameKey), here.tags.map(nameKey)) ? {} : { tags: tags.slice(0, 20) }),
  }
}

/** The key of a status here, which the file calls by its key or its name. */
function statusOf({ statuses }: PostsHere, word: string | undefined): string | undefined {
  if (word === undefined) return undefined
  const named = statuses.find(
    ({ key, name }) => key === word || name.toLowerCase() === word.replaceAll('_', ' '),
  )
  if (!named) throw refused(`there is no status ${word} here.`)
  return named.key
}

const ownerOf = (ids: ReadonlyMap<string, string>, { owner_ref }: PlannedPost) =>
  owner_ref === undefined ? undefined : ids.get(owner_ref)

function detailsOf(
  ids: ReadonlyMap<string, string>,
  { titles }: PostsHere,
  { details, duplicate_of }: PlannedPost,
): string {
  const id = duplicate_of === undefined ? undefined : ids.get(duplicate_of)
  if (duplicate_of === undefined || id === undefined) return details
  const title = (titles.get(duplicate_of) ?? '').replace(/[[\]\\]/g, '\\$&')
  const link = `Duplicate of [${title}](/feedback/posts/${id})`
  return [details, link].filter(Boolean).join('\n\n')
}
