import { type Kind, type Rejection, kinds } from './findings.ts'
import type { ApplyOptions } from './import-call.ts'
import type { BoardPlan } from './plan.ts'

export type Verdict = 'created' | 'updated' | 'unchanged'

export type Counts = Record<Verdict, number>

/** Keeps count of what became of each record, and goes on when the service refuses a single one. */
export interface Ledger {
  readonly counts: Record<Kind, Counts>
  readonly rejected: Rejection[]
  settle(kind: Kind, external_ref: string, work: () => Promise<Verdict>): Promise<void>
}

export function openLedger(plan: BoardPlan, { onProgress }: ApplyOptions): Ledger {
  const { lists, labels, members, cards } = plan
  const total = 1 + lists.length + labels.length + members.length + cards.length
  let done = 0
  const none = (): Counts => ({ created: 0, updated: 0, unchanged: 0 })
  const counts = { boards: none(), lists: none(), labels: none(), members: none(), cards: none() }
  const rejected: Rejection[] = []
  return {
    counts,
    rejected,
    async settle(kind, external_ref, work) {
      try {
        counts[kind][await work()] += 1
      } catch (error) {
        const reason = refusalOf(error)
        // Without its board nothing else has a place.
        if (reason === undefined || kind === 'boards') throw error
        const id = external_ref.replace(/^trello:/, '')
        rejected.push({ kind, path: kind, id, reason: `the service refused it: ${reason}` })
      }
      done += 1
      onProgress?.({ done, total })
    },
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
export function assertAllSettled(plan: BoardPlan, ledger: Ledger): void {
  for (const kind of kinds) {
    const { created, updated, unchanged } = ledger.counts[kind]
    const rejected = [...plan.findings.rejected, ...ledger.rejected].filter(
      (one) => one.kind === kind,
    )
    const settled = created + updated + unchanged + rejected.length
    if (settled !== plan.findings.read[kind]) {
      throw new Error(`Of ${plan.findings.read[kind]} ${kind} only ${settled} are accounted for.`)
    }
  }
}
