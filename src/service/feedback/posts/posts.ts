import type { Parsed } from '#contract/endpoints.ts'
import { MAX_IMPORTED_VOTES, sumVotes } from '#contract/feedback/votes.rules.ts'
import type { Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { requireUnusedRef } from '#service/external-ref.ts'
import { boardIds } from '#service/feedback/setup/boards.store.ts'
import { namedMatching } from '#service/feedback/setup/named-resource.store.ts'
import { statusNames } from '#service/feedback/setup/statuses.store.ts'
import { resolveActingUser } from '#service/feedback/users/acting-user.ts'
import { changesBetween } from '#service/field-changes.rules.ts'
import { fetchPage } from '#service/page-query.ts'
import { conflict, invalidField, notFound } from '#service/refusal.ts'
import {
  resolveAuthor,
  requireBoard,
  requireOwner,
  requireStatus,
  findOrCreateTags,
} from './post-references.ts'
import { insertPost, markDeleted, savePost } from './post-writes.store.ts'
import {
  type StoredPost,
  type PostFilter,
  countPosts,
  findPost,
  isOutdatedCursor,
  keyOf,
  lockDeletedPost,
  lockPost,
  postsAfter,
  publicPost,
} from './posts.store.ts'

const plainFields = ['title', 'details', 'tags', 'owner', 'eta', 'imported_votes'] as const

export const postVerbs = {
  async 'GET /feedback/posts'({ db, cursor }, query) {
    const filter = await resolveFilter(db, query)
    if (isOutdatedCursor(filter, cursor.last))
      throw invalidField(
        'starting_after',
        'unknown_cursor',
        'Invalid cursor: it is of an older version of this server. Start with the first page.',
      )
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
    const board = await requireBoard(db, draft)
    const status = await requireStatus(db, draft.status)
    const owner = await requireOwner(db, draft.owner ?? null)
    await requireUnusedRef(db, 'posts', draft.external_ref)
    const tags = await findOrCreateTags(context, draft.tags ?? [])
    const author = await resolveAuthor(db, await resolveActingUser(context, draft), draft)
    const isImport = draft.import === true
    const imported_votes = isImport ? (draft.imported_votes ?? 0) : 0
    if (board.archived && !isImport)
      throw conflict('board_archived', 'This board is archived. Restore it to post on it.')

    const created_at = (isImport ? draft.created_at : undefined) ?? now.toISOString()
    const post: StoredPost = {
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
      imported_votes,
      votes_total: sumVotes({ vote_count: 0, imported_votes }),
      merged_imported_votes: 0,
      moved_imported_votes: 0,
      comment_count: 0,
      internal_comment_count: 0,
      merged_into_id: null,
      url: null,
      deleted_at: null,
      external_ref: draft.external_ref ?? null,
      version: '1',
      created_at,
      updated_at: (isImport ? draft.updated_at : undefined) ?? created_at,
    }
    await insertPost(db, post)
    await emit('post.created', publicPost(post))
    return publicPost(post)
  },

  async 'PATCH /feedback/posts/:post_id'(context, { post_id, ...change }) {
    const { db, now, emit, expectVersion } = context
    const before = await lockPost(db, post_id)
    if (!before) throw notFound('post', post_id)
    const isImport = change.import === true
    const status = change.status === undefined ? undefined : await requireStatus(db, change.status)
    const owner = change.owner === undefined ? before.owner : await requireOwner(db, change.owner)
    const tags = change.tags && (await findOrCreateTags(context, change.tags))
    expectVersion(before)
    const imported_votes = importedVotes(before, isImport ? change.imported_votes : undefined)
    const after: StoredPost = {
      ...before,
      title: change.title ?? before.title,
      details: change.details ?? before.details,
      status: status?.key ?? before.status,
      status_id: status?.id ?? before.status_id,
      tags: tags?.map(({ name }) => name) ?? before.tags,
      tag_ids: tags?.map(({ id }) => id) ?? before.tag_ids,
      owner,
      eta: change.eta === undefined ? before.eta : change.eta,
      imported_votes,
      votes_total: sumVotes({ ...before, imported_votes }),
      updated_at: (isImport ? change.updated_at : undefined) ?? now.toISOString(),
    }
    const fieldChanges = changesBetween(before, after, plainFields)
    const statusChanges = changesBetween(before, after, ['status'])
    if (!fieldChanges && !statusChanges) return publicPost(before)
    const saved = publicPost(await savePost(db, after))
    if (fieldChanges) await emit('post.updated', saved, fieldChanges)
    if (statusChanges) await emit('post.status_changed', saved, statusChanges)
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

export async function requirePost(db: WorkspaceDb, post_id: string): Promise<StoredPost> {
  const post = await findPost(db, post_id)
  if (!post) throw notFound('post', post_id)
  return post
}

/** Locks a post for a new vote or comment, which a merged post rejects. */
export async function lockOpenPost(db: WorkspaceDb, post_id: string): Promise<StoredPost> {
  const post = await lockPost(db, post_id)
  if (!post) throw notFound('post', post_id)
  if (post.merged_into_id !== null)
    throw conflict('post_merged', `This post was merged into ${post.merged_into_id}.`, {
      id: post.merged_into_id,
    })
  return post
}

/** An import sets the votes of its source. What merges moved here or away stays there. */
const importedVotes = (
  { imported_votes, merged_imported_votes, moved_imported_votes }: StoredPost,
  source: number | undefined,
): number =>
  source === undefined
    ? imported_votes
    : Math.min(
        Math.max(0, source + merged_imported_votes - moved_imported_votes),
        MAX_IMPORTED_VOTES,
      )

/** Resolves boards, statuses and tags given by id, slug, key or name. */
async function resolveFilter(
  db: WorkspaceDb,
  { board, status, tag, ...filter }: Parsed<'GET /feedback/posts'>,
): Promise<PostFilter> {
  const statuses = status && (await statusNames(db))
  const tags = tag === undefined ? undefined : await namedMatching(db, 'post_tags', [tag])
  const untagged = tag === 'none' && tags?.length === 0
  return {
    ...filter,
    board_ids: board && (await boardIds(db, board)),
    status_ids: statuses
      ?.filter(({ id, key }) => status?.includes(id) === true || status?.includes(key) === true)
      .map(({ id }) => id),
    tag_ids: untagged ? undefined : tags?.map(({ id }) => id),
    untagged,
  }
}
