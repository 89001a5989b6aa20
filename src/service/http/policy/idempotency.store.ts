import { type Kysely, sql } from 'kysely'

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
  readonly now: Date
  readonly leased_until: Date
  readonly expires_at: Date
}

/** Undefined when the claim is ours; else what stands there: an answer, or none while the first still runs. */
export async function claimRow(pool: Kysely<Tables>, { now, ...claimed }: NewClaim) {
  const won = await pool
    .insertInto('idempotency_keys')
    .values({ ...claimed, state: 'running' })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'key_id', 'value', 'method', 'path'])
        .doUpdateSet({ ...claimed, state: 'running', status: null, answer: null, headers: null })
        // Taken over only when nothing is left of the first: it expired, or its process died with the lease.
        .where((eb) =>
          eb.or([
            eb('idempotency_keys.expires_at', '<=', now.toISOString()),
            eb.and([
              eb('idempotency_keys.state', '=', 'running'),
              eb('idempotency_keys.leased_until', '<=', now.toISOString()),
            ]),
          ]),
        ),
    )
    .returning('key_id')
    .executeTakeFirst()
  if (won) return undefined
  const row = await pool
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'state', 'status', 'answer', 'headers'])
    .where(matches(claimed))
    .executeTakeFirst()
  // Released between the two statements: as good as still running, and the caller tries again in a second.
  if (!row) return { body_hash: claimed.body_hash, answer: undefined }
  const answer =
    row.state === 'done'
      ? { status: row.status ?? 200, body: row.answer ?? '', headers: row.headers ?? {} }
      : undefined
  return { body_hash: row.body_hash, answer }
}

export const storeResponse = (db: Kysely<Tables>, key: Key, answer: StoredResponse) =>
  db
    .updateTable('idempotency_keys')
    .set({
      state: 'done',
      status: answer.status,
      answer: answer.body,
      headers: JSON.stringify(answer.headers),
      leased_until: null,
    })
    .where(matches(key))

/** Frees the key for a repeat. A commit whose answer was lost may have written all the same: its answer stays. */
export async function release(pool: Kysely<Tables>, key: Key): Promise<void> {
  await pool
    .deleteFrom('idempotency_keys')
    .where(matches(key))
    .where('state', '=', 'running')
    .execute()
}

/** Expired rows are as good as absent; this keeps the table small. */
export async function deleteExpired(pool: Kysely<Tables>, now: Date): Promise<void> {
  await pool.deleteFrom('idempotency_keys').where('expires_at', '<=', now.toISOString()).execute()
}

const matches = ({ workspace_id, key_id, value, method, path }: Key) =>
  sql<boolean>`workspace_id = ${workspace_id} and key_id = ${key_id} and value = ${value} and method = ${method} and path = ${path}`
