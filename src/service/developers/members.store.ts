import { sql } from 'kysely'

import type { WorkspaceMember } from '#contract/developers/workspace.ts'
import { type ChangedSource, insertOfChanged } from '#service/activity.store.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type CursorValue, countRows } from '#service/db/pagination.ts'
import { updateById } from '#service/db/rows.ts'
import { retryOnUniqueViolation } from '#service/db/transaction-conflict.ts'
import { membersAfter, toMember } from '#service/members.store.ts'

interface MemberFilter {
  readonly external_ref?: string | undefined
}

const members = ({ tx, workspace_id }: WorkspaceDb, { external_ref }: MemberFilter = {}) =>
  tx
    .selectFrom('members')
    .where('workspace_id', '=', workspace_id)
    .where('deleted_at', 'is', null)
    .$if(external_ref !== undefined, (query) =>
      query.where('external_ref', '=', external_ref ?? ''),
    )

export const filteredMembersAfter = (
  db: WorkspaceDb,
  filter: MemberFilter,
  last: readonly CursorValue[] | undefined,
  limit: number,
) => membersAfter(members(db, filter), last, limit)

export const countMembers = (db: WorkspaceDb, filter: MemberFilter) =>
  countRows(members(db, filter))

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
    .catch(retryOnUniqueViolation)
}

export async function findMember(db: WorkspaceDb, member_id: string) {
  const row = await members(db).selectAll().where('id', '=', member_id).executeTakeFirst()
  return row && toMember(row)
}

export async function lockMember(db: WorkspaceDb, member_id: string) {
  const byId = members(db).selectAll().where('id', '=', member_id)
  const row = await byId.forUpdate().executeTakeFirst()
  return row && toMember(row)
}

export async function saveMember(db: WorkspaceDb, member: WorkspaceMember) {
  const { id, name, email, avatar_url, role } = member
  const updated_at = new Date(member.updated_at)
  await updateById(db, 'members', id, { name, email, avatar_url, role, updated_at })
}

/** So that their activity gets its time once no other request holds them. */
export async function lockPostsOf({ tx, workspace_id }: WorkspaceDb, member_id: string) {
  await sql`
    with locked as materialized (
      select id from posts where workspace_id = ${workspace_id} and owner_id = ${member_id}
      order by id for no key update)
    select count(*) from locked`.execute(tx)
}

/** Removes the member from cards, posts and keys, which increases their versions. The activity is that of the posts. Keeps the row as author of their texts. */
export async function removeMember(
  db: WorkspaceDb,
  member_id: string,
  activity: ChangedSource & { readonly changes: string },
  now: Date,
) {
  const { tx, workspace_id } = db
  await sql`
    update cards set member_ids = array_remove(member_ids, ${member_id}), updated_at = ${now}, version = version + 1
    where workspace_id = ${workspace_id} and ${member_id} = any (member_ids)`.execute(tx)
  await sql`
    with changed as (
      update posts set owner_id = null, updated_at = ${now}, version = version + 1
      where workspace_id = ${workspace_id} and owner_id = ${member_id}
      returning id, ${activity.changes}::text as changes)
    ${insertOfChanged('post', db, activity)}`.execute(tx)
  await tx
    .updateTable('api_keys')
    .set({ member_id: null, updated_at: now, version: sql`version + 1` })
    .where('workspace_id', '=', workspace_id)
    .where('member_id', '=', member_id)
    .execute()
  await tx
    .updateTable('members')
    .set({ email: null, external_ref: null, deleted_at: now, updated_at: now })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', member_id)
    .execute()
}
