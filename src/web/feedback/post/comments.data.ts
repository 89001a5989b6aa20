import type { ApiError } from '#client/api-error.ts'
import { iterateItems } from '#client/paginate.ts'
import type { Comment } from '#client/resources.ts'
import type { Input, ResponseBody } from '#contract/endpoints.ts'
import { createListeners } from '#web/external-store.ts'
import type { UserChoice } from '#web/feedback/people/users.data.ts'
import { commentPages } from '#web/feedback/posts/posts.data.ts'
import { commentsText, composerText as text } from '#web/messages/en/comments.ts'
import { getDelayedMutations } from '#web/session/mutations/delayed-mutations.ts'
import { createDrafts } from '#web/session/mutations/drafts.ts'
import { createPendingIds } from '#web/session/mutations/pending-ids.ts'
import { createSessionObservable } from '#web/session/mutations/session-observable.ts'
import { randomId } from '#web/session/random-id.ts'
import { formatFieldValue } from '#web/session/resources/format-field.ts'
import { hideItem, inList, showItem } from '#web/session/resources/places.ts'
import { defineResource, findInPages } from '#web/session/resources/resource.ts'
import { CLOCK_MARGIN_MS } from '#web/session/server-clock.ts'
import type { KeySession } from '#web/session/session.ts'
import { now } from '#web/ui/server-time.ts'
import { type CommentMode, commentModes } from './comments.rules.ts'

const endpoint = 'GET /feedback/posts/:post_id/comments'

export interface CommentDraft {
  readonly mode: CommentMode
  readonly body: string
  /** What it answers. */
  readonly parent: Comment | null
  /** Who says it, in mode `user`. */
  readonly user: UserChoice | null
}

/** A comment on the screen that was not sent yet, or has no response yet. */
interface PendingComment extends CommentDraft {
  readonly id: string
  readonly post_id: string
}

const pendingComments = createSessionObservable<readonly PendingComment[]>([])

/** The comments of a post that wait to be sent. */
export const usePendingComments = (post_id: string): readonly PendingComment[] =>
  pendingComments.useValue().filter((one) => one.post_id === post_id)

type CommentOutcome =
  | { readonly state: 'sent' }
  | { readonly state: 'undone' }
  | { readonly state: 'failed'; readonly error: ApiError }

/** The change that a comment is part of, which has one undo. */
interface WholeChange {
  readonly label: string
  readonly onUndo: () => void
}

/** Sends a comment after the time to undo it; one that is not sent is a draft again. The promise never rejects. */
export async function sendComment(
  session: KeySession,
  post_id: string,
  draft: CommentDraft,
  whole?: WholeChange,
): Promise<CommentOutcome> {
  const pending = pendingComments.of(session)
  const id = randomId()
  pending.set([...pending.get(), { ...draft, id, post_id }])
  const startedAt = now().getTime()
  const existing = new Set(cachedComments(session, post_id).map((comment) => comment.id))
  const outcome = await new Promise<CommentOutcome>((resolve) =>
    getDelayedMutations(session).delay('comment', {
      sendsOnClose: true,
      name: 'POST /feedback/posts/:post_id/comments',
      input: commentInput(post_id, draft),
      ...(whole
        ? { label: whole.label }
        : { label: text.sending[draft.mode], countdown: text.sendingIn[draft.mode] }),
      merges: true,
      silent: true,
      onSuccess: (comment) => {
        showItem(session, commentResource, { ...comment, post_id })
        resolve({ state: 'sent' })
      },
      onError: (error) =>
        void findSent(session, post_id, draft, existing, startedAt, error).then(resolve),
      onUndo: () => (whole?.onUndo(), resolve({ state: 'undone' })),
    }),
  )
  pending.set(pending.get().filter((one) => one.id !== id))
  const isTyped = outcome.state === 'failed' || !whole
  if (outcome.state !== 'sent' && isTyped) restoreDraft(session, post_id, draft)
  return outcome
}

function commentInput(
  post_id: string,
  { mode, body, parent, user }: CommentDraft,
): Input<'POST /feedback/posts/:post_id/comments'> {
  return {
    post_id,
    body,
    internal: mode === 'note',
    ...(parent && { parent_id: parent.id }),
    ...(mode === 'user' &&
      user &&
      (user.type === 'user' ? { user_id: user.user.id } : { user: { email: user.email } })),
  }
}

