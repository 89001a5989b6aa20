import type { Parsed } from '#contract/endpoints.ts'
import type { Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { boardIds } from '#service/feedback/setup/boards.store.ts'
import { namedLike } from '#service/feedback/setup/named-resource.store.ts'
import { statusNames } from '#service/feedback/setup/statuses.store.ts'
import { actingUserOf } from '#service/feedback/users/acting-user.ts'
import { changesBetween } from '#service/field-changes.rules.ts'
import { fetchPage } from '#service/page-query.ts'
import { conflict, notFound, externalRefTaken } from '#service/refusal.ts'
import { authorFor, boardFor, ownerFor, statusFor, tagsFor } from './post-references.ts'
import { insertPost, markDeleted, savePost } from './post-writes.store.ts'
import {
  type FoundPost,
  type PostFilter,
  countPosts,
  findPost,
  keyOf,
  lockDeletedPost,
  lockPost,
  postWithRef,
  postsAfter,
  publicPost,
} from './posts.store.ts'

const plainFields = ['title', 'details', 'tags', 'owner', 'eta', 'imported_votes'] as const

export const postVerbs = {
  async 'GET /feedback/posts'({ db, cursor }, query) {
    const filter = await filterOf(db, query)
    return fetchPage(cursor, query, {
      rows: (last, limit) => postsAfter(db, filter, last, limit),
      keyOf: keyOf(filter),
      total: () => countPosts(db, filter),
    })
  },

  async 'GET /feedback/posts/:post_id'({ db }, { post_id }) {
    return publicPost(await requirePost(db, post_id))
  },

  async 'POST /feedback/posts'(context, draft) {
    const { db, now, emit } = context
    const board = await boardFor(db, draft)
    const status = await statusFor(db, draft.status)
    const owner = await ownerFor(db, draft.owner ?? null)
    const taken = draft.external_ref && (await postWithRef(db, draft.external_ref))
    if (taken) throw externalRefTaken(taken)
    const tags = await tagsFor(context, draft.tags ?? [])
    const author = await authorFor(db, await actingUserOf(context, draft), draft)
    const importing = draft.import === true
    if (board.archived && !importing)
      throw conflict('board_archived', 'This board is archived. Reopen it to post on it.')

    const created_at = (importing ? draft.created_at : undefined) ?? now.toISOString()
    const post: FoundPost = {
      id: newId('pst', now),
      board_id: board.id,
      title: draft.title,
      details: draft.details ?? '',
      status: status.key,
      status_id: status.id,
      tags: tags.map(({ name }) => name),
      tag_ids: tags.map(({ id }) => id),
      owner,
      eta: draft.eta ?? null,
      author,
      vote_count: 0,
      imported_votes: importing ? (draft.imported_votes ?? 0) : 0,
      comment_count: 0,
      internal_comment_count: 0,
      merged_into_id: null,
      url: null,
      deleted_at: null,
      external_ref: draft.external_ref ?? null,
      version: '1',
      created_at,
      updated_at: (importing ? draft.updated_at : undefined) ?? created_at,
    }
    await insertPost(db, post)
    await emit('post.created', publicPost(post))
    return publicPost(post)
  },

  async 'PATCH /feedback/posts/:post_id'(context, { post_id, ...change }) {
    const { db, now, emit, expectVersion } = context
    const before = await lockPost(db, post_id)
    if (!before) throw notFound('post', post_id)
    const importing = change.import === true
    const status = change.status === undefined ? undefined : await statusFor(db, change.status)
    const owner = change.owner === undefined ? before.owner : await ownerFor(db, change.owner)
    const tags = change.tags && (await tagsFor(context, change.tags))
    expectVersion(before)
    const after: FoundPost = {
      ...before,
      title: change.title ?? before.title,
      details: change.details ?? before.details,
      status: status?.key ?? before.status,
      status_id: status?.id ?? before.status_id,
      tags: tags?.map(({ name }) => name) ?? before.tags,
      tag_ids: tags?.map(({ id }) => id) ?? before.tag_ids,
      owner,
      eta: change.eta === undefined ? before.eta : change.eta,
      imported_votes: (importing ? change.imported_votes : undefined) ?? before.imported_votes,
      updated_at: (importing ? change.updated_at : undefined) ?? now.toISOString(),
    }
    const plain = changesBetween(before, after, plainFields)
    const moves = changesBetween(before, after, ['status'])
    if (!plain && !moves) return publicPost(before)
    const saved = publicPost(await savePost(db, after))
    if (plain) await emit('post.updated', saved, plain)
    if (moves) await emit('post.status_changed', saved, moves)
    return saved
  },

  async 'DELETE /feedback/posts/:post_id'({ db, now, emit, expectVersion }, { post_id }) {
    const post = await lockPost(db, post_id)
    if (!post) throw notFound('post', post_id)
    expectVersion(post)
    await markDeleted(db, post_id, now, now)
    await emit('post.deleted', {
      id: post_id,
      board_id: post.board_id,
      deleted_at: now.toISOString(),
    })
    return undefined
  },

  async 'POST /feedback/posts/:post_id/restore'({ db, now, emit }, { post_id }) {
    if (await findPost(db, post_id)) throw conflict('not_deleted', 'This post is not deleted.')
    if (!(await lockDeletedPost(db, post_id))) throw notFound('post', post_id)
    await markDeleted(db, post_id, null, now)
    const post = publicPost(await requirePost(db, post_id))
    await emit('post.restored', post)
    return post
  },
} satisfies Partial<Verbs>

export async function requirePost(db: WorkspaceDb, post_id: string): Promise<FoundPost> {
  const post = await findPost(db, post_id)
  if (!post) throw notFound('post', post_id)
  return post
}

/** For what is new on a post: one that was merged hears it where it went. */
export async function lockOpenPost(db: WorkspaceDb, post_id: string): Promise<FoundPost> {
  const post = await lockPost(db, post_id)
  if (!post) throw notFound('post', post_id)
  if (post.merged_into_id !== null)
    throw conflict('post_merged', `This post was merged into ${post.merged_into_id}.`, {
      id: post.merged_into_id,
    })
  return post
}

/** Filters name boards, statuses and tags by id or by what people call them. */
async function filterOf(
  db: WorkspaceDb,
  { board, status, tag, ...filter }: Parsed<'GET /feedback/posts'>,
): Promise<PostFilter> {
  const statuses = status && (await statusNames(db))
  return {
    ...filter,
    board_ids: board && (await boardIds(db, board)),
    status_ids: statuses
      ?.filter(({ id, key }) => status?.includes(id) === true || status?.includes(key) === true)
      .map(({ id }) => id),
    tag_ids:
      tag === undefined ? undefined : (await namedLike(db, 'post_tags', [tag])).map(({ id }) => id),
  }
}
