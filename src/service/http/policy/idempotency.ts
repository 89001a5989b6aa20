import { hash } from 'node:crypto'

import type { Database, WorkspaceDb } from '#service/db/db.ts'
import { envelopeOf, statusOfRefusal } from '#service/http/error-response.ts'
import type { AuthenticatedContext } from '#service/http/http-message.ts'
import { Refusal, conflict, invalidField } from '#service/refusal.ts'
import { type StoredResponse, claimRow, storeResponse, release } from './idempotency.store.ts'

/** One use of an `Idempotency-Key`: claimed before the work, finished in the transaction of the change. */
export interface IdempotencyClaim {
  /** What was answered the first time; then there is nothing to do. */
  readonly stored: StoredResponse | undefined
  /** In the transaction of the change, so that change and answer exist together. */
  finish(db: WorkspaceDb, answer: StoredResponse): void
  /** The work was refused, and a repeat would be refused alike. */
  keep(answer: StoredResponse): Promise<void>
  /** The work failed in a way that a repeat may not. */
  release(): Promise<void>
}

const keptMs = 24 * 3_600_000
// A crash frees the key after this long; until then a repeat is told to wait.
const leaseMs = 60_000
const sha256 = (text: string) => hash('sha256', text)

export async function claimIdempotencyKey(
  database: Database,
  { request, caller }: AuthenticatedContext,
  payload: { readonly value: string; readonly body: string },
  now: Date,
): Promise<IdempotencyClaim | undefined> {
  // The command line has no key row to keep answers under, and repeats nothing by itself.
  if (caller.key_id === null) return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(payload.value))
    throw invalidField(
      'Idempotency-Key',
      'invalid',
      'An idempotency key has 1 to 255 visible ASCII characters.',
    )
  const path = request.path + request.search
  const key = {
    workspace_id: caller.workspace_id,
    key_id: caller.key_id,
    value: payload.value,
    method: request.method,
    path: path.length > 1000 ? sha256(path) : path,
  }
  const found = await claimRow(database.pool, {
    ...key,
    body_hash: sha256(payload.body),
    now,
    leased_until: new Date(now.getTime() + leaseMs),
    expires_at: new Date(now.getTime() + keptMs),
  })
  if (found && found.body_hash !== sha256(payload.body))
    throw new Refusal(
      'idempotency_mismatch',
      'This idempotency key was used with another payload.',
      {
        details: [
          {
            field: 'Idempotency-Key',
            code: 'mismatch',
            message: 'Use a new key for a new payload.',
          },
        ],
      },
    )
  if (found && !found.answer) throw stillRunning()
  return {
    stored: found?.answer,
    finish: (db, answer) => db.enqueue(storeResponse(db.tx, key, answer)),
    keep: async (answer) => void (await storeResponse(database.pool, key, answer).execute()),
    release: () => release(database.pool, key),
  }
}

/** A refusal that a repeat would meet alike is kept under its key; what may pass frees the key. */
export async function storeRefusal(claimed: IdempotencyClaim, thrown: unknown, request_id: string) {
  if (!(thrown instanceof Refusal)) return claimed.release()
  const status = statusOfRefusal(thrown)
  if (![400, 404, 409, 412, 422].includes(status)) return claimed.release()
  await claimed.keep({ status, body: JSON.stringify(envelopeOf(thrown, request_id)), headers: {} })
}

function stillRunning(): Refusal {
  const refusal = conflict(
    'in_progress',
    'The first request with this idempotency key is still running.',
  )
  return new Refusal(refusal.code, refusal.message, {
    ...refusal.extra,
    headers: { 'Retry-After': '1' },
  })
}
