import { type Kysely, sql } from 'kysely'

import { afterMs, type BatchOptions, runInBatches } from '#service/db/rows.ts'
import type { Tables } from '#service/db/schema/tables.ts'

export interface StoredResponse {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

interface Key {
  readonly workspace_id: string
  readonly key_id: string
  readonly value: string
  readonly method: string
  readonly path: string
}

interface NewClaim extends Key {
  readonly body_hash: string
  /** After a crash the key is free again when its lease ends. */
  readonly lease_ms: number
  readonly retention_ms: number
}

/** Returns undefined when the claim succeeded, otherwise the existing row: without a response while the first request runs. */
export async function claimKey(pool: Kysely<Tables>, { lease_ms, retention_ms, ...key }: NewClaim) {
  const claim = { ...key, leased_until: afterMs(lease_ms), expires_at: afterMs(retention_ms) }
  const inserted = await pool
    .insertInto('idempotency_keys')
    .values({ ...claim, state: 'running' })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'key_id', 'value', 'method', 'path'])
        .doUpdateSet({ ...claim, state: 'running', status: null, answer: null, headers: null })
        // Takes over a key that has expired, or whose process crashed before the lease ended.
        .where((eb) =>
          eb.or([
            eb('idempotency_keys.expires_at', '<=', sql<string>`now()`),
            eb.and([
              eb('idempotency_keys.state', '=', 'running'),
              eb('idempotency_keys.leased_until', '<=', sql<string>`now()`),
            ]),
          ]),
        ),
    )
    .returning('key_id')
    .executeTakeFirst()
  if (inserted) return undefined
  const row = await pool
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'state', 'status', 'answer', 'headers'])
    .where(matches(key))
    .executeTakeFirst()
  // Released between the two statements: reported as still running, so the caller retries in a second.
  if (!row) return { body_hash: key.body_hash, response: undefined }
  const response =
    row.state === 'done'
      ? { status: row.status ?? 200, body: row.answer ?? '', headers: row.headers ?? {} }
      : undefined
  return { body_hash: row.body_hash, response }
}

export const storeResponse = (db: Kysely<Tables>, key: Key, response: StoredResponse) =>
  db
    .updateTable('idempotency_keys')
    .set({
      state: 'done',
      status: response.status,
      answer: response.body,
      headers: JSON.stringify(response.headers),
      leased_until: null,
    })
    .where(matches(key))

/** Frees the key for a repeated request. A response stays: its commit may have succeeded although the connection was lost. */
export async function releaseKey(pool: Kysely<Tables>, key: Key): Promise<void> {
  await pool
    .deleteFrom('idempotency_keys')
    .where(matches(key))
    .where('state', '=', 'running')
    .execute()
}

/** Expired rows are ignored anyway; deleting them keeps the table small. */
export const deleteExpired = (
  pool: Kysely<Tables>,
  now: Date,
  options: BatchOptions = {},
): Promise<void> =>
  runInBatches(
    (size) =>
      sql`
      delete from idempotency_keys where expires_at <= ${now} and ctid = any (array(
        select ctid from idempotency_keys where expires_at <= ${now} limit ${size}))`.execute(pool),
    options,
  )

const matches = ({ workspace_id, key_id, value, method, path }: Key) =>
  sql<boolean>`workspace_id = ${workspace_id} and key_id = ${key_id} and value = ${value} and method = ${method} and path = ${path}`
