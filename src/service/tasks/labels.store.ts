import { type Selectable, sql } from 'kysely'

import type { Label } from '#contract/tasks/boards.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { countRows } from '#service/db/pagination.ts'
import { deleteById, updateById } from '#service/db/rows.ts'
import type { LabelsTable } from '#service/db/schema/tasks.ts'
import { retryOnUniqueViolation } from '#service/db/transaction-conflict.ts'

const labels = ({ tx, workspace_id }: WorkspaceDb) =>
  tx.selectFrom('labels').where('workspace_id', '=', workspace_id)

export async function labelsOfBoards(db: WorkspaceDb, board_ids: readonly string[]) {
  if (board_ids.length === 0) return []
  const rows = await labels(db)
    .selectAll()
    .where('board_id', 'in', board_ids)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(toLabel)
}

export async function findLabel(db: WorkspaceDb, label_id: string): Promise<Label | undefined> {
  const row = await labels(db).selectAll().where('id', '=', label_id).executeTakeFirst()
  return row && toLabel(row)
}

export const countLabels = ({ tx, workspace_id }: WorkspaceDb, board_id: string) =>
  countRows(
    tx
      .selectFrom('labels')
      .where('workspace_id', '=', workspace_id)
      .where('board_id', '=', board_id),
  )

/** Labels of any board: the caller distinguishes unknown labels from those of another board. */
export async function findLabels(db: WorkspaceDb, label_ids: readonly string[]): Promise<Label[]> {
  if (label_ids.length === 0) return []
  return (await labels(db).selectAll().where('id', 'in', label_ids).execute()).map(toLabel)
}

type StoredLabel = Omit<Label, 'version'>

export async function insertLabel(db: WorkspaceDb, label: StoredLabel, now: Date) {
  const { workspace_id } = db
  const { last } = await labels(db)
    .select(sql<number>`coalesce(max(position), 0)`.as('last'))
    .where('board_id', '=', label.board_id)
    .executeTakeFirstOrThrow()
  await db.tx
    .insertInto('labels')
    .values({ workspace_id, ...label, position: last + 1, created_at: now, updated_at: now })
    .execute()
    .catch(retryOnUniqueViolation)
}

export async function saveLabel(db: WorkspaceDb, label: StoredLabel, now: Date) {
  await updateById(db, 'labels', label.id, {
    name: label.name,
    color: label.color,
    updated_at: now,
  })
}

/** Also removes the label from its cards, which increases their versions. */
export async function deleteLabel(db: WorkspaceDb, label: Label, now: Date) {
  await db.tx
    .updateTable('cards')
    .set({
      label_ids: sql`array_remove(label_ids, ${label.id})`,
      updated_at: now,
      version: sql`version + 1`,
    })
    .where('workspace_id', '=', db.workspace_id)
    .where('board_id', '=', label.board_id)
    .where(sql<boolean>`label_ids @> array[${label.id}]::text[]`)
    .execute()
  await deleteById(db, 'labels', label.id)
}

const toLabel = (row: Selectable<LabelsTable>): Label => ({
  id: row.id,
  board_id: row.board_id,
  name: row.name,
  color: row.color,
  external_ref: row.external_ref,
  version: String(row.version),
})
