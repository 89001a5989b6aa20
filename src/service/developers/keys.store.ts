import { type Kysely, type Selectable, sql } from 'kysely'

import type { ApiKey } from '#contract/developers/keys.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type CursorValue, countRows } from '#service/db/pagination.ts'
import type { ApiKeysTable } from '#service/db/schema/developers.ts'
import type { Tables } from '#service/db/schema/tables.ts'

/** Stands for the command line, which has no key. */
export const commandLineKey = { id: 'key_command_line', name: 'Command line' }

/** The only query without a workspace id: the hash of the key identifies it. Ignores revoked keys. */
export async function findKeyByHash(pool: Kysely<Tables>, hash: string) {
  const row = await pool
    .selectFrom('api_keys')
    .select(['id', 'workspace_id', 'scope', 'admin', 'member_id', 'expires_at'])
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row && { ...row, expires_at: row.expires_at === null ? null : new Date(row.expires_at) }
}

export async function recordKeyUse(
  pool: Kysely<Tables>,
  workspace_id: string,
  key_id: string,
  minute: Date,
): Promise<void> {
  await pool
    .updateTable('api_keys')
    .set({ last_used_at: minute })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', key_id)
    .execute()
}

const activeKeys = ({ tx, workspace_id }: WorkspaceDb) =>
  tx.selectFrom('api_keys').where('workspace_id', '=', workspace_id).where('revoked_at', 'is', null)

export async function keysAfter(
  db: WorkspaceDb,
  last: readonly CursorValue[] | undefined,
  limit: number,
): Promise<ApiKey[]> {
  const rows = await activeKeys(db)
    .selectAll()
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${last?.[0]}::timestamptz, ${last?.[1]})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toApiKey)
}

export const countKeys = (db: WorkspaceDb) => countRows(activeKeys(db))

export async function findKey(db: WorkspaceDb, key_id: string): Promise<ApiKey | undefined> {
  const row = await activeKeys(db).selectAll().where('id', '=', key_id).executeTakeFirst()
  return row && toApiKey(row)
}

/** Locks in the order of ids, so that two admins cannot revoke the last two admin keys at once. */
export const lockAdminKeys = async (db: WorkspaceDb): Promise<string[]> =>
  (
    await activeKeys(db).select('id').where('admin', '=', true).orderBy('id').forUpdate().execute()
  ).map(({ id }) => id)

export async function insertKey({ tx, workspace_id }: WorkspaceDb, key: ApiKey, hash: string) {
  const created_at = new Date(key.created_at)
  const expires_at = key.expires_at === null ? null : new Date(key.expires_at)
  await tx
    .insertInto('api_keys')
    .values({ ...key, workspace_id, hash, expires_at, created_at, updated_at: created_at })
    .execute()
}

export async function revokeKey({ tx, workspace_id }: WorkspaceDb, key_id: string, now: Date) {
  await tx
    .updateTable('api_keys')
    .set({ revoked_at: now, updated_at: now })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', key_id)
    .execute()
}

const toApiKey = (row: Selectable<ApiKeysTable>): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.scope === 'write' ? 'wsk_w_' : 'wsk_r_',
  last4: row.last4,
  scope: row.scope,
  admin: row.admin,
  expires_at: row.expires_at,
  created_at: row.created_at,
  last_used_at: row.last_used_at,
})
