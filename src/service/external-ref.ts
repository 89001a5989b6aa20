import type { WorkspaceDb } from '#service/db/db.ts'
import { type TableWithRef, findIdByRef } from '#service/db/rows.ts'
import { conflict } from './refusal.ts'

/** An external reference is unique per type of resource: refuses one of another row than `ownId`. */
export async function requireUnusedRef(
  db: WorkspaceDb,
  table: TableWithRef,
  external_ref: string | null | undefined,
  ownId?: string,
): Promise<void> {
  const id = external_ref && (await findIdByRef(db, table, external_ref))
  if (id && id !== ownId) throw refTaken(id)
}

export const refTaken = (id: string) =>
  conflict('external_ref_taken', `This external_ref belongs to ${id}.`, {
    field: '/external_ref',
    id,
  })
