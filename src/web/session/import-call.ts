import { type ApiError, asApiError } from '#client/api-error.ts'
import { canRetryRead, retryDelay } from '#client/retry-policy.ts'
import type { EndpointName, Input, ReadName, ResponseBody, WriteName } from '#contract/endpoints.ts'
import { sleep } from '#web/session/mutations/mutation-retry.ts'
import type { KeySession } from './session.ts'

interface CallControl {
  readonly signal: AbortSignal
  /** Called before it waits for the rate limit, with the time in milliseconds at which that ends. */
  readonly onPause?: (until: number) => void
}

/** The requests of an import: writes are mutations of the session, reads are repeated where that may help. */
export function createImportCall(session: KeySession, control: CallControl) {
  const isWrite = (name: EndpointName): name is WriteName => !name.startsWith('GET ')
  return <N extends EndpointName>(
    name: N,
    input: Input<N>,
    idempotency_key?: string,
  ): Promise<ResponseBody<N>> => {
    // The name decides which of the two it is; TypeScript does not narrow the other types by it.
    const request = { name, input, idempotency_key } as unknown
    const response = isWrite(name)
      ? write(session, request as WriteRequest, control)
      : read(session, request as ReadRequest, control)
    return response as Promise<ResponseBody<N>>
  }
}

interface WriteRequest {
  readonly name: WriteName
  readonly input: Input<WriteName>
  /** The same for every attempt, also those of an earlier visit of the page. */
  readonly idempotency_key: string | undefined
}
interface ReadRequest {
  readonly name: ReadName
  readonly input: Input<ReadName>
}

async function write(session: KeySession, request: WriteRequest, control: CallControl) {
  const { name, input, idempotency_key } = request
  const { signal, onPause } = control
  const options = { silent: true, stop: signal, onPause, idempotency_key }
  for (let refusals = 1; ; refusals++) {
    signal.throwIfAborted()
    const result = await session.mutate(name, input, options)
    if (result.state === 'success') return result.output
    if (result.state !== 'error') throw signal.reason
    // Nothing was changed: an import of thousands of records outlasts the retries of one mutation.
    if (result.error.status !== 429) throw result.error
    await pause(result.error, refusals, control)
  }
}

async function read(session: KeySession, { name, input }: ReadRequest, control: CallControl) {
  for (let failures = 1; ; failures++) {
    try {
      return await session.call(name, input, { signal: control.signal })
    } catch (cause) {
      control.signal.throwIfAborted()
      const error = asApiError(cause)
      if (error.status !== 429 && !canRetryRead(error, failures)) throw error
      await pause(error, failures, control)
    }
  }
}

async function pause(error: ApiError, failures: number, { signal, onPause }: CallControl) {
  const delay = retryDelay(error, Math.min(failures, 5))
  if (error.status === 429) onPause?.(Date.now() + delay)
  await sleep(delay, signal)
}
