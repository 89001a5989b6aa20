import { type Kysely, type Selectable, sql } from 'kysely'

import type { ApiKey } from '#contract/developers/keys.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type CursorValue, countRows } from '#service/db/pagination.ts'
import { updateById } from '#service/db/rows.ts'
import type { ApiKeysTable } from '#service/db/schema/developers.ts'
import type { Tables } from '#service/db/schema/tables.ts'

/** Stands for the command line, which has no key. */
export const commandLineKey = { id: 'key_command_line', name: 'Command line' }

/** Those that are not revoked. */
const activeKeys = (tx: Kysely<Tables>) =>
  tx.selectFrom('api_keys as key').where('key.revoked_at', 'is', null)

/** With the member that each belongs to, unless that one was deleted. */
const keysWithMember = (tx: Kysely<Tables>) =>
  activeKeys(tx).leftJoin('members as member', (join) =>
    join
      .onRef('member.workspace_id', '=', 'key.workspace_id')
      .onRef('member.id', '=', 'key.member_id')
      .on('member.deleted_at', 'is', null),
  )

/**
 * The only query without a workspace id: the hash of the key identifies it. `expires_in` is in milliseconds by the clock of
 * the database, which all processes share.
 */
export const findKeyByHash = (pool: Kysely<Tables>, hash: string) =>
  keysWithMember(pool)
    .select(['key.id', 'key.workspace_id', 'key.scope', 'key.admin', 'member.id as member_id'])
    .select(
      sql<number | null>`(extract(epoch from key.expires_at - now()) * 1000)::float8`.as(
        'expires_in',
      ),
    )
    .where('key.hash', '=', hash)
    .executeTakeFirst()

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

const keysOfWorkspace = ({ tx, workspace_id }: WorkspaceDb) =>
  activeKeys(tx).where('key.workspace_id', '=', workspace_id)

const describedKeys = ({ tx, workspace_id }: WorkspaceDb) =>
  keysWithMember(tx)
    .where('key.workspace_id', '=', workspace_id)
    .selectAll('key')
    .select(['member.name as member_name', 'member.avatar_url as member_avatar_url'])

export async function keysAfter(
  db: WorkspaceDb,
  last: readonly CursorValue[] | undefined,
  limit: number,
): Promise<ApiKey[]> {
  const rows = await describedKeys(db)
    .$if(last !== undefined, (query) =>
      query.where(
        sql<boolean>`(key.created_at, key.id) < (${last?.[0]}::timestamptz, ${last?.[1]})`,
      ),
    )
    .orderBy('key.created_at', 'desc')
    .orderBy('key.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toApiKey)
}

export const countKeys = (db: WorkspaceDb) => countRows(keysOfWorkspace(db))

export async function findKey(db: WorkspaceDb, key_id: string): Promise<ApiKey | undefined> {
  const row = await describedKeys(db).where('key.id', '=', key_id).executeTakeFirst()
  return row && toApiKey(row)
}

export async function lockKey(db: WorkspaceDb, key_id: string): Promise<ApiKey | undefined> {
  const byId = describedKeys(db).where('key.id', '=', key_id)
  const row = await byId.forUpdate('key').executeTakeFirst()
  return row && toApiKey(row)
}

/** Those that still work, by the clock that decides about requests too. Locks in the order of ids, so that two admins cannot revoke the last two admin keys at once. */
export const lockAdminKeys = async (db: WorkspaceDb): Promise<string[]> =>
  (
    await keysOfWorkspace(db)
      .select('key.id')
      .where('key.admin', '=', true)
      .where((where) =>
        where.or([
          where('key.expires_at', 'is', null),
          where('key.expires_at', '>', sql<string>`now()`),
        ]),
      )
      .orderBy('key.id')
      .forUpdate()
      .execute()
  ).map(({ id }) => id)

export async function insertKey({ tx, workspace_id }: WorkspaceDb, key: ApiKey, hash: string) {
  const { member, version: _, expires_at, ...columns } = key
  await tx
    .insertInto('api_keys')
    .values({
      ...columns,
      workspace_id,
      hash,
      member_id: member?.id ?? null,
      expires_at: expires_at === null ? null : new Date(expires_at),
      created_at: new Date(key.created_at),
      updated_at: new Date(key.updated_at),
    })
    .execute()
}

/** Saves what can be changed. Lock the key first. */
export const saveKey = (db: WorkspaceDb, { id, name, member, updated_at }: ApiKey) =>
  updateById(db, 'api_keys', id, {
    name,
    member_id: member?.id ?? null,
    updated_at: new Date(updated_at),
  })

export async function revokeKey({ tx, workspace_id }: WorkspaceDb, key_id: string, now: Date) {
  await tx
    .updateTable('api_keys')
    .set({ revoked_at: now, updated_at: now })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', key_id)
    .execute()
}

interface KeyRow extends Selectable<ApiKeysTable> {
  /** Null without a member, and of one that was deleted. */
  readonly member_name: string | null
  readonly member_avatar_url: string | null
}

const toApiKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.scope === 'write' ? 'wsk_w_' : 'wsk_r_',
  last4: row.last4,
  scope: row.scope,
  admin: row.admin,
  member:
    row.member_id === null || row.member_name === null
      ? null
      : { id: row.member_id, name: row.member_name, avatar_url: row.member_avatar_url },
  expires_at: row.expires_at,
  last_used_at: row.last_used_at,
  version: String(row.version),
  created_at: row.created_at,
  updated_at: row.updated_at,
})
