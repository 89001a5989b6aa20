import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Call } from '#client/api-client.ts'
import { ApiError } from '#client/api-error.ts'
import type { ImportCall } from '#client/importers/core/import-call.ts'
import { meOf } from '#client/importers/core/me-of.ts'
import { keepsAnswer, mayRepeatRead, mayRepeatWrite, waitBefore } from '#client/retry-policy.ts'

/** A thousand contacts in one request may take a while on a small machine. */
export const timeout = 120_000

/** Waits when the service says so and tries again. Where it offers that, an idempotency key keeps a write from happening twice. */
export function patient(call: Call): ImportCall {
  let offered: Promise<readonly string[]> | undefined
  // Asked before the first write: a service of the public document alone refuses headers that it does not name.
  const keepsAnswers = async () => {
    offered ??= meOf(ask).then((me) => me?.capabilities ?? [])
    return (await offered).includes('idempotency')
  }
  const ask: ImportCall = async (name, input) => {
    const reads = name.startsWith('GET ')
    const keyed = !reads && keepsAnswer(name) && (await keepsAnswers())
    const options = keyed ? { timeout, idempotency_key: randomUUID() } : { timeout }
    for (let failures = 1; ; failures += 1) {
      try {
        return await call(name, input, options)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const repeats = reads
          ? mayRepeatRead(error, failures)
          : mayRepeatWrite(name, error, failures, keyed)
        if (!repeats) throw error
        await sleep(waitBefore(error, failures))
      }
    }
  }
  return ask
}
