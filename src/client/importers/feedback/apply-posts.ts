import { forEachConcurrently } from '#client/importers/core/concurrency.ts'
import { type ByRef, byRef, changedFields, isEmpty, sameSet } from '#client/importers/core/diff.ts'
import { fetchAll } from '#client/importers/core/import-call.ts'
import { type Outcome, rejectionError } from '#client/importers/core/import-outcomes.ts'
import type { Post, PostStatus } from '#client/resources.ts'
import { sourceVotes } from '#contract/feedback/votes.rules.ts'
import { nameKey } from '#contract/names.rules.ts'
import type { TargetBoard } from './apply-setup.ts'
import { maxTags } from './feedback-builder.ts'
import type { FeedbackRun } from './feedback-import-context.ts'
import type { PlannedPost } from './feedback-plan.ts'

/** Several at a time; those that repeat another come last, when the other has an id to link to. */
export async function applyPosts(
  run: FeedbackRun,
  board: TargetBoard,
  statuses: readonly PostStatus[],
): Promise<void> {
  const { plan, outcomes, concurrency } = run
  const existing = await fetchBoardPosts(run, board)
  const titles = new Map(plan.posts.map(({ external_ref, title }) => [external_ref, title]))
  const context = { ...existing, statuses, titles, board_id: board.id ?? '' }
  for (const duplicates of [false, true]) {
    const posts = plan.posts.filter((post) => (post.duplicate_of !== undefined) === duplicates)
    await forEachConcurrently(concurrency, posts, (post) => {
      const location = { path: post.path, id: post.external_ref }
      return outcomes.runRecord('posts', location, () => applyPost(run, context, post))
    })
  }
}

/** Fetches the ids of posts of earlier imports that comments and votes of this one refer to. */
export async function fetchReferencedPosts(run: FeedbackRun): Promise<void> {
  const { call, plan, post_ids, existing_posts, concurrency } = run
  const planned = new Set(plan.posts.map(({ external_ref }) => external_ref))
  const postRefs = [...plan.comments, ...plan.votes].map(({ post_ref }) => post_ref)
  const missing = [...new Set(postRefs)].filter((ref) => !planned.has(ref))
  await forEachConcurrently(concurrency, missing, async (external_ref) => {
    const [existing] = (await call('GET /feedback/posts', { external_ref })).data
    if (!existing) return
    post_ids.set(external_ref, existing.id)
    existing_posts.add(existing.id)
  })
}

async function fetchBoardPosts({ call }: FeedbackRun, { id: board }: TargetBoard) {
  const fetchPosts = async (filter: { deleted?: true; merged?: true }) =>
    board === undefined ? [] : fetchAll(call, 'GET /feedback/posts', { board, ...filter })
  const [live, deleted, merged] = await Promise.all([
    fetchPosts({}),
    fetchPosts({ deleted: true }),
    fetchPosts({ merged: true }),
  ])
  return { live: byRef(live), deleted: byRef(deleted), merged: byRef(merged) }
}

async function applyPost(
  run: FeedbackRun,
  context: BoardContext,
  post: PlannedPost,
): Promise<Outcome> {
  const { post_ids, existing_posts, write } = run
  const { external_ref } = post
  const existing = context.live.get(external_ref)
  if (!existing) {
    if (context.deleted.has(external_ref))
      throw rejectionError('it was deleted here and can be restored.')
    if (context.merged.has(external_ref))
      throw rejectionError('it was merged into another post here.')
    const created = await write('POST /feedback/posts', newPost(run, context, post))
    post_ids.set(external_ref, created?.id ?? external_ref)
    return 'created'
  }
  post_ids.set(external_ref, existing.id)
  existing_posts.add(existing.id)
  const changes = postChanges(run, context, post, existing)
  if (isEmpty(changes)) return 'unchanged'
  const { updated_at } = post
  const change = { post_id: existing.id, ...changes, ...(updated_at && { updated_at }) }
  await write('PATCH /feedback/posts/:post_id', change)
  return 'updated'
}

