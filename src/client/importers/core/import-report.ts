import type { ApplyOptions } from './import-call.ts'
import type { Ledger, Verdict } from './import-outcomes.ts'
import type { Findings, Note, Rejection } from './import-plan.ts'
import type { Plan } from './importer.ts'

/** The one thing here that takes in all of the file. `id` is null while a dry run has nothing to name. */
export interface Into {
  /** As the report begins: `Board`. */
  readonly what: string
  readonly id: string | null
  readonly name: string
}

/** What applying a plan came to. */
export interface Applied<K extends string> extends Pick<Ledger<K>, 'counts' | 'rejected'> {
  readonly into: Into | null
  readonly notes?: readonly Note[]
}

type Line = Readonly<Record<Verdict | 'read' | 'rejected', number>>

/** The account of one import, as it is printed and as `--report` writes it. */
export interface ImportReport<K extends string = string> extends Pick<
  Findings,
  'notes' | 'not_mapped' | 'empty'
> {
  readonly source: string
  readonly file: string
  readonly dry_run: boolean
  /** Whether webhooks were told of what was made. */
  readonly webhooks_told: boolean
  readonly into: Into | null
  /** By kind, in the order of the importer. */
  readonly counts: Readonly<Record<K, Line>>
  readonly rejected: readonly Rejection<K>[]
}

export function reportOf<K extends string>(
  { source, kinds, findings }: Plan<K>,
  applied: Applied<K>,
  file: string,
  { dry_run = false, emit_events = false }: ApplyOptions,
): ImportReport<K> {
  const rejected = [...findings.rejected, ...applied.rejected]
  const line = (kind: K): Line => ({
    read: findings.read[kind],
    ...applied.counts[kind],
    rejected: rejected.filter((one) => one.kind === kind).length,
  })
  const { not_mapped, empty } = findings
  return {
    source,
    file,
    dry_run,
    webhooks_told: emit_events && !dry_run,
    into: applied.into,
    // Object.fromEntries forgets whose keys they are.
    counts: Object.fromEntries(kinds.map((kind) => [kind, line(kind)])) as Record<K, Line>,
    rejected,
    notes: [...findings.notes, ...(applied.notes ?? [])],
    not_mapped,
    empty,
  }
}
