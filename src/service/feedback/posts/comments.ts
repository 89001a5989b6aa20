import type { Comment } from '#contract/feedback/comments.ts'
import type { Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { requireUnusedRef } from '#service/external-ref.ts'
import { resolveActingUser } from '#service/feedback/users/acting-user.ts'
import { changesBetween, withNextVersion } from '#service/field-changes.rules.ts'
import { fetchPage } from '#service/page-query.ts'
import { invalidField, referenceNotFound, notFound } from '#service/refusal.ts'
import {
  commentsAfter,
  countComments,
  deleteComment,
  findComment,
  insertComment,
  saveBody,
} from './comments.store.ts'
import { resolveAuthor } from './post-references.ts'
import { adjustPostCount } from './post-writes.store.ts'
import { lockPost } from './posts.store.ts'
import { requirePost, lockOpenPost } from './posts.ts'

export const commentVerbs = {
  async 'GET /feedback/posts/:post_id/comments'({ db, cursor }, query) {
    const { post_id, internal = false, external_ref, ...page } = query
    await requirePost(db, post_id)
    const filter = { post_id, internal, external_ref }
    return fetchPage(cursor, page, {
      rows: (last, limit) => commentsAfter(db, filter, last, limit),
      keyOf: ({ created_at, id }) => [created_at, id],
      total: () => countComments(db, filter),
    })
  },

  async 'POST /feedback/posts/:post_id/comments'(context, { post_id, ...draft }) {
    const { db, now, emit } = context
    // Locked before the commenter: votes lock in the same order.
    await lockOpenPost(db, post_id)
    const internal = draft.internal ?? false
    const parent_id = draft.parent_id ?? null
    if (parent_id !== null) await assertParent(db, post_id, parent_id, internal)
    await requireUnusedRef(db, 'comments', draft.external_ref)
    const author = await resolveAuthor(db, await resolveActingUser(context, draft), draft)
    if (internal && author.type === 'user')
      throw invalidField('/internal', 'note_by_user', 'Only the team can write internal notes.')
    const isImport = draft.import === true
    const created_at = (isImport ? draft.created_at : undefined) ?? now.toISOString()
    const comment: Comment = {
      id: newId('cmt', now),
      post_id,
      parent_id,
      body: draft.body,
      internal,
      author,
      external_ref: draft.external_ref ?? null,
      version: '1',
      created_at,
      updated_at: (isImport ? draft.updated_at : undefined) ?? created_at,
    }
    await insertComment(db, comment)
    await adjustPostCount(
      db,
      post_id,
      counterOf(comment),
      1,
      isImport ? null : visibleAt(comment, now),
    )
    await emit(internal ? 'comment.internal_created' : 'comment.created', comment)
    return comment
  },

  async 'PATCH /feedback/posts/:post_id/comments/:comment_id'(context, input) {
    const { db, now, emit, expectVersion } = context
    const { post_id, comment_id, body, updated_at, ...rest } = input
    if (!(await lockPost(db, post_id))) throw notFound('post', post_id)
    const before = await requireComment(db, post_id, comment_id)
    expectVersion(before)
    const updatedAt = (rest.import === true ? updated_at : undefined) ?? now.toISOString()
    const after = { ...before, body: body ?? before.body, updated_at: updatedAt }
    const changes = changesBetween(before, after, ['body'])
    if (!changes) return before
    await saveBody(db, after)
    const saved = withNextVersion(after)
    await emit(saved.internal ? 'comment.internal_updated' : 'comment.updated', saved, changes)
    return saved
  },

  async 'DELETE /feedback/posts/:post_id/comments/:comment_id'(context, { post_id, comment_id }) {
    const { db, now, emit, expectVersion } = context
    if (!(await lockPost(db, post_id))) throw notFound('post', post_id)
    const comment = await requireComment(db, post_id, comment_id)
    expectVersion(comment)
    await deleteComment(db, comment)
    await adjustPostCount(db, post_id, counterOf(comment), -1, visibleAt(comment, now))
    await emit(comment.internal ? 'comment.internal_deleted' : 'comment.deleted', {
      id: comment_id,
      post_id,
      deleted_at: now.toISOString(),
    })
    return undefined
  },
} satisfies Partial<Verbs>

/** Throws not_found for a comment of another post. */
export async function requireComment(db: WorkspaceDb, post_id: string, comment_id: string) {
  await requirePost(db, post_id)
  const comment = await findComment(db, comment_id)
  if (!comment || comment.post_id !== post_id) throw notFound('comment', comment_id)
  return comment
}

const counterOf = ({ internal }: Comment) => (internal ? 'internal_comment_count' : 'comment_count')

// A note must not change the public time of the post's last update.
const visibleAt = ({ internal }: Comment, now: Date) => (internal ? null : now)

async function assertParent(
  db: WorkspaceDb,
  post_id: string,
  parent_id: string,
  internal: boolean,
) {
  const parent = await findComment(db, parent_id)
  if (!parent) throw referenceNotFound('/parent_id', 'comment', parent_id)
  if (parent.post_id !== post_id)
    throw invalidField(
      '/parent_id',
      'comment_on_another_post',
      'This comment belongs to another post.',
    )
  if (parent.internal && !internal)
    throw invalidField('/parent_id', 'reply_to_note', 'A public comment cannot reply to a note.')
}
