import type { Input, StreamName } from '#contract/endpoints.ts'
import { ApiError, createUnreachableError } from './api-error.ts'
import { parseBaseUrl } from './base-url.ts'
import { buildRequest } from './build-request.ts'
import { parseResponse } from './parse-response.ts'

interface DownloadOptions {
  readonly base_url: string
  readonly key: string
  /** Ends the download; what was received so far stays. */
  readonly signal?: AbortSignal | undefined
  /** Receives the number of bytes so far; the size of the whole is not known before the end. */
  readonly onProgress?: ((bytes: number) => void) | undefined
  readonly fetch?: typeof fetch | undefined
}

/**
 * Opens the response of an endpoint that streams text, to be written to a file while it arrives. Rejects with an
 * `ApiError` before the first byte; a stream that fails later is incomplete.
 */
export async function download<N extends StreamName>(
  { base_url, key, signal, onProgress, ...options }: DownloadOptions,
  name: N,
  input: Input<N>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const send = options.fetch ?? globalThis.fetch.bind(globalThis)
  const base = parseBaseUrl(base_url)
  if (!base.ok) throw new TypeError(base.message)
  const request = buildRequest(name, input)
  try {
    const response = await send(base.base_url + request.path, {
      headers: { authorization: `Bearer ${key}` },
      signal: signal ?? null,
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error', // A redirect would send the key to another address.
    })
    if (!response.ok || !response.body) {
      await parseResponse(response, false)
      throw createUnreachableError(`${base.host} sent an empty response.`, undefined)
    }
    return onProgress ? countBytes(response.body, onProgress) : response.body
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted === true) throw error
    throw createUnreachableError(`Could not reach ${base.host}.`, error)
  }
}

/** The lines of a download as they arrive, several at a time; text after the last line end is dropped. */
export async function* readLines(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<string[], void, undefined> {
  // Safari cannot iterate a stream.
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield lines
  }
}

function countBytes(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onProgress: (bytes: number) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let bytes = 0
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      onProgress(bytes)
      controller.enqueue(chunk)
    },
  })
  return body.pipeThrough(counter)
}
