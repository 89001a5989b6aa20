import type { ApplyOptions } from './import-call.ts'
import { type ImportWarning, createFindings, type Rejection } from './import-plan.ts'
import type { Plan } from './importer.ts'

export type Outcome = 'created' | 'updated' | 'unchanged'

type Counts = Record<Outcome, number>

/** Where a record stands in its file, and what it is called there. */
export type SourceLocation = Pick<Rejection, 'path' | 'id'>

/** Keeps count of what became of each record, and goes on when the service refuses a single one. */
export interface ImportOutcomes<K extends string> {
  readonly counts: Record<K, Counts>
  readonly rejected: Rejection<K>[]
  /** Something that was only seen while writing. */
  note(what: string, example: string): void
  notes(): ImportWarning[]
  /** Does the work for one record. A refusal of this record is booked; any other error ends the run. */
  runRecord(kind: K, location: SourceLocation, work: () => Promise<Outcome>): Promise<void>
  /** The same for records of the file that are one thing here, as rows of one address. */
  runRecords(
    kind: K,
    locations: readonly SourceLocation[],
    work: () => Promise<readonly Outcome[]>,
  ): Promise<void>
  /** For records whose work was done by a call for many. */
  record(kind: K, outcome: Outcome): void
  recordError(kind: K, location: SourceLocation, reason: string): void
}

interface OutcomeOptions<K> extends Pick<ApplyOptions, 'onProgress'> {
  /** Without a record of this kind no other has a place: its refusal ends the run. */
  readonly essential?: K
}

export function createOutcomes<K extends string>(
  { kinds, findings }: Plan<K>,
  { onProgress, essential }: OutcomeOptions<K>,
): ImportOutcomes<K> {
  const total = kinds.reduce((sum, kind) => sum + findings.parsed[kind], -findings.rejected.length)
  let done = 0
  // Object.fromEntries forgets whose keys they are.
  const counts = Object.fromEntries(
    kinds.map((kind) => [kind, { created: 0, updated: 0, unchanged: 0 }]),
  ) as Record<K, Counts>
  const { rejected, reject, warn: note, notes } = createFindings<K>()
  const settled = () => onProgress?.({ done: (done += 1), total })
  const record = (kind: K, outcome: Outcome) => {
    counts[kind][outcome] += 1
    settled()
  }
  const recordError = (kind: K, { path, id }: SourceLocation, reason: string) => {
    reject({ kind, path, id, reason: `the service refused it: ${reason}` })
    settled()
  }
  const runRecords: ImportOutcomes<K>['runRecords'] = async (kind, locations, work) => {
    let outcomes: readonly Outcome[]
    try {
      outcomes = await work()
    } catch (error) {
      const reason = refusalMessage(error)
      if (reason === undefined || kind === essential) throw error
      for (const location of locations) recordError(kind, location, reason)
      return
    }
    for (const outcome of outcomes) record(kind, outcome)
  }
  return {
    counts,
    rejected,
    note,
    notes,
    record,
    recordError,
    runRecords,
    runRecord: (kind, location, work) => runRecords(kind, [location], async () => [await work()]),
  }
}

const recordErrorCodes = new Set(['validation_error', 'conflict', 'not_found', 'payload_too_large'])

/** The service's sentence when it refuses one record; undefined when the run itself cannot go on. */
function refusalMessage(error: unknown): string | undefined {
  // Over HTTP an ApiError, in the service's own process a Refusal: both carry the code of the contract.
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return recordErrorCodes.has(String(error.code)) ? error.message : undefined
}

/** Fails when a record was lost on the way: what was read must have become something. */
export function assertAllSettled<K extends string>(
  { kinds, findings }: Plan<K>,
  outcomes: Pick<ImportOutcomes<K>, 'counts' | 'rejected'>,
): void {
  for (const kind of kinds) {
    const { created, updated, unchanged } = outcomes.counts[kind]
    const rejected = [...findings.rejected, ...outcomes.rejected].filter((one) => one.kind === kind)
    const settled = created + updated + unchanged + rejected.length
    if (settled !== findings.parsed[kind]) {
      throw new Error(`Of ${findings.parsed[kind]} ${kind} only ${settled} are accounted for.`)
    }
  }
}
