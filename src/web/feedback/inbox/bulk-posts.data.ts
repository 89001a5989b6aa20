import { asApiError } from '#client/api-error.ts'
import type { Post } from '#client/resources.ts'
import type { Input, WriteName } from '#contract/endpoints.ts'
import { deletedPosts, getCachedPost } from '#web/feedback/posts/cached-posts.ts'
import { recordOwnChange, removeCachedPost } from '#web/feedback/posts/post-cache-writes.ts'
import { postResource } from '#web/feedback/posts/post-changes.data.ts'
import type { PostChanges } from '#web/feedback/posts/post-changes.rules.ts'
import { postBulkText as text } from '#web/messages/en/post-bulk.ts'
import { type BulkChange, type BulkRun, startBulkChange } from '#web/session/bulk.ts'
import { showItem } from '#web/session/resources/places.ts'
import { isSame, namesOf, pickFields } from '#web/session/resources/resource.ts'
import type { KeySession } from '#web/session/session.ts'

/** What changes of each post. A tag is added or removed, so that the other tags of each stay. */
export type BulkValue =
  | { readonly status: string }
  | { readonly owner: Exclude<Post['owner'], undefined> }
  | { readonly tag: string; readonly isAdded: boolean }

type Target = Pick<Post, 'id' | 'title'>

interface PostEdit extends Target {
  readonly before: BulkValue
  readonly after: BulkValue
}

/** More take long enough for their result to stay in the tray. */
const MAX_BRIEF = 200

const hasValue = (post: Post, value: BulkValue): boolean => {
  if ('status' in value) return post.status === value.status
  if ('owner' in value) return post.owner?.id === value.owner?.id
  return post.tags.includes(value.tag) === value.isAdded
}

const previousValue = (post: Post, value: BulkValue): BulkValue => {
  if ('status' in value) return { status: post.status }
  if ('owner' in value) return { owner: post.owner ?? null }
  return { ...value, isAdded: !value.isAdded }
}

const applyTo = (post: Post, value: BulkValue): PostChanges => {
  if (!('tag' in value)) return value
  const others = post.tags.filter((name) => name !== value.tag)
  return { tags: value.isAdded ? [...others, value.tag] : others }
}

/** Changes the posts that have another value, as a job with Undo. The posts show it at once. */
export function changePosts(
  session: KeySession,
  posts: readonly Post[],
  after: BulkValue,
  label: string,
): void {
  const edits = posts
    .filter((post) => !hasValue(post, after))
    .map((post) => ({ id: post.id, title: post.title, before: previousValue(post, after), after }))
  if (edits.length > 0) startEdits(session, edits, label)
}

type Edits = BulkChange<PostEdit, 'PATCH /feedback/posts/:post_id'>['items']

