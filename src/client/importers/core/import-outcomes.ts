import type { ApplyOptions } from './import-call.ts'
import { type Note, createFindings, type Rejection } from './import-plan.ts'
import type { Plan } from './importer.ts'

export type Outcome = 'created' | 'updated' | 'unchanged'

type Counts = Record<Outcome, number>

/** Where a record stands in its file, and what it is called there. */
export type Place = Pick<Rejection, 'path' | 'id'>

/** Keeps count of what became of each record, and goes on when the service refuses a single one. */
export interface ImportOutcomes<K extends string> {
  readonly counts: Record<K, Counts>
  readonly rejected: Rejection<K>[]
  /** Something that was only seen while writing. */
  note(what: string, example: string): void
  notes(): Note[]
  /** Does the work for one record. A refusal of this record is booked; any other error ends the run. */
  runRecord(kind: K, place: Place, work: () => Promise<Outcome>): Promise<void>
  /** The same for records of the file that are one thing here, as rows of one address. */
  settleAll(
    kind: K,
    places: readonly Place[],
    work: () => Promise<readonly Outcome[]>,
  ): Promise<void>
  /** For records whose work was done by a call for many. */
  record(kind: K, verdict: Outcome): void
  recordError(kind: K, place: Place, reason: string): void
}

interface LedgerOptions<K> extends Pick<ApplyOptions, 'onProgress'> {
  /** Without a record of this kind no other has a place: its refusal ends the run. */
  readonly essential?: K
}

export function openLedger<K extends string>(
  { kinds, findings }: Plan<K>,
  { onProgress, essential }: LedgerOptions<K>,
): ImportOutcomes<K> {
  const total = kinds.reduce((sum, kind) => sum + findings.read[kind], -findings.rejected.length)
  let done = 0
  // Object.fromEntries forgets whose keys they are.
  const counts = Object.fromEntries(
    kinds.map((kind) => [kind, { created: 0, updated: 0, unchanged: 0 }]),
  ) as Record<K, Counts>
  const { rejected, reject, warn: note, notes } = createFindings<K>()
  const settled = () => onProgress?.({ done: (done += 1), total })
  const record = (kind: K, verdict: Outcome) => {
    counts[kind][verdict] += 1
    settled()
  }
  const recordError = (kind: K, { path, id }: Place, reason: string) => {
    reject({ kind, path, id, reason: `the service refused it: ${reason}` })
    settled()
  }
  const settleAll: ImportOutcomes<K>['settleAll'] = async (kind, places, work) => {
    let verdicts: readonly Outcome[]
    try {
      verdicts = await work()
    } catch (error) {
      const reason = refusalOf(error)
      if (reason === undefined || kind === essential) throw error
      for (const place of places) recordError(kind, place, reason)
      return
    }
    for (const verdict of verdicts) record(kind, verdict)
  }
  return {
    counts,
    rejected,
    note,
    notes,
    record,
    recordError,
    settleAll,
    runRecord: (kind, place, work) => settleAll(kind, [place], async () => [await work()]),
  }
}

const aboutOneRecord = new Set(['validation_error', 'conflict', 'not_found', 'payload_too_large'])

/** The service's sentence when it refuses one record; undefined when the run itself cannot go on. */
function refusalOf(error: unknown): string | undefined {
  // Over HTTP an ApiError, in the service's own process a Refusal: both carry the code of the contract.
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return aboutOneRecord.has(String(error.code)) ? error.message : undefined
}

/** Fails when a record was lost on the way: what was read must have become something. */
export function assertAllSettled<K extends string>(
  { kinds, findings }: Plan<K>,
  ledger: Pick<ImportOutcomes<K>, 'counts' | 'rejected'>,
): void {
  for (const kind of kinds) {
    const { created, updated, unchanged } = ledger.counts[kind]
    const rejected = [...findings.rejected, ...ledger.rejected].filter((one) => one.kind === kind)
    const settled = created + updated + unchanged + rejected.length
    if (settled !== findings.read[kind]) {
      throw new Error(`Of ${findings.read[kind]} ${kind} only ${settled} are accounted for.`)
    }
  }
}
