import type { ApiError } from '#client/api-error.ts'
import type { Post } from '#client/resources.ts'
import { mergePostText } from '#web/messages/en/merge-post.ts'
import { postText as text } from '#web/messages/en/post.ts'
import { getDelayedMutations } from '#web/session/mutations/delayed-mutations.ts'
import { createSessionObservable } from '#web/session/mutations/session-observable.ts'
import type { UndoEntry } from '#web/session/mutations/undo-history.ts'
import type { KeySession } from '#web/session/session.ts'
import { deletedPosts, getCachedPost } from './cached-posts.ts'
import {
  markListsStale,
  removeCachedPost,
  writeOptimisticPost,
  writeOwnChange,
  writePost,
} from './post-cache-writes.ts'
import {
  allFields,
  formatPostChange,
  hasValues,
  isEqual,
  namesOf,
  pick,
  type PostChanges,
} from './post-changes.rules.ts'
import { getCachedStatuses } from './post-options.data.ts'

export type PostOutcome =
  | { readonly state: 'saved'; readonly post: Post }
  /** Nothing was saved: someone else changed the same fields. */
  | { readonly state: 'conflict'; readonly current: Post; readonly changes: PostChanges }
  | { readonly state: 'error'; readonly error: ApiError }
  | { readonly state: 'canceled' }

const MAX_ATTEMPTS = 3
const postScope = (post_id: string) => `post:${post_id}`

/**
 * Changes fields of a post, shown at once. A newer version with the same values in these fields, such as after a vote,
 * is no conflict. Without `isRecorded` it is part of a change that has its own undo.
 */
export async function updatePost(
  session: KeySession,
  post: Post,
  changes: PostChanges,
  { isUndo = false, isRecorded = true } = {},
): Promise<PostOutcome> {
  const base = getCachedPost(session, post.id) ?? post
  const names = namesOf(changes)
  if (!isUndo && !hasValues(base, pick(post, names)))
    return { state: 'conflict', current: base, changes }
  const before = isUndo ? base : post
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const outcome = await sendChanges(session, before, changes, { isUndo, isRecorded })
    if (outcome !== 'stale') return outcome
    const found = await session.call('GET /feedback/posts/:post_id', { post_id: post.id }).then(
      (current) => ({ current }),
      (error: ApiError) => ({ error }),
    )
    // An undo asks the person, who sees the error of what follows.
    if ('error' in found && isUndo) break
    if ('error' in found) return { state: 'error', error: found.error }
    writePost(session, withPendingChanges(session, found.current))
    const isChanged =
      !hasValues(found.current, pick(before, names)) && !hasValues(found.current, changes)
    if (isChanged) return { state: 'conflict', current: found.current, changes }
  }
  // Others keep changing it: the person decides.
  return { state: 'conflict', current: getCachedPost(session, post.id) ?? post, changes }
}

/** Sends them once; `stale` when the post has another version by now. */
async function sendChanges(
  session: KeySession,
  before: Post,
  changes: PostChanges,
  { isUndo, isRecorded }: { isUndo: boolean; isRecorded: boolean },
): Promise<PostOutcome | 'stale'> {
  const { id } = before
  const { owner, ...rest } = changes
  const change = { post_id: id, changes, previous: pick(before, namesOf(changes)) }
  const pending = pendingChanges.of(session)
  pending.set([...pending.get(), change])
  const shown = { ...(getCachedPost(session, id) ?? before), ...changes }
  writeOptimisticPost(session, shown)
  const rollback = () => rollBack(session, change)
  let isStale = false
  const result = await session.mutate(
    'PATCH /feedback/posts/:post_id',
    { post_id: id, ...rest, ...(owner !== undefined && { owner: owner && owner.id }) },
    {
      scope: postScope(id),
      version: () => getCachedPost(session, id)?.version,
      silent: !isUndo,
      onSuccess: (output) => {
        writeSavedPost(session, shown, output)
        markListsStale(session, id)
      },
      merges: true,
      rollback,
      onError: rollback,
      onConflict: () => {
        isStale = true
        rollback()
      },
      ...(isRecorded && { undo: createChangeUndo(session, before, change) }),
    },
  )
  pending.set(pending.get().filter((one) => one !== change))
  if (result.state === 'success') return { state: 'saved', post: result.output }
  if (isStale) return 'stale'
  return result.state === 'error' ? result : { state: 'canceled' }
}

/** Undoes a change. Where others changed the same fields it asks first, also when only the server knows. */
export function createChangeUndo(
  session: KeySession,
  before: Post,
  change: Omit<PendingChange, 'post_id'>,
  { isRecorded = true } = {},
): UndoEntry {
  const { id, title } = before
  const { changes } = change
  let isStale = false
  const entry: UndoEntry = {
    label: formatPostChange(before, changes, getCachedStatuses(session)),
    scope: () => postScope(id),
    confirmBefore: () => {
      const current = getCachedPost(session, id) ?? { ...before, ...changes }
      return hasValues(current, changes) && !isStale ? undefined : text.changedSince(title)
    },
    undo: async () => {
      const options = { isUndo: true, isRecorded }
      const { state } = await updatePost(session, before, change.previous, options)
      if (state !== 'conflict') return
      isStale = true
      const record = session.undo.record(entry)
      record.done()
      session.undo.undo(record.id)
    },
  }
  return entry
}