function startEdits(
  session: KeySession,
  items: Edits,
  label: string,
  countKept = () => 0,
): BulkRun<PostEdit> {
  const shown = new Map<string, Post>()
  const versions = new Map<string, string>()
  let kept = 0
  const show = (edits: readonly PostEdit[], which: 'before' | 'after') => {
    for (const edit of edits) {
      const post = getCachedPost(session, edit.id)
      if (!post) continue
      const changes = applyTo(post, edit[which])
      const next = { ...post, ...changes }
      shown.set(edit.id, next)
      showItem(session, postResource, next, changes)
    }
  }
  if (typeof items !== 'function') show(items, 'after')
  return startBulkChange(session, {
    ...commonOf(items, label, text.changed, countKept),
    endpoint: 'PATCH /feedback/posts/:post_id',
    items,
    input: async ([edit], signal) => {
      if (!edit) throw new Error('A batch has one post.')
      const { id: post_id, after } = edit
      if ('status' in after) return { post_id, status: after.status }
      if ('owner' in after) return { post_id, owner: after.owner?.id ?? null }
      // The whole set replaces what others added meanwhile, so it is made from the tags of now.
      const post = await session.call('GET /feedback/posts/:post_id', { post_id }, { signal })
      if (post.version !== undefined) versions.set(post_id, post.version)
      return { post_id, tags: applyTo(post, after).tags ?? [] }
    },
    version: ([edit]) => versions.get(edit?.id ?? ''),
    onSuccess: (post) => {
      const before = shown.get(post.id)
      const current = getCachedPost(session, post.id)
      // What was changed again since is sent next.
      const later = namesOf(postResource.fields).filter(
        (name) => before && current && !isSame(postResource, name, current, before),
      )
      showItem(session, postResource, { ...post, ...(current && pickFields(current, later)) })
      recordOwnChange(session, post)
    },
    onError: (_error, edits) => {
      // A later change of the same field stays.
      const isShown = ({ id, after }: PostEdit) => {
        const post = getCachedPost(session, id)
        return post !== undefined && hasValue(post, after)
      }
      show(edits.filter(isShown), 'before')
    },
    undo: {
      label,
      isAnnounced: true,
      reverse: (changed) =>
        startEdits(
          session,
          async (signal) => {
            const done = typeof changed === 'function' ? await changed(signal) : changed
            const unchanged = await selectUnchanged(session, done, signal)
            kept = done.length - unchanged.length
            const inverse = unchanged.map(({ before, after, ...post }) => ({
              ...post,
              before: after,
              after: before,
            }))
            show(inverse, 'after')
            return inverse
          },
          text.undoOf(label),
          () => kept,
        ),
    },
  })
}

// As many requests at a time as a job sends.
const READS_AT_ONCE = 4

/** Those that still have the value on the server: what someone has changed since then is not changed back. */
async function selectUnchanged(
  session: KeySession,
  edits: readonly PostEdit[],
  signal: AbortSignal,
): Promise<readonly PostEdit[]> {
  const unchanged: PostEdit[] = []
  for (let start = 0; start < edits.length; start += READS_AT_ONCE) {
    const group = edits.slice(start, start + READS_AT_ONCE)
    const posts = await Promise.all(group.map(({ id }) => readPost(session, id, signal)))
    for (const [index, edit] of group.entries()) {
      const post = posts[index]
      if (post && hasValue(post, edit.after)) unchanged.push(edit)
    }
  }
  return unchanged
}

/** Undefined when the post was deleted. */
async function readPost(session: KeySession, post_id: string, signal: AbortSignal) {
  try {
    return await session.call('GET /feedback/posts/:post_id', { post_id }, { signal })
  } catch (error) {
    if (asApiError(error).code === 'not_found') return undefined
    throw error
  }
}

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
    ...commonOf(items, label, isDelete ? text.deleted : text.restored),
    endpoint,
    items,
    input: ([post]): Input<RemovalName> => ({ post_id: post?.id ?? '' }),
    isDone: ({ code }) => code === (isDelete ? 'not_found' : 'not_deleted'),
    onSuccess: (_output, batch) => onDone(batch),
    onDone,
    onError: (_error, batch) => setHidden(batch, !isDelete),
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

/** Of both jobs: their names, and how they report. */
function commonOf(
  items: BulkChange<Target, WriteName>['items'],
  label: string,
  done: (count: number) => string,
  countKept = () => 0,
) {
  const isBrief = typeof items === 'function' || items.length <= MAX_BRIEF
  return {
    label,
    nameOf: ({ title }: Target) => title,
    isBrief,
    // The toast with Undo says how it ended.
    ...(isBrief && { isQuiet: 'start' as const }),
    result: (counts: { done: number; failed: number }) => ({
      label: [
        counts.done === 0 && counts.failed > 0 ? text.noneChanged : done(counts.done),
        ...(countKept() > 0 ? [text.kept(countKept())] : []),
      ].join('. '),
      // An undo says what others have changed since.
      isKept: countKept() > 0,
    }),
  }
}
