import type { ApiError } from '#client/api-error.ts'
import type { Post } from '#client/resources.ts'
import type { ShownRequest } from '#client/shown-request.ts'
import { countVotes } from '#contract/feedback/votes.rules.ts'
import { mergePostText } from '#web/messages/en/merge-post.ts'
import { postText as text } from '#web/messages/en/post.ts'
import { undefinedIfNotFound } from '#web/query/endpoint-query.ts'
import { getDelayedMutations } from '#web/session/mutations/delayed-mutations.ts'
import { editResource } from '#web/session/resources/edit-resource.ts'
import { formatFieldValue } from '#web/session/resources/format-field.ts'
import { alone, changeItem, inList, showItem } from '#web/session/resources/places.ts'
import { setField } from '#web/session/resources/record-field.rules.ts'
import { defineResource } from '#web/session/resources/resource.ts'
import type { KeySession } from '#web/session/session.ts'
import { formatPlainDate } from '#web/ui/date/date-text.rules.ts'
import { displayLocale } from '#web/ui/format.ts'
import { deletedPosts, getCachedPost } from './cached-posts.ts'
import { markListsStale, recordOwnChange, removeCachedPost } from './post-cache-writes.ts'
import { formatPostChange, type PostChanges, type PostField } from './post-changes.rules.ts'
import { getCachedStatuses } from './post-options.data.ts'
import { formatPostStatus } from './post-options.rules.ts'
import { postQuery } from './posts.data.ts'

const postScope = (post_id: string) => `post:${post_id}`

const postPlaces = [
  alone('GET /feedback/posts/:post_id'),
  { ...inList<Post>('GET /feedback/posts'), keepsRows: true },
]

/** Counts a vote more or less at once, wherever the post is cached. Returns the rollback, which leaves other votes alone. */
export function showVote(session: KeySession, post_id: string, by: 1 | -1): () => void {
  const add = (count: number) =>
    changeItem(session, postPlaces, post_id, (post) => ({ ...post, ...countVotes(post, count) }))
  add(by)
  return () => add(-by)
}

/** A change that puts a post into lists and takes it out of others marks them stale. */
export const postResource = defineResource<Post, PostField>({
  kind: 'post',
  places: postPlaces,
  fields: {
    title: { label: text.fieldNames.title, format: formatFieldValue },
    details: { label: text.fieldNames.details, format: formatFieldValue },
    status: {
      label: text.fieldNames.status,
      format: (status, { session }) =>
        formatFieldValue(formatPostStatus(getCachedStatuses(session), status)),
    },
    tags: {
      label: text.fieldNames.tags,
      format: (tags) => formatFieldValue(tags.join(', ')),
      ...setField<string>((tag) => tag),
    },
    owner: {
      label: text.fieldNames.owner,
      format: (owner) => formatFieldValue(owner?.name),
      isEqual: (one, other) => one?.id === other?.id,
    },
    eta: {
      label: text.fieldNames.eta,
      format: (eta) => formatFieldValue(eta && formatPlainDate(eta, displayLocale)),
    },
  },
  savedFields: ['updated_at'],
  title: ({ title }) => title,
  label: (post, changes, session) => formatPostChange(post, changes, getCachedStatuses(session)),
  scope: ({ id }) => postScope(id),
  save: (session, { id: post_id }, { owner, details, ...changes }, options) =>
    session.mutate(
      'PATCH /feedback/posts/:post_id',
      {
        post_id,
        ...changes,
        // A server that omits them has none, which is null before the change.
        ...(details !== undefined && { details: details || '' }),
        ...(owner !== undefined && { owner: owner && owner.id }),
      },
      {
        ...options,
        onSuccess: (post) => {
          options.onSuccess?.(post)
          recordOwnChange(session, post)
          // Those of many are refetched once.
          if (!options.stale) markListsStale(session, post_id)
        },
      },
    ),
  read: ({ call }, { id: post_id }) =>
    call('GET /feedback/posts/:post_id', { post_id }).catch(undefinedIfNotFound),
})

/** Shows a post wherever it is cached, and alone. */
function writePost(session: KeySession, post: Post) {
  session.queryClient.setQueryData(postQuery(post.id).queryKey, post)
  showItem(session, postResource, post)
}

/** Changes fields of a post as the person saw it. The caller shows an error. */
export function editPost(
  session: KeySession,
  post: Post,
  changes: PostChanges,
  settings: { readonly isRecorded?: boolean } = {},
) {
  const { queryKey } = postQuery(post.id)
  // While the post alone is loading it shows the change, too: the response may be older.
  session.queryClient.setQueryData(
    queryKey,
    (alone) => alone ?? getCachedPost(session, post.id) ?? post,
  )
  return editResource(session, postResource, post, changes, { silent: true, ...settings })
}

export type PostOutcome = Awaited<ReturnType<typeof editPost>>

/** Shows a post that was created and adds it to the undo history. `onUndo` runs before it is deleted. */
export function recordCreation(
  session: KeySession,
  post: Post,
  request: ShownRequest,
  onUndo: () => void,
) {
  writePost(session, post)
  const undo = () => {
    onUndo()
    deletePost(session, post, () => {})
  }
  session.undo.record({ label: text.created(post.title), undo, requests: [request] }).done()
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
export function recordMerge(session: KeySession, merged: Post, into: Post, request: ShownRequest) {
  writePost(session, merged)
  const undo = () => sendUnmerge(session, merged.id)
  const label = mergePostText.done(merged.title, into.title)
  session.undo.record({ label, undo, requests: [request] }).done()
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
  session.undo.record({ label: text.unmerged(title), undo, requests: [result.request] }).done()
}
