import { type RawBuilder, sql } from 'kysely'

import type { Member } from '#contract/developers/workspace.ts'
import type { Author } from '#contract/feedback/posts.ts'
import { nameKey } from '#contract/names.rules.ts'
import type { WorkspaceDb } from '#service/db/db.ts'

// The workspace owner can be referenced like a member but has no row in `members`.
const memberNamed = (workspace: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql`
  from workspaces w left join members m on m.workspace_id = w.id and m.id = ${id}
  where w.id = ${workspace} and (m.id is not null or w.owner_id = ${id})`

const memberName = sql`coalesce(m.name, w.owner_name)`

/** The member referenced by a column of that table; null when the column is null. */
export const memberOf = (table: string, column: string) => sql<Member | null>`(
  select json_build_object('id', ${sql.ref(`${table}.${column}`)}, 'name', ${memberName}, 'avatar_url', m.avatar_url)
  ${memberNamed(sql.ref(`${table}.workspace_id`), sql.ref(`${table}.${column}`))})`

/** The author of a post or a comment. */
export const authorOf = (table: string) => sql<Author>`(
  case when ${sql.ref(`${table}.author_type`)} = 'user' then (
    select json_build_object('type', 'user', 'id', u.id, 'name', u.name, 'avatar_url', u.avatar_url)
    from portal_users u where u.workspace_id = ${sql.ref(`${table}.workspace_id`)}
      and u.id = ${sql.ref(`${table}.author_id`)})
  else (
    select json_build_object('type', 'team', 'id', ${sql.ref(`${table}.author_id`)}, 'name', ${memberName},
      'avatar_url', m.avatar_url)
    ${memberNamed(sql.ref(`${table}.workspace_id`), sql.ref(`${table}.author_id`))}) end)`

/** The author of everything that the team writes, because the owner acts in every request. */
export async function workspaceOwner({ tx, workspace_id }: WorkspaceDb): Promise<Member> {
  const { owner_id, owner_name } = await tx
    .selectFrom('workspaces')
    .select(['owner_id', 'owner_name'])
    .where('id', '=', workspace_id)
    .executeTakeFirstOrThrow()
  return { id: owner_id, name: owner_name, avatar_url: null }
}

/** By id or email address, including the owner; of two with one address the older. */
export async function findMember(
  { tx, workspace_id }: WorkspaceDb,
  id_or_email: string,
): Promise<Member | undefined> {
  const { rows } = await sql<Member & { email: string | null }>`
    select id, name, avatar_url, email from (
      select id, name, avatar_url, email, created_at from members
      where workspace_id = ${workspace_id} and deleted_at is null
      union all
      select owner_id, owner_name, null, owner_email, created_at from workspaces where id = ${workspace_id}) person
    where id = ${id_or_email} or (email is not null and ${id_or_email.includes('@')}::boolean)
    order by created_at, id`.execute(tx)
  // Compared here, because a database folds case by its own locale.
  const member =
    rows.find(({ id }) => id === id_or_email) ??
    rows.find(({ email }) => email !== null && nameKey(email) === nameKey(id_or_email))
  return member && { id: member.id, name: member.name, avatar_url: member.avatar_url }
}
