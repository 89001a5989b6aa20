import type { ApplyOptions } from './import-call.ts'
import type { NoteCode } from './import-notes.ts'
import {
  createFindings,
  type ImportWarning,
  type Plan,
  type Rejection,
  type SourceLocation,
  type Warn,
} from './import-plan.ts'

export type Outcome = 'created' | 'updated' | 'unchanged'

type Counts = Record<Outcome, number>

/** Counts the outcome of each record, and continues after the service rejects a single one. */
export interface ImportOutcomes<K extends string, C extends NoteCode = NoteCode> {
  readonly counts: Record<K, Counts>
  readonly rejected: Rejection<K>[]
  /** A warning found while applying. */
  readonly warn: Warn<C>
  warnings(): ImportWarning<C>[]
  /** Runs the work for one record. A rejection of this record is counted; any other error ends the run. */
  runRecord(kind: K, location: SourceLocation, work: () => Promise<Outcome>): Promise<void>
  /** The same for records of the file that are one record here, as rows of one address. */
  runRecords(
    kind: K,
    locations: readonly SourceLocation[],
    work: () => Promise<readonly Outcome[]>,
  ): Promise<void>
  /** For records that were written in one batch. */
  record(kind: K, outcome: Outcome): void
  /** Rejected by the service. */
  recordError(kind: K, location: SourceLocation, reason: string): void
  reject(kind: K, location: SourceLocation, reason: string): void
}

interface OutcomeOptions<K> extends Pick<ApplyOptions, 'onProgress'> {
  /** All other records belong to a record of this kind: its rejection ends the run. */
  readonly essential?: K | undefined
}

export function createOutcomes<K extends string, C extends NoteCode>(
  { kinds, findings }: Plan<K, C>,
  { onProgress, essential }: OutcomeOptions<K>,
): ImportOutcomes<K, C> {
  const total = kinds.reduce((sum, kind) => sum + findings.read[kind], -findings.rejected.length)
  let done = 0
  // Object.fromEntries loses the key type.
  const counts = Object.fromEntries(
    kinds.map((kind) => [kind, { created: 0, updated: 0, unchanged: 0 }]),
  ) as Record<K, Counts>
  const { rejected, reject: addRejection, warn, warnings } = createFindings<K, C>()
  const reportProgress = () => onProgress?.({ done: (done += 1), total })
  const record = (kind: K, outcome: Outcome) => {
    counts[kind][outcome] += 1
    reportProgress()
  }
  const reject = (kind: K, { path, id }: SourceLocation, reason: string) => {
    addRejection({ kind, path, id, reason })
    reportProgress()
  }
  const recordError = (kind: K, location: SourceLocation, reason: string) =>
    reject(kind, location, `rejected by the server: ${reason}`)
  const runRecords: ImportOutcomes<K>['runRecords'] = async (kind, locations, work) => {
    let outcomes: readonly Outcome[]
    try {
      outcomes = await work()
    } catch (error) {
      const reason = rejectionReason(error)
      if (reason === undefined || kind === essential) throw error
      for (const location of locations) recordError(kind, location, reason)
      return
    }
    for (const outcome of outcomes) record(kind, outcome)
  }
  return {
    counts,
    rejected,
    warn,
    warnings,
    record,
    recordError,
    reject,
    runRecords,
    runRecord: (kind, location, work) => runRecords(kind, [location], async () => [await work()]),
  }
}

const recordErrorCodes = new Set(['validation_error', 'conflict', 'not_found', 'payload_too_large'])

/** Rejects one record of an import with a reason for the report. */
export const rejectionError = (reason: string) =>
  Object.assign(new Error(reason), { code: 'validation_error' })

/** The message when one record is rejected; undefined when the run cannot continue. */
export function rejectionReason(error: unknown): string | undefined {
  // An ApiError over HTTP, a Refusal inside the service's process: both have the code of the contract.
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return recordErrorCodes.has(String(error.code)) ? error.message : undefined
}

/** Throws when a record of the file has no outcome. */
export function assertAllSettled<K extends string>(
  { kinds, findings }: Plan<K>,
  outcomes: Pick<ImportOutcomes<K>, 'counts' | 'rejected'>,
): void {
  for (const kind of kinds) {
    const { created, updated, unchanged } = outcomes.counts[kind]
    const rejected = [...findings.rejected, ...outcomes.rejected].filter((one) => one.kind === kind)
    const settled = created + updated + unchanged + rejected.length
    if (settled !== findings.read[kind]) {
      throw new Error(`Of ${findings.read[kind]} ${kind} only ${settled} have an outcome.`)
    }
  }
}
