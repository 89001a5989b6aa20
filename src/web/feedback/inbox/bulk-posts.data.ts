import type { Post } from '#client/resources.ts'
import type { Input } from '#contract/endpoints.ts'
import { deletedPosts } from '#web/feedback/posts/cached-posts.ts'
import { removeCachedPost } from '#web/feedback/posts/post-cache-writes.ts'
import { postResource } from '#web/feedback/posts/post-changes.data.ts'
import type { PostChanges } from '#web/feedback/posts/post-changes.rules.ts'
import { postBulkText as text } from '#web/messages/en/post-bulk.ts'
import { type BulkChange, type BulkRun, startBulkChange } from '#web/session/bulk.ts'
import { MAX_BRIEF } from '#web/session/jobs.ts'
import type { BulkCounts } from '#web/session/jobs/bulk-batches.ts'
import { editMany } from '#web/session/resources/edit-many.ts'
import type { KeySession } from '#web/session/session.ts'

/** What changes of each post. A tag is added or removed, so that the other tags of each stay. */
export type BulkValue =
  | { readonly status: string }
  | { readonly owner: Exclude<Post['owner'], undefined> }
  | { readonly tag: string; readonly isAdded: boolean }

type Target = Pick<Post, 'id' | 'title'>

const hasValue = (post: Post, value: BulkValue): boolean => {
  if ('status' in value) return post.status === value.status
  if ('owner' in value) return post.owner?.id === value.owner?.id
  return post.tags.includes(value.tag) === value.isAdded
}

const applyTo = (post: Post, value: BulkValue): PostChanges => {
  if (!('tag' in value)) return value
  const others = post.tags.filter((name) => name !== value.tag)
  return { tags: value.isAdded ? [...others, value.tag] : others }
}

/** Changes the posts that have another value, as a job with Undo. */
export function changePosts(
  session: KeySession,
  posts: readonly Post[],
  value: BulkValue,
  label: string,
): void {
  const edits = posts
    .filter((post) => !hasValue(post, value))
    .map((post) => ({ seen: post, changes: applyTo(post, value) }))
  if (edits.length === 0) return
  editMany(session, postResource, edits, {
    label,
    undoLabel: text.undoOf(label),
    result: formatResult(text.changed),
  })
}

const formatResult =
  (done: (count: number) => string) =>
  ({ done: count, failed, kept }: BulkCounts) => ({
    label: [
      count === 0 && failed + kept > 0 ? text.noneChanged : done(count),
      ...(kept > 0 ? [text.kept(kept)] : []),
    ].join('. '),
    // An undo says what others have changed since.
    isKept: kept > 0,
  })

/** Deletes posts, as a job; where the server can restore them with Undo. They leave the lists at once. */
export const deletePosts = (session: KeySession, posts: readonly Target[]) =>
  startRemoval(session, posts, 'DELETE /feedback/posts/:post_id', posts.length)

/** Restores deleted posts with their votes and comments, as a job with Undo. */
export const restorePosts = (session: KeySession, posts: readonly Target[]) =>
  startRemoval(session, posts, 'POST /feedback/posts/:post_id/restore', posts.length)

type RemovalName = 'DELETE /feedback/posts/:post_id' | 'POST /feedback/posts/:post_id/restore'

function startRemoval(
  session: KeySession,
  items: BulkChange<Target, RemovalName>['items'],
  endpoint: RemovalName,
  count: number,
): BulkRun<Target> {
  const isDelete = endpoint === 'DELETE /feedback/posts/:post_id'
  const setHidden = (posts: readonly Target[], isHidden: boolean) => {
    for (const { id } of posts) deletedPosts[isHidden ? 'add' : 'remove'](session, id)
  }
  // One that was gone already must not stay hidden when someone restores it.
  const onDone = (posts: readonly Target[]) => {
    if (!isDelete) return setHidden(posts, false)
    for (const { id } of posts) removeCachedPost(session, id)
  }
  const label = (isDelete ? text.deletePosts : text.restorePosts)(count)
  if (typeof items !== 'function') setHidden(items, isDelete)
  const canUndo = session.capabilities.can('feedback.restore')
  return startBulkChange(session, {
    label,
    nameOf: ({ title }) => title,
    isBrief: count <= MAX_BRIEF,
    result: formatResult(isDelete ? text.deleted : text.restored),
    endpoint,
    items,
    input: ([post]): Input<RemovalName> => ({ post_id: post?.id ?? '' }),
    isDone: ({ code }) => code === (isDelete ? 'not_found' : 'not_deleted'),
    onSuccess: (_output, batch) => onDone(batch),
    onDone,
    onError: (_error, batch) => setHidden(batch, !isDelete),
    onEnd: (rest) => isDelete && setHidden(rest, false),
    ...(canUndo && {
      undo: {
        label: (isDelete ? text.deleted : text.restored)(count),
        savingLabel: label,
        ...(isDelete && { undoLabel: text.restore }),
        isAnnounced: true,
        reverse: (changed) =>
          startRemoval(
            session,
            changed,
            isDelete ? 'POST /feedback/posts/:post_id/restore' : 'DELETE /feedback/posts/:post_id',
            count,
          ),
      },
    }),
  })
}
