import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'

import type { WorkspaceMember } from '#contract/developers/workspace.ts'
import type { CursorValue } from '#service/db/pagination.ts'
import type { MembersTable } from '#service/db/schema/developers.ts'
import type { Tables } from '#service/db/schema/tables.ts'

/** A page of the members that a query selects, newest first. */
export async function membersAfter(
  members: SelectQueryBuilder<Tables, 'members', object>,
  last: readonly CursorValue[] | undefined,
  limit: number,
): Promise<WorkspaceMember[]> {
  const rows = await members
    .selectAll()
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${last?.[0]}::timestamptz, ${last?.[1]})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toMember)
}

export const toMember = (row: Selectable<MembersTable>): WorkspaceMember => ({
  id: row.id,
  name: row.name,
  avatar_url: row.avatar_url,
  email: row.email,
  role: row.role,
  external_ref: row.external_ref,
  version: String(row.version),
  created_at: row.created_at,
  updated_at: row.updated_at,
})
