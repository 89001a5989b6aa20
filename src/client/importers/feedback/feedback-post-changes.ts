import { differing, sameSet } from '#client/importers/core/diff.ts'
import { nameKey } from '#client/importers/core/name-key.ts'
import type { Post } from '#contract/feedback/posts.ts'
import type { PostStatus } from '#contract/feedback/setup.ts'
import { type FeedbackRun, refused } from './feedback-import-context.ts'
import type { PlannedPost } from './feedback-plan.ts'

/** What is on the board, by `external_ref`, and what posts refer to. */
export interface PostsHere {
  readonly board_id: string
  readonly live: ReadonlyMap<string | null, Post>
  readonly deleted: ReadonlyMap<string | null, Post>
  readonly merged: ReadonlyMap<string | null, Post>
  readonly statuses: readonly PostStatus[]
  readonly titles: ReadonlyMap<string, string>
}

export function postDraft(
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
export function postChanges(
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