/** After a lost response the comment may be there: sending it again would double it. */
async function findSent(
  session: KeySession,
  post_id: string,
  { body, mode }: CommentDraft,
  existing: ReadonlySet<string>,
  startedAt: number,
  error: ApiError,
): Promise<CommentOutcome> {
  if (!error.isOutcomeUnknown) return { state: 'failed', error }
  const { call, signal } = session
  const input = { post_id, internal: true }
  try {
    for await (const comment of iterateItems(call, endpoint, input, { signal })) {
      const { id, internal = mode === 'note', created_at } = comment
      const isRecent =
        created_at === undefined || Date.parse(created_at) > startedAt - CLOCK_MARGIN_MS
      const isSame = comment.body === body && internal === (mode === 'note')
      if (!isSame || !isRecent || existing.has(id)) continue
      showItem(session, commentResource, { ...comment, post_id })
      return { state: 'sent' }
    }
  } catch {
    // Not known, so the first error is reported.
  }
  return { state: 'failed', error }
}

const cachedComments = ({ queryClient }: KeySession, post_id: string): readonly Comment[] =>
  queryClient.getQueryData(commentPages(post_id).queryKey)?.pages.flatMap(({ data }) => data) ?? []

/** As a write returns it: a server may omit its post. */
type StoredComment = ResponseBody<'PATCH /feedback/posts/:post_id/comments/:comment_id'>

/** Editing one needs `comments.write`. */
export const commentResource = defineResource<StoredComment, 'body'>({
  kind: 'comment',
  places: [
    inList<StoredComment>(endpoint, ({ post_id }, input) =>
      post_id === undefined ? undefined : 'post_id' in input && input.post_id === post_id,
    ),
  ],
  fields: { body: { label: commentsText.bodyName, format: formatFieldValue } },
  savedFields: ['updated_at'],
  title: ({ internal }) => commentsText.names[internal ? 'note' : 'comment'],
  label: () => commentsText.saved,
  scope: ({ id }) => `comment:${id}`,
  save: ({ mutate }, { id: comment_id, post_id = '' }, changes, options) =>
    mutate(
      'PATCH /feedback/posts/:post_id/comments/:comment_id',
      { post_id, comment_id, ...changes },
      options,
    ),
  read: (session, { id, post_id = '' }) =>
    findInPages(session, endpoint, { post_id, internal: true }, (one) => one.id === id),
})

const restored = createListeners<[KeySession, string, CommentDraft]>()

const draftId = (post_id: string, mode: CommentMode) => `comment:${post_id}:${mode}`

/** What is being written on a post, kept on this device for each mode. */
export function commentDrafts(session: KeySession, post_id: string) {
  const drafts = createDrafts(() => session.connection.fingerprint)
  const get = (mode: CommentMode) => drafts.get(draftId(post_id, mode))?.text ?? ''
  return {
    get,
    save: (mode: CommentMode, body: string) => void drafts.save(draftId(post_id, mode), body),
    /** The modes that have a text. */
    modes: () => commentModes.filter((mode) => get(mode) !== ''),
    /** Called with a draft that was not sent, once it is kept again. */
    onRestore: (listener: (draft: CommentDraft) => void) =>
      restored.subscribe((from, id, draft) => {
        if (from === session && id === post_id) listener(draft)
      }),
  }
}

function restoreDraft(session: KeySession, post_id: string, draft: CommentDraft) {
  const stored = commentDrafts(session, post_id)
  const newer = stored.get(draft.mode)
  stored.save(draft.mode, newer === '' ? draft.body : `${draft.body}\n\n${newer}`)
  restored.notify(session, post_id, draft)
}

const pendingDeletions = createPendingIds()

/** Comments that are deleted on the screen and wait for it. */
export const usePendingDeletions = () => pendingDeletions.useIds()

/** Deletes a comment after the time to undo it. Needs `comments.write`. */
export function deleteComment(session: KeySession, post_id: string, comment: Comment): void {
  pendingDeletions.add(session, comment.id)
  const end = () => pendingDeletions.remove(session, comment.id)
  getDelayedMutations(session).delay('delete_comment', {
    name: 'DELETE /feedback/posts/:post_id/comments/:comment_id',
    input: { post_id, comment_id: comment.id },
    label: commentsText.removed[comment.internal ? 'note' : 'comment'],
    onSuccess: () => {
      hideItem(session, commentResource, comment.id)
      end()
    },
    onError: end,
    onUndo: end,
  })
}
