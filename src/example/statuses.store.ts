import type { WorkspaceDb } from '#service/db/db.ts'

/** The statuses that every workspace starts with: their ids by their keys. */
export async function statusIds({ tx, workspace_id }: WorkspaceDb) {
  const rows = await tx
    .selectFrom('post_statuses')
    .select(['key', 'id'])
    .where('workspace_id', '=', workspace_id)
    .execute()
  return new Map(rows.map(({ key, id }) => [key, id]))
}
