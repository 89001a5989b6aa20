import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Database, WorkspaceDb } from '#service/db/db.ts'
import { isUnavailable } from '#service/db/transient-error.ts'
import { envelopeOf, statusOfRefusal } from '#service/http/error-response.ts'
import type { AuthenticatedContext } from '#service/http/http-message.ts'
import { Refusal, invalidField } from '#service/refusal.ts'
import { type StoredResponse, claimKey, releaseKey, storeResponse } from './idempotency.store.ts'

/** One use of an `Idempotency-Key`: claimed before the work, finished in the transaction of the change. */
export interface IdempotencyClaim {
  /** The response to the first request with this key, if there was one. */
  readonly stored: StoredResponse | undefined
  /** Runs in the transaction of the change, so that the change and its response exist together. */
  finish(db: WorkspaceDb, response: StoredResponse): void
  /** Stores a refusal that a repeated request would get too. */
  store(response: StoredResponse): Promise<void>
  /** Frees the key after a failure that may not repeat. */
  release(): Promise<void>
}

const retentionMs = 24 * 3_600_000
// After a crash the key is free again when its lease ends; until then a repeated request is told to wait.
const leaseMs = 60_000
const mismatch = {
  field: 'Idempotency-Key',
  code: 'mismatch',
  message: 'Use a new key for a new payload.',
}
const sha256 = (text: string) => hash('sha256', text)

export async function claimIdempotencyKey(
  database: Database,
  { request, caller }: AuthenticatedContext,
  value: string,
  body: string,
): Promise<IdempotencyClaim | undefined> {
  // The command line has no API key row to store responses under, and does not retry by itself.
  if (caller.key_id === null) return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(value))
    throw invalidField(
      'Idempotency-Key',
      'invalid',
      'An idempotency key has 1 to 255 visible ASCII characters.',
    )
  const path = request.path + request.search
  const body_hash = sha256(body)
  const key = {
    workspace_id: caller.workspace_id,
    key_id: caller.key_id,
    value,
    method: request.method,
    path: path.length > 1000 ? sha256(path) : path,
  }
  const endTime = performance.now() + leaseMs
  const existing = await claimKey(database.pool, {
    ...key,
    body_hash,
    lease_ms: leaseMs,
    retention_ms: retentionMs,
  })
  if (existing && existing.body_hash !== body_hash)
    throw new Refusal(
      'idempotency_mismatch',
      'This idempotency key was used with another payload.',
      { details: [mismatch] },
    )
  if (existing && !existing.response) {
    const message = 'The first request with this idempotency key is still running.'
    const details = [{ field: '', code: 'in_progress', message }]
    throw new Refusal('conflict', message, { details, headers: { 'Retry-After': '1' } })
  }
  return {
    stored: existing?.response,
    finish: (db, response) => db.enqueue(storeResponse(db.tx, key, response)),
    store: async (response) => void (await storeResponse(database.pool, key, response).execute()),
    release: () =>
      releaseKey(database.pool, key).catch((error: unknown) => {
        if (!isUnavailable(error)) throw error
        void releaseLater(() => releaseKey(database.pool, key), endTime)
      }),
  }
}

/** Frees the key when the database is back: a repeated request should not wait for the end of the lease. */
async function releaseLater(release: () => Promise<void>, endTime: number): Promise<void> {
  let isReleased = false
  for (let ms = 250; !isReleased && performance.now() + ms < endTime; ms = Math.min(2 * ms, 2000)) {
    await sleep(ms, undefined, { ref: false })
    isReleased = await release().then(
      () => true,
      (error: unknown) => !isUnavailable(error),
    )
  }
}

/** Stores a refusal that a repeated request would get too; any other failure frees the key. */
export async function storeRefusal(claim: IdempotencyClaim, thrown: unknown, request_id: string) {
  if (!(thrown instanceof Refusal)) return claim.release()
  const status = statusOfRefusal(thrown)
  if (![400, 404, 409, 412, 422].includes(status)) return claim.release()
  await claim.store({ status, body: JSON.stringify(envelopeOf(thrown, request_id)), headers: {} })
}
