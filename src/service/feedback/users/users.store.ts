import { type Selectable, sql } from 'kysely'

import type { Parsed } from '#contract/endpoints.ts'
import type { PortalUser } from '#contract/feedback/users.ts'
import { nameKey } from '#contract/names.rules.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type CursorValue, countRows } from '#service/db/pagination.ts'
import { updateById } from '#service/db/rows.ts'
import type { PortalUsersTable } from '#service/db/schema/feedback.ts'
import { retryOnUniqueViolation } from '#service/db/transaction-conflict.ts'
import { matchesSearch, searchColumns } from '#service/search-columns.store.ts'
import type { Candidates, StoredUser } from './user-ref.rules.ts'

type Filter = Omit<Parsed<'GET /feedback/users'>, 'limit'>
type Row = Selectable<PortalUsersTable>

/**
 * Counted over indexes, without deleted posts and what is on them, and without votes that stayed on a merged post. Few
 * posts are deleted or merged: they are read once and hashed, where a join would look up the post of each vote.
 */
const countersIn = (workspace_id: string) => {
  const deletedPosts = sql`select d.id from posts d where d.workspace_id = ${workspace_id} and d.deleted_at is not null`
  const mergedPosts = sql`select m.id from posts m
    where m.workspace_id = ${workspace_id} and m.deleted_at is null and m.merged_into_id is not null`
  return sql<PortalUser['counters']>`json_build_object(
    'posts', (select count(*)::int from posts p where p.workspace_id = u.workspace_id
      and p.author_type = 'user' and p.author_id = u.id and p.deleted_at is null and p.merged_into_id is null),
    'votes', (select count(*)::int from votes v where v.workspace_id = u.workspace_id and v.user_id = u.id
      and v.post_id not in (${deletedPosts} union all ${mergedPosts})),
    'comments', (select count(*)::int from comments c where c.workspace_id = u.workspace_id
      and c.author_type = 'user' and c.author_id = u.id and c.post_id not in (${deletedPosts})))`
}

function selectFiltered({ tx, workspace_id }: WorkspaceDb, { search, email, external_id }: Filter) {
  return tx
    .selectFrom('portal_users as u')
    .where('u.workspace_id', '=', workspace_id)
    .where('u.deleted_at', 'is', null)
    .$if(email !== undefined, (query) => query.where('u.email_key', '=', nameKey(email ?? '')))
    .$if(external_id !== undefined, (query) => query.where('u.external_id', '=', external_id ?? ''))
    .$if(search !== undefined, (query) => query.where(matchesSearch('u', search ?? '')))
}

// The search text begins with the name, else with the address. Truncated, because it is part of the cursor. Migration 012
// has its index.
const sortName = sql<string>`left(u.search_text, 60)`
const orders = {
  '-created_at': { by: sql`u.created_at`, cast: sql`timestamptz`, descending: true },
  created_at: { by: sql`u.created_at`, cast: sql`timestamptz`, descending: false },
  name: { by: sortName, cast: sql`text`, descending: false },
}

export async function usersAfter(
  db: WorkspaceDb,
  filter: Filter,
  last: readonly CursorValue[] | undefined,
  limit: number,
) {
  const { by, cast, descending } = orders[filter.sort ?? '-created_at']
  const direction = descending ? 'desc' : 'asc'
  const rows = await selectFiltered(db, filter)
    .selectAll('u')
    .select([countersIn(db.workspace_id).as('counters'), sortName.as('sort_name')])
    .$if(last !== undefined, (query) =>
      query.where(
        descending
          ? sql<boolean>`(${by}, u.id) < (${last?.[0]}::${cast}, ${last?.[1]})`
          : sql<boolean>`(${by}, u.id) > (${last?.[0]}::${cast}, ${last?.[1]})`,
      ),
    )
    .orderBy(by, direction)
    .orderBy('u.id', direction)
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...toUser(row),
    counters: row.counters,
    sort_name: row.sort_name,
  }))
}

export const countUsers = (db: WorkspaceDb, filter: Filter) => countRows(selectFiltered(db, filter))

export async function findUser(db: WorkspaceDb, user_id: string): Promise<PortalUser | undefined> {
  const row = await selectFiltered(db, {})
    .selectAll('u')
    .select(countersIn(db.workspace_id).as('counters'))
    .where('u.id', '=', user_id)
    .executeTakeFirst()
  return row && { ...toUser(row), counters: row.counters }
}

interface Named {
  readonly id?: string | undefined
  readonly external_id?: string | null | undefined
  readonly email?: string | null | undefined
}

/** Locks the users with one of these identifiers until the transaction ends. */
export async function lockCandidates(
  db: WorkspaceDb,
  { id, external_id, email }: Named,
): Promise<Candidates> {
  const email_key = email == null ? null : nameKey(email)
  const rows = await selectFiltered(db, {})
    .selectAll('u')
    .where((eb) =>
      eb.or([
        eb('u.id', '=', id ?? null),
        eb('u.external_id', '=', external_id ?? null),
        eb('u.email_key', '=', email_key),
      ]),
    )
    .orderBy('u.id')
    .forUpdate()
    .execute()
  const one = (is: (row: Row) => boolean) => {
    const row = rows.find(is)
    return row && toUser(row)
  }
  return {
    byId: one((row) => row.id === id),
    byExternalId: one((row) => external_id != null && row.external_id === external_id),
    byEmail: one((row) => email_key !== null && row.email_key === email_key),
  }
}

export async function insertUser({ tx, workspace_id }: WorkspaceDb, user: StoredUser) {
  const times = {
    created_at: new Date(user.created_at),
    last_seen_at: parseDate(user.last_seen_at),
  }
  await tx
    .insertInto('portal_users')
    .values({ workspace_id, id: user.id, ...columnsOf(user), ...times })
    .execute()
    .catch(retryOnUniqueViolation)
}

export async function saveUser(db: WorkspaceDb, user: StoredUser) {
  await updateById(db, 'portal_users', user.id, columnsOf(user)).catch(retryOnUniqueViolation)
}

/** Emits no event and leaves the version, because it is no change of the user. */
export async function saveLastSeen({ tx, workspace_id }: WorkspaceDb, user_id: string, at: Date) {
  await tx
    .updateTable('portal_users')
    .set({ last_seen_at: at })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', user_id)
    .execute()
}

const parseDate = (text: string | null) => (text === null ? null : new Date(text))

function columnsOf(user: StoredUser) {
  const searched = [user.name, user.email, user.external_id].filter(Boolean).join('\n')
  return {
    external_id: user.external_id,
    email: user.email,
    email_key: user.email === null ? null : nameKey(user.email),
    name: user.name,
    avatar_url: user.avatar_url,
    attributes: JSON.stringify(user.attributes),
    updated_at: new Date(user.updated_at),
    ...searchColumns(searched),
  }
}

const toUser = (row: Row): StoredUser => ({
  id: row.id,
  external_id: row.external_id,
  email: row.email,
  name: row.name,
  avatar_url: row.avatar_url,
  // Saved by `columnsOf`, from values that the contract's schema validated.
  attributes: JSON.parse(row.attributes) as Record<string, string>,
  last_seen_at: row.last_seen_at,
  version: String(row.version),
  created_at: row.created_at,
  updated_at: row.updated_at,
})
