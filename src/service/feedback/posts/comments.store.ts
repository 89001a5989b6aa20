import { type Selectable, sql } from 'kysely'

import type { Comment } from '#contract/feedback/comments.ts'
import type { Author } from '#contract/feedback/posts.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type CursorValue, countRows } from '#service/db/pagination.ts'
import { deleteById, updateById } from '#service/db/rows.ts'
import type { CommentsTable } from '#service/db/schema/feedback.ts'
import { retryOnUniqueViolation } from '#service/db/transaction-conflict.ts'
import { authorOf } from '#service/feedback/users/members.store.ts'

interface CommentFilter {
  readonly post_id: string
  /** Includes internal notes. */
  readonly internal: boolean
  readonly external_ref: string | undefined
}

const selectFiltered = (
  { tx, workspace_id }: WorkspaceDb,
  { post_id, internal, external_ref }: CommentFilter,
) =>
  tx
    .selectFrom('comments as comment')
    .where('comment.workspace_id', '=', workspace_id)
    .where('comment.post_id', '=', post_id)
    .$if(!internal, (query) => query.where('comment.internal', '=', false))
    .$if(external_ref !== undefined, (query) =>
      query.where('comment.external_ref', '=', external_ref ?? ''),
    )

const author = authorOf('comment')

/** Oldest first. */
export async function commentsAfter(
  db: WorkspaceDb,
  filter: CommentFilter,
  last: readonly CursorValue[] | undefined,
  limit: number,
): Promise<Comment[]> {
  const rows = await selectFiltered(db, filter)
    .selectAll('comment')
    .select(author.as('author'))
    .$if(last !== undefined, (query) =>
      query.where(
        sql<boolean>`(comment.created_at, comment.id) > (${last?.[0]}::timestamptz, ${last?.[1]})`,
      ),
    )
    .orderBy('comment.created_at')
    .orderBy('comment.id')
    .limit(limit)
    .execute()
  return rows.map(toComment)
}

export const countComments = (db: WorkspaceDb, filter: CommentFilter) =>
  countRows(selectFiltered(db, filter))

/** Of any post: the caller checks `post_id`. */
export async function findComment({ tx, workspace_id }: WorkspaceDb, comment_id: string) {
  const row = await tx
    .selectFrom('comments as comment')
    .selectAll('comment')
    .select(author.as('author'))
    .where('comment.workspace_id', '=', workspace_id)
    .where('comment.id', '=', comment_id)
    .executeTakeFirst()
  return row && toComment(row)
}

export async function insertComment({ tx, workspace_id }: WorkspaceDb, comment: Comment) {
  await tx
    .insertInto('comments')
    .values({
      workspace_id,
      id: comment.id,
      post_id: comment.post_id,
      parent_id: comment.parent_id,
      body: comment.body,
      internal: comment.internal,
      author_type: comment.author.type,
      author_id: comment.author.id,
      external_ref: comment.external_ref,
      created_at: new Date(comment.created_at),
      updated_at: new Date(comment.updated_at),
    })
    .execute()
    .catch(retryOnUniqueViolation)
}

export async function saveBody(db: WorkspaceDb, comment: Comment) {
  await updateById(db, 'comments', comment.id, {
    body: comment.body,
    updated_at: new Date(comment.updated_at),
  })
}

/** Replies move up to the parent of the deleted comment. */
export async function deleteComment(db: WorkspaceDb, comment: Comment) {
  await db.tx
    .updateTable('comments')
    .set({ parent_id: comment.parent_id })
    .where('workspace_id', '=', db.workspace_id)
    .where('parent_id', '=', comment.id)
    .execute()
  await deleteById(db, 'comments', comment.id)
}

const toComment = (row: Selectable<CommentsTable> & { readonly author: Author }): Comment => ({
  id: row.id,
  post_id: row.post_id,
  parent_id: row.parent_id,
  body: row.body,
  internal: row.internal,
  author: row.author,
  external_ref: row.external_ref,
  version: String(row.version),
  created_at: row.created_at,
  updated_at: row.updated_at,
})
