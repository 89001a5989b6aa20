import { sql } from 'kysely'

import type { WorkspaceDb } from '#service/db/db.ts'
import { updateById } from '#service/db/rows.ts'
import { retryOnUniqueViolation } from '#service/db/transaction-conflict.ts'
import { searchColumns } from '#service/search-columns.store.ts'
import { savePostWords } from './post-words.store.ts'
import type { StoredPost } from './posts.store.ts'

export async function insertPost(db: WorkspaceDb, post: StoredPost) {
  const { tx, workspace_id } = db
  savePostWords(db, post)
  await tx
    .insertInto('posts')
    .values({
      workspace_id,
      id: post.id,
      author_type: post.author.type,
      author_id: post.author.id,
      created_at: new Date(post.created_at),
      ...columnsOf(post),
    })
    .execute()
    .catch(retryOnUniqueViolation)
}

/** Saves every field except the counters and increments the version. */
export async function savePost(db: WorkspaceDb, post: StoredPost): Promise<StoredPost> {
  const { tx, workspace_id } = db
  savePostWords(db, post)
  const { version } = await tx
    .updateTable('posts')
    .set({ ...columnsOf(post), version: sql`version + 1` })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', post.id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return { ...post, version: String(version) }
}

export async function markDeleted(
  db: WorkspaceDb,
  post_id: string,
  deleted_at: Date | null,
  now: Date,
) {
  await updateById(db, 'posts', post_id, { deleted_at, updated_at: now })
}

type Counter = 'vote_count' | 'comment_count' | 'internal_comment_count'

/** Changes a counter without a new version. `seen_at` is the public time of the change, or null. */
export async function adjustPostCount(
  { tx, workspace_id }: WorkspaceDb,
  post_id: string,
  counter: Counter,
  by: 1 | -1,
  seen_at: Date | null,
) {
  const column = sql.ref<number>(counter)
  await tx
    .updateTable('posts')
    .set({
      [counter]: sql`${column} + ${by}::integer`,
      ...(seen_at === null ? {} : { updated_at: sql`greatest(updated_at, ${seen_at})` }),
    })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', post_id)
    .execute()
}

function columnsOf(post: StoredPost) {
  return {
    board_id: post.board_id,
    title: post.title,
    details: post.details,
    status_id: post.status_id,
    tag_ids: [...post.tag_ids],
    owner_id: post.owner?.id ?? null,
    eta: post.eta,
    imported_votes: post.imported_votes,
    external_ref: post.external_ref,
    updated_at: new Date(post.updated_at),
    ...searchColumns(`${post.title}\n${post.details}`),
  }
}
