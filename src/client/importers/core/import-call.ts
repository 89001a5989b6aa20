import type { EndpointName, Input, Output } from '#contract/endpoints.ts'

/** How an importer asks the API: the client's `call`, or the verbs themselves in the service's own process. */
export type ImportCall = <N extends EndpointName>(name: N, input: Input<N>) => Promise<Output<N>>

export interface ApplyOptions {
  /** Reads and compares, and writes nothing. */
  readonly dry_run?: boolean
  /** Tells webhooks of every record. Otherwise an import is silent. */
  readonly emit_events?: boolean
  /** Requests at the same time where order does not matter; 4 unless told otherwise. */
  readonly in_flight?: number
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

export const modeOf = ({ emit_events }: ApplyOptions): ImportMode =>
  emit_events === true ? { import: true, emit_events: true } : { import: true }
