import { sql } from 'kysely'

import type { Member } from '#contract/developers/workspace.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type CursorValue, countRows } from '#service/db/pagination.ts'
import { membersAfter } from '#service/members.store.ts'

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

/** Reads the open cards of the board once, whatever the number of members. */
const membersOf = ({ tx, workspace_id }: WorkspaceDb, board_id: string) =>
  tx
    .selectFrom('members')
    .where('workspace_id', '=', workspace_id)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`id in (select unnest(card.member_ids) from board_lists list
        join cards card on card.workspace_id = list.workspace_id and card.list_id = list.id
        where list.workspace_id = ${workspace_id} and list.board_id = ${board_id} and not list.archived
        and card.status = 'open' and card.deleted_at is null)`,
    )

/** The members who are assigned to open cards of a board, newest first. */
export const boardMembersAfter = (
  db: WorkspaceDb,
  board_id: string,
  last: readonly CursorValue[] | undefined,
  limit: number,
) => membersAfter(membersOf(db, board_id), last, limit)

export const countBoardMembers = (db: WorkspaceDb, board_id: string) =>
  countRows(membersOf(db, board_id))
