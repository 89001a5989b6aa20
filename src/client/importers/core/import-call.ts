import type { EndpointName, Input, ResponseBody } from '#contract/endpoints.ts'

/** How an importer asks the API: the client's `call`, or the verbs themselves in the service's own process. */
export type ImportCall = <N extends EndpointName>(
  name: N,
  input: Input<N>,
) => Promise<ResponseBody<N>>

export interface ApplyOptions {
  /** Reads and compares, and writes nothing. */
  readonly dry_run?: boolean
  /** Tells webhooks of every record. Otherwise an import is silent. */
  readonly emit_events?: boolean
  /** Requests at the same time where order does not matter; 4 unless told otherwise. */
  readonly concurrency?: number
  readonly onProgress?: (progress: Progress) => void
}

/** Records of all kinds that are settled, of how many. */
export interface Progress {
  readonly done: number
  readonly total: number
}

/** What goes into the body of every write of an import. */
export interface ImportMode {
  readonly import: true
  readonly emit_events?: boolean
}

export const createImportMode = ({ emit_events }: ApplyOptions): ImportMode =>
  emit_events === true ? { import: true, emit_events: true } : { import: true }

/** What the service says of the key and of itself; undefined when it knows no more than the public document. */
export const fetchMe = (call: ImportCall): Promise<ResponseBody<'GET /me'> | undefined> =>
  undefinedIfNotFound(call('GET /me', {}))

/** Undefined when the service says that there is no such thing. */
export async function undefinedIfNotFound<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'not_found') return undefined
    throw error
  }
}

/**
 * Asked before anything is written: without import mode every record would be told to webhooks, lose its times, and
 * never be found again by a second run.
 */
export async function assertImportMode(call: ImportCall): Promise<void> {
  const me = await fetchMe(call)
  if (!me?.capabilities.includes('import'))
    throw new Error('This service takes no imports of this kind: it has no import mode.')
  if (!me.key.admin)
    throw new Error(
      'An import needs an admin key. Make one with "keys create --scope write --admin".',
    )
}