/** Writes a response, except for fields that were changed again since the post was `shown` so: they are sent next. */
export function writeSavedPost(session: KeySession, shown: Post, output: Post) {
  const current = getCachedPost(session, output.id) ?? shown
  const later = allFields.filter((name) => !isEqual(current[name], shown[name]))
  writeOwnChange(session, output, { ...output, ...pick(current, later) })
}

/** A change that has no response yet. */
interface PendingChange {
  readonly post_id: string
  readonly changes: PostChanges
  /** What the post has without it. */
  previous: PostChanges
}

const pendingChanges = createSessionObservable<readonly PendingChange[]>([])

const pendingOf = (session: KeySession, post_id: string) =>
  pendingChanges
    .of(session)
    .get()
    .filter((one) => one.post_id === post_id)

/** A post of the server as it is shown. */
const withPendingChanges = (session: KeySession, post: Post): Post =>
  pendingOf(session, post.id).reduce((shown, { changes }) => ({ ...shown, ...changes }), post)

/** Takes back one change. A later one of the same field is shown on, and begins where this one began. */
function rollBack(session: KeySession, change: PendingChange) {
  const all = pendingOf(session, change.post_id)
  const later = all.slice(all.indexOf(change) + 1)
  const current = getCachedPost(session, change.post_id)
  const restored: PostChanges = {}
  for (const name of namesOf(change.changes)) {
    const value = { [name]: change.previous[name] }
    const next = later.find(({ changes }) => name in changes)
    if (next) next.previous = { ...next.previous, ...value }
    else if (current && hasValues(current, { [name]: change.changes[name] }))
      Object.assign(restored, value)
  }
  if (current && namesOf(restored).length > 0) writePost(session, { ...current, ...restored })
}

/** Shows a post that was created and adds it to the undo history. `onUndo` runs before it is deleted. */
export function recordCreation(session: KeySession, post: Post, onUndo: () => void) {
  writePost(session, post)
  const undo = () => {
    onUndo()
    deletePost(session, post, () => {})
  }
  session.undo.record({ label: text.created(post.title), undo }).done()
}

/** Deletes a post at once where it can be restored, or after the time to undo it. `onUndo` runs once it is there again. */
export function deletePost(session: KeySession, { id, title }: Post, onUndo: () => void) {
  const show = () => deletedPosts.remove(session, id)
  const label = text.deleted(title)
  const name = 'DELETE /feedback/posts/:post_id' as const
  const options = {
    scope: postScope(id),
    onSuccess: () => removeCachedPost(session, id),
    // One that is gone already is deleted, too; it must not stay hidden when someone restores it.
    onError: ({ code }: ApiError) =>
      code === 'not_found' ? removeCachedPost(session, id) : show(),
  }
  deletedPosts.add(session, id)
  if (!session.capabilities.can('feedback.restore')) {
    getDelayedMutations(session).delay('delete_post', {
      ...options,
      label,
      name,
      input: { post_id: id },
      onUndo: () => (show(), onUndo()),
    })
    return
  }
  const undo = async () => {
    if (await restorePost(session, id)) onUndo()
  }
  void session.mutate(
    name,
    { post_id: id },
    {
      ...options,
      undo: { label, undoLabel: text.restore, undo },
    },
  )
}

/** Restores a deleted post with its votes and comments. Needs `feedback.restore`. Returns whether it is there again. */
export async function restorePost(session: KeySession, post_id: string): Promise<boolean> {
  const onSuccess = (post: Post) => {
    writePost(session, post)
    deletedPosts.remove(session, post_id)
  }
  const name = 'POST /feedback/posts/:post_id/restore' as const
  const options = { scope: postScope(post_id), onSuccess }
  return (await session.mutate(name, { post_id }, options)).state === 'success'
}

/** Shows the merged post and adds the merge to the undo history. */
export function recordMerge(session: KeySession, merged: Post, into: Post) {
  writePost(session, merged)
  const undo = () => sendUnmerge(session, merged.id)
  session.undo.record({ label: mergePostText.done(merged.title, into.title), undo }).done()
}

const mergeOptions = (session: KeySession) => ({
  onSuccess: (post: Post) => writePost(session, post),
})

const sendUnmerge = (session: KeySession, post_id: string) =>
  session.mutate('POST /feedback/posts/:post_id/unmerge', { post_id }, mergeOptions(session))

/** Takes a post out of the one it was merged into, with its votes. Needs `posts.merge`. */
export async function unmergePost(session: KeySession, { id, title, merged_into_id }: Post) {
  if (!merged_into_id) return
  const result = await sendUnmerge(session, id)
  if (result.state !== 'success') return
  const input = { post_id: id, into_id: merged_into_id }
  const undo = () =>
    session.mutate('POST /feedback/posts/:post_id/merge', input, mergeOptions(session))
  session.undo.record({ label: text.unmerged(title), undo }).done()
}
