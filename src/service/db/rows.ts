import { type RawBuilder, type UpdateObject, sql } from 'kysely'

import type { Tables } from '#service/db/schema/tables.ts'
import type { WorkspaceDb } from './db.ts'

type TableWith<Column extends string> = {
  [Name in keyof Tables]: Tables[Name] extends Record<Column, unknown> ? Name : never
}[keyof Tables]
type Row = TableWith<'workspace_id' | 'id'>
type VersionedRow = TableWith<'workspace_id' | 'id' | 'version'>
/** The tables whose `external_ref` is unique in a workspace. */
export type TableWithRef = TableWith<'workspace_id' | 'id' | 'external_ref'>

/** When a lease or a retention ends, by the clock of the database: those of processes differ, and can be set. */
export const afterMs = (ms: number): RawBuilder<string> => sql`now() + ${ms} * interval '1 ms'`

export interface BatchOptions {
  /** Rows of one statement. */
  readonly size?: number
  readonly isStopped?: () => boolean
}

/**
 * Repeats a statement that changes at most `size` rows until it finds fewer. Requests run in between: the embedded engine
 * has one connection, and a week without a purge leaves millions of rows, which one statement could not delete in time.
 */
export async function runInBatches(
  runBatch: (size: number) => Promise<{
    readonly numDeletedRows?: bigint
    readonly numAffectedRows?: bigint | undefined
  }>,
  { size = 5000, isStopped = () => false }: BatchOptions,
): Promise<void> {
  for (let count = size; count === size && !isStopped();) {
    const { numDeletedRows, numAffectedRows } = await runBatch(size)
    count = Number(numDeletedRows ?? numAffectedRows ?? 0)
  }
}

/** Locks the workspace, so that two requests together do not exceed a limit of it. */
export async function lockForLimit({ tx, workspace_id }: WorkspaceDb): Promise<void> {
  await tx
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspace_id)
    .forNoKeyUpdate()
    .execute()
}

export async function findIdByRef(db: WorkspaceDb, table: TableWithRef, external_ref: string) {
  const row = await db.tx
    .selectFrom(table)
    .select('id')
    .where('workspace_id', '=', db.workspace_id)
    .where('external_ref', '=', external_ref)
    .executeTakeFirst()
  return row?.id
}

/** Sets the columns and increments the version. */
export async function updateById<Name extends VersionedRow>(
  db: WorkspaceDb,
  table: Name,
  id: string,
  columns: Omit<UpdateObject<Tables, Name>, 'version'>,
) {
  await db.tx
    .updateTable<VersionedRow>(table)
    .set({ ...columns, version: sql`version + 1` })
    .where('workspace_id', '=', db.workspace_id)
    .where('id', '=', id)
    .execute()
}

export async function deleteById(db: WorkspaceDb, table: Row, id: string) {
  await db.tx
    .deleteFrom(table)
    .where('workspace_id', '=', db.workspace_id)
    .where('id', '=', id)
    .execute()
}
