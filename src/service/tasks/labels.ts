import type { Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { requireUnusedRef } from '#service/external-ref.ts'
import { changesBetween, withNextVersion } from '#service/field-changes.rules.ts'
import { conflict, notFound, orNotFound } from '#service/refusal.ts'
import { boardArchived } from './board-lists.ts'
import { boardState, lockBoardState } from './boards.store.ts'
import { countLabels, deleteLabel, findLabel, insertLabel, saveLabel } from './labels.store.ts'

const maxLabels = 1000

export const labelVerbs = {
  async 'POST /boards/:board_id/labels'({ db, now, emit }, { board_id, ...draft }) {
    const board = await lockBoardState(db, board_id)
    if (!board) throw notFound('board', board_id)
    await requireUnusedRef(db, 'labels', draft.external_ref)
    if (board.archived && draft.import !== true) throw boardArchived()
    if ((await countLabels(db, board_id)) >= maxLabels)
      throw conflict('limit_reached', `A board may have at most ${maxLabels} labels.`)
    const label = {
      id: newId('lbl', now),
      board_id,
      name: draft.name ?? '',
      color: draft.color ?? 'gray',
      external_ref: draft.external_ref ?? null,
    }
    await insertLabel(db, label, now)
    const created = { ...label, version: '1' }
    await emit('label.created', created)
    return created
  },

  async 'PATCH /boards/:board_id/labels/:label_id'(
    { db, now, emit, expectVersion },
    { board_id, label_id, name, color, ...rest },
  ) {
    const board = await lockBoardState(db, board_id)
    const before = await findLabelOf(db, board_id, label_id)
    expectVersion(before)
    if (board?.archived === true && rest.import !== true) throw boardArchived()
    const after = {
      ...before,
      name: name ?? before.name,
      color: color === undefined ? before.color : (color ?? 'gray'),
    }
    const changes = changesBetween(before, after, ['name', 'color'])
    if (!changes) return before
    await saveLabel(db, after, now)
    const saved = withNextVersion(after)
    await emit('label.updated', saved, changes)
    return saved
  },

  async 'DELETE /boards/:board_id/labels/:label_id'(
    { db, now, emit, expectVersion },
    { board_id, label_id },
  ) {
    const board = await lockBoardState(db, board_id)
    const label = await findLabelOf(db, board_id, label_id)
    expectVersion(label)
    if (board?.archived === true) throw boardArchived()
    await deleteLabel(db, label, now)
    await emit('label.deleted', { id: label_id, board_id, deleted_at: now.toISOString() })
    return undefined
  },
} satisfies Partial<Verbs>

/** Throws `not_found` for a label of another board. */
export async function findLabelOf(db: WorkspaceDb, board_id: string, label_id: string) {
  orNotFound(await boardState(db, board_id), 'board', board_id)
  const label = await findLabel(db, label_id)
  if (!label || label.board_id !== board_id) throw notFound('label', label_id)
  return label
}
