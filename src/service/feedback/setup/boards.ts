import type { FeedbackBoard } from '#contract/feedback/setup.ts'
import { formatChanges, sourceOfChanged } from '#service/activity.ts'
import type { Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { requireUnusedRef } from '#service/external-ref.ts'
import { isInUse, lockPostsWith, reassignPosts } from '#service/feedback/posts/reassign.store.ts'
import { changesBetween, withNextVersion } from '#service/field-changes.rules.ts'
import { fetchPage } from '#service/page-query.ts'
import { conflict, invalidField, referenceNotFound, notFound } from '#service/refusal.ts'
import {
  boardSlugs,
  boardsAfter,
  countBoards,
  deleteBoard,
  findBoard,
  insertBoard,
  lockBoard,
  saveBoard,
} from './boards.store.ts'
import { firstAvailable, nameTaken, slugify } from './names.rules.ts'

const fields = ['name', 'slug', 'description', 'private', 'archived'] as const

export const feedbackBoardVerbs = {
  async 'GET /feedback/boards'({ db, cursor }, { external_ref, ...page }) {
    const filter = { external_ref }
    return fetchPage(cursor, page, {
      rows: (last, limit) => boardsAfter(db, filter, last, limit),
      keyOf: ({ created_at, id }) => [created_at, id],
      total: () => countBoards(db, filter),
    })
  },

  async 'POST /feedback/boards'({ db, now, emit }, draft) {
    await requireUnusedRef(db, 'feedback_boards', draft.external_ref)
    const board = {
      id: newId('fbd', now),
      name: draft.name,
      slug: await slugFor(db, draft),
      description: draft.description ?? null,
      private: draft.private ?? false,
      archived: draft.archived ?? false,
      external_ref: draft.external_ref ?? null,
    }
    const created_at = draft.created_at ?? now.toISOString()
    const updated_at = draft.updated_at ?? created_at
    await insertBoard(db, board, {
      created_at: new Date(created_at),
      updated_at: new Date(updated_at),
    })
    await emit('settings.changed', { type: 'feedback_board', id: board.id, action: 'created' })
    return { ...board, post_count: 0, version: '1', created_at }
  },

  async 'PATCH /feedback/boards/:board_id'({ db, now, emit, expectVersion }, input) {
    const { board_id, ...change } = input
    const before = await lockBoard(db, board_id)
    if (!before) throw notFound('feedback board', board_id)
    expectVersion(before)
    const after: FeedbackBoard = {
      ...before,
      name: change.name ?? before.name,
      slug: change.slug ?? before.slug,
      description: change.description === undefined ? before.description : change.description,
      private: change.private ?? before.private,
      archived: change.archived ?? before.archived,
    }
    const holder = (await boardSlugs(db)).get(after.slug)
    if (holder !== undefined && holder !== board_id) throw nameTaken('slug', holder)
    if (!changesBetween(before, after, fields)) return before
    await saveBoard(db, after, now)
    await emit('settings.changed', { type: 'feedback_board', id: board_id, action: 'updated' })
    return withNextVersion(after)
  },

  async 'DELETE /feedback/boards/:board_id'(context, { board_id, reassign_to }) {
    const { db, now, emit, expectVersion } = context
    const board = await lockBoard(db, board_id)
    if (!board) throw notFound('feedback board', board_id)
    if (reassign_to === board_id)
      throw invalidField('reassign_to', 'itself', 'Choose another board.')
    const next = reassign_to === undefined ? undefined : await lockBoard(db, reassign_to)
    if (reassign_to !== undefined && !next)
      throw referenceNotFound('reassign_to', 'feedback board', reassign_to)
    expectVersion(board)
    if (next) {
      const changes = formatChanges({
        board_id: { from: board_id, to: next.id },
        board_name: { from: board.name, to: next.name },
      })
      await lockPostsWith(db, 'board_id', board_id)
      const activity = { ...sourceOfChanged(context, 'post.updated'), changes }
      await reassignPosts(db, 'board_id', { from: board_id, to: next.id }, activity, now)
    } else if (await isInUse(db, 'board_id', board_id))
      throw conflict(
        'board_not_empty',
        'This board has posts. Set reassign_to to the board they should move to.',
      )
    await deleteBoard(db, board_id)
    await emit('settings.changed', { type: 'feedback_board', id: board_id, action: 'deleted' })
    return undefined
  },
} satisfies Partial<Verbs>

export async function requireFeedbackBoard(db: WorkspaceDb, board_id: string) {
  if (!(await findBoard(db, board_id))) throw notFound('feedback board', board_id)
}

async function slugFor(
  db: WorkspaceDb,
  { name, slug }: { name: string; slug?: string | undefined },
) {
  const slugs = await boardSlugs(db)
  const holder = slug === undefined ? undefined : slugs.get(slug)
  if (holder !== undefined) throw nameTaken('slug', holder)
  return slug ?? firstAvailable(slugify(name, '-', 'board'), '-', new Set(slugs.keys()))
}
