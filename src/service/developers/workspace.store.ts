import { type Kysely, type Selectable, sql } from 'kysely'

import type { WorkspaceMember } from '#contract/developers/workspace.ts'
import { countAll } from '#service/db/aggregate.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import type { CursorValue } from '#service/db/paging.ts'
import type { MembersTable } from '#service/db/schema/developers.ts'
import type { Tables } from '#service/db/schema/tables.ts'

export const findWorkspace = ({ tx, workspace_id }: WorkspaceDb) =>
  tx.selectFrom('workspaces').selectAll().where('id', '=', workspace_id).executeTakeFirstOrThrow()

/** Oldest first. */
export const allWorkspaces = (pool: Kysely<Tables>) =>
  pool.selectFrom('workspaces').select(['id', 'name']).orderBy('created_at').orderBy('id').execute()

export interface NewWorkspace {
  readonly id: string
  readonly name: string
  readonly owner: { readonly id: string; readonly name: string }
  readonly now: Date
}

export async function insertWorkspace(db: Kysely<Tables>, { id, name, owner, now }: NewWorkspace) {
  await db
    .insertInto('workspaces')
    .values({
      id,
      name,
      owner_id: owner.id,
      owner_name: owner.name,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

interface MemberFilter {
  readonly external_ref: string | undefined
}

const members = ({ tx, workspace_id }: WorkspaceDb, { external_ref }: MemberFilter) =>
  tx
    .selectFrom('members')
    .where('workspace_id', '=', workspace_id)
    .$if(external_ref !== undefined, (query) =>
      query.where('external_ref', '=', external_ref ?? ''),
    )

export async function membersAfter(
  db: WorkspaceDb,
  filter: MemberFilter,
  last: readonly CursorValue[] | undefined,
  limit: number,
): Promise<WorkspaceMember[]> {
  const rows = await members(db, filter)
    .selectAll()
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${last?.[0]}::timestamptz, ${last?.[1]})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(shown)
}

export const countMembers = async (db: WorkspaceDb, filter: MemberFilter): Promise<number> =>
  (await members(db, filter).select(countAll().as('count')).executeTakeFirstOrThrow()).count

export const memberWithRef = async (db: WorkspaceDb, external_ref: string) =>
  (await members(db, { external_ref }).select('id').executeTakeFirst())?.id

export async function insertMember({ tx, workspace_id }: WorkspaceDb, member: WorkspaceMember) {
  const { version: _, created_at, updated_at, ...columns } = member
  await tx
    .insertInto('members')
    .values({
      workspace_id,
      ...columns,
      created_at: new Date(created_at),
      updated_at: new Date(updated_at),
    })
    .execute()
}

const shown = (row: Selectable<MembersTable>): WorkspaceMember => ({
  id: row.id,
  name: row.name,
  avatar_url: row.avatar_url,
  email: row.email,
  role: row.role,
  external_ref: row.external_ref,
  version: String(row.version),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
