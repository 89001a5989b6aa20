import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { createApiClient, type Call } from '#client/api-client.ts'
import { ApiError } from '#client/api-error.ts'
import { type ImportCall, fetchMe } from '#client/importers/core/import-call.ts'
import { storesResponse, canRetryRead, canRetryWrite, retryDelay } from '#client/retry-policy.ts'
import { openInProcessService } from '#service/in-process-service.ts'
import { CommandError, type Environment, UsageError } from './command.ts'

/** The API, however it is reached. */
export interface Connection {
  readonly call: ImportCall
  /** Called after much was written. */
  readonly settle: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Through the service at WORKSPACE_URL when it and WORKSPACE_KEY are set, else the same API inside this process. */
export async function connect(env: Environment): Promise<Connection> {
  const { WORKSPACE_URL: url = '', WORKSPACE_KEY: key = '' } = env
  if (url !== '' && key !== '') {
    const call = patient(createApiClient({ base_url: url, key }))
    return { call, settle: async () => undefined, close: async () => undefined }
  }
  if (url !== '' || key !== '') {
    const [set, missing] = url === '' ? ['KEY', 'URL'] : ['URL', 'KEY']
    throw new UsageError(
      `WORKSPACE_${set} is set and WORKSPACE_${missing} is not: set both, or neither.`,
    )
  }
  return openHere(env)
}

/** The database itself, with the owner's rights. */
export async function openHere(env: Environment, { silently = false } = {}): Promise<Connection> {
  const offline = await openInProcessService(env).catch((error: unknown) => {
    throw withAdvice(error)
  })
  if (offline.owner_key !== undefined && !silently) {
    process.stderr.write(
      `This is a new database. Its owner key, shown this once: ${offline.owner_key}\n`,
    )
  }
  const call = createApiClient({
    base_url: offline.base_url,
    key: offline.key,
    fetch: async (input, init) => offline.fetch(new Request(input, init)),
  })
  return {
    call: (name, input) => call(name, input, { timeout }),
    settle: offline.analyze,
    close: offline.close,
  }
}

function withAdvice(error: unknown): unknown {
  if (!(error instanceof Error) || !error.message.includes(' is held by ')) return error
  return new CommandError(
    `${error.message} To work through the service that runs on it, set WORKSPACE_URL and WORKSPACE_KEY.`,
  )
}

/** A thousand contacts in one request may take a while on a small machine. */
const timeout = 120_000

/** Waits when the service says so and tries again. Where it offers that, an idempotency key keeps a write from happening twice. */
export function patient(call: Call): ImportCall {
  let offered: Promise<readonly string[]> | undefined
  // Asked before the first write: a service of the public document alone refuses headers that it does not name.
  const keepsAnswers = async () => {
    offered ??= fetchMe(ask).then((me) => me?.capabilities ?? [])
    return (await offered).includes('idempotency')
  }
  const ask: ImportCall = async (name, input) => {
    const reads = name.startsWith('GET ')
    const keyed = !reads && storesResponse(name) && (await keepsAnswers())
    const options = keyed ? { timeout, idempotency_key: randomUUID() } : { timeout }
    for (let failures = 1; ; failures += 1) {
      try {
        return await call(name, input, options)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const repeats = reads
          ? canRetryRead(error, failures)
          : canRetryWrite(name, error, failures, keyed)
        if (!repeats) throw error
        await sleep(retryDelay(error, failures))
      }
    }
  }
  return ask
}
