import type { Member } from '#contract/developers/workspace.ts'
import type { WorkspaceDb } from '#service/db/db.ts'

/** The members that exist, with the fields a card includes. */
export async function findMembers(
  { tx, workspace_id }: WorkspaceDb,
  member_ids: readonly string[],
): Promise<Member[]> {
  if (member_ids.length === 0) return []
  return tx
    .selectFrom('members')
    .select(['id', 'name', 'avatar_url'])
    .where('workspace_id', '=', workspace_id)
    .where('deleted_at', 'is', null)
    .where('id', 'in', [...member_ids])
    .execute()
}