/** What is on the board, by `external_ref`, and what posts refer to. */
interface BoardContext {
  readonly board_id: string
  readonly live: ByRef<Post>
  readonly deleted: ByRef<Post>
  readonly merged: ByRef<Post>
  readonly statuses: readonly PostStatus[]
  readonly titles: ReadonlyMap<string, string>
}

function newPost(
  { ids, user_ids, post_ids }: FeedbackRun,
  context: BoardContext,
  post: PlannedPost,
) {
  const { external_ref, title, tags, eta, imported_votes, created_at, updated_at } = post
  const status = resolveStatus(context, post.status)
  const owner = resolveOwner(ids, post)
  const author = post.user_ref === undefined ? undefined : user_ids.get(post.user_ref)
  // Without its author it would pass for the team's.
  if (post.user_ref !== undefined && author === undefined)
    throw rejectionError('whoever wrote it was refused.')
  return {
    board_id: context.board_id,
    external_ref,
    title,
    details: formatDetails(post_ids, context, post),
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
  { ids, post_ids, plan, outcomes }: FeedbackRun,
  context: BoardContext,
  post: PlannedPost,
  existing: Post,
) {
  const { title, eta, imported_votes } = post
  const status = resolveStatus(context, post.status)
  const owner = resolveOwner(ids, post)
  const imported = new Set(plan.tags.map(({ name }) => nameKey(name)))
  const unimportedTags = existing.tags.filter((name) => !imported.has(nameKey(name)))
  // Those that were set here stay before the file adds more.
  const tags = [
    ...post.tags.slice(0, Math.max(0, maxTags - unimportedTags.length)),
    ...unimportedTags,
  ]
  if (post.tags.length + unimportedTags.length > maxTags)
    outcomes.warn('too_many', { path: 'tags', limit: maxTags }, post.path)
  return {
    ...changedFields(
      { title, details: formatDetails(post_ids, context, post), imported_votes },
      // No file has the votes of posts that were merged here.
      { ...existing, imported_votes: sourceVotes(existing) },
    ),
    ...(status === undefined ? {} : changedFields({ status }, existing)),
    ...(eta === undefined ? {} : changedFields({ eta }, existing)),
    ...(owner === undefined || owner === existing.owner?.id ? {} : { owner }),
    ...(sameSet(tags.map(nameKey), existing.tags.map(nameKey)) ? {} : { tags }),
  }
}

/** By its key or its name. */
const findStatus = (statuses: readonly PostStatus[], nameOrKey: string) =>
  statuses.find(
    ({ key, name }) => key === nameOrKey || name.toLowerCase() === nameOrKey.replaceAll('_', ' '),
  )

/** Why a post cannot have the status that the file says. */
export const unknownStatus = (statuses: readonly PostStatus[], nameOrKey: string | undefined) =>
  nameOrKey === undefined || findStatus(statuses, nameOrKey)
    ? undefined
    : `there is no status ${nameOrKey} here.`

/** The key of a status here, which the file calls by its key or its name. */
function resolveStatus(
  { statuses }: BoardContext,
  nameOrKey: string | undefined,
): string | undefined {
  const problem = unknownStatus(statuses, nameOrKey)
  if (problem !== undefined) throw rejectionError(problem)
  return nameOrKey === undefined ? undefined : findStatus(statuses, nameOrKey)?.key
}

const resolveOwner = (ids: ReadonlyMap<string, string>, { owner_ref }: PlannedPost) =>
  owner_ref === undefined ? undefined : ids.get(owner_ref)

function formatDetails(
  ids: ReadonlyMap<string, string>,
  { titles }: BoardContext,
  { details, duplicate_of }: PlannedPost,
): string {
  const id = duplicate_of === undefined ? undefined : ids.get(duplicate_of)
  if (duplicate_of === undefined || id === undefined) return details
  const title = (titles.get(duplicate_of) ?? '').replace(/[[\]\\]/g, '\\$&')
  const link = `Duplicate of [${title}](/feedback/posts/${id})`
  return [details, link].filter(Boolean).join('\n\n')
}
