import type { WorkspaceDb } from './db.ts'

type Table = 'contacts' | 'email_lists' | 'segments' | 'campaigns'

/** The id of the row with this external reference, which is unique in its table and workspace. */
export const findIdByRef =
  (table: Table) =>
  async ({ tx, workspace_id }: WorkspaceDb, external_ref: string): Promise<string | undefined> => {
    const row = await tx
      .selectFrom(table)
      .select('id')
      .where('workspace_id', '=', workspace_id)
      .where('external_ref', '=', external_ref)
      .executeTakeFirst()
    return row?.id
  }
