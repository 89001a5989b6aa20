import { iterateItems, type Item, type PaginatedEndpoint } from '#client/paginate.ts'
import type { EndpointName, Input, ResponseBody, StreamName } from '#contract/endpoints.ts'

/** How an importer sends requests: the client's `call`, or the verbs themselves in the service's own process. */
export type ImportCall = <N extends EndpointName>(
  name: N,
  input: Input<N>,
) => Promise<ResponseBody<N>>

/** The response of an endpoint that streams text. */
export type DownloadCall = <N extends StreamName>(
  name: N,
  input: Input<N>,
) => Promise<ReadableStream<Uint8Array>>

export interface ApplyOptions {
  /** Undefined where the importer cannot read streams. */
  readonly download?: DownloadCall
  /** Reads and compares, and writes nothing. */
  readonly dry_run?: boolean
  /** Sends webhooks for every record. Otherwise an import is silent. */
  readonly emit_events?: boolean
  /** Requests at the same time where order does not matter; 4 by default. */
  readonly concurrency?: number
  readonly onProgress?: (progress: Progress) => void
  /** What people should know before anything is written, as a sentence. */
  readonly onNotice?: (sentence: string) => void
}

/** Records of all kinds that have an outcome, and their total. */
export interface Progress {
  readonly done: number
  readonly total: number
}

/** Added to the body of every write of an import. */
export interface ImportMode {
  readonly import: true
  readonly emit_events?: boolean
}

export const createImportMode = ({ emit_events }: ApplyOptions): ImportMode =>
  emit_events === true ? { import: true, emit_events: true } : { import: true }

/** The key and the capabilities of the service; undefined on a service of the public API alone. */
export const fetchMe = (call: ImportCall): Promise<ResponseBody<'GET /me'> | undefined> =>
  undefinedIfNotFound(call('GET /me', {}))

export async function undefinedIfNotFound<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'not_found') return undefined
    throw error
  }
}

/** The items of a list, page by page. */
export const iterateAll = <N extends PaginatedEndpoint>(
  call: ImportCall,
  name: N,
  input: Input<N>,
): AsyncIterable<Item<N>> => iterateItems(call, name, input)

/** Every item of a list, from all its pages. */
export async function fetchAll<N extends PaginatedEndpoint>(
  call: ImportCall,
  name: N,
  input: Input<N>,
): Promise<Item<N>[]> {
  const items: Item<N>[] = []
  for await (const item of iterateAll(call, name, input)) items.push(item)
  return items
}

/**
 * Resolves with what the service can do. Checked before anything is written: without import mode every record would reach webhooks, lose its times, and not be
 * found by a second run.
 */
export async function assertImportMode(call: ImportCall): Promise<ReadonlySet<string>> {
  const me = await fetchMe(call)
  if (!me?.capabilities.includes('import'))
    throw new Error('This server does not support this import: it has no import mode.')
  if (!me.key.admin)
    throw new Error(
      'This import requires an admin key. Create one with "keys create --scope write --admin".',
    )
  return new Set(me.capabilities)
}
