import type { Applied } from './apply.ts'
import { type Findings, type Kind, type Rejection, kinds } from './findings.ts'
import type { ApplyOptions } from './import-call.ts'
import type { Verdict } from './ledger.ts'
import type { BoardPlan } from './plan.ts'

/** The account of one import, as it is printed and as `--report` writes it. */
export interface ImportReport extends Pick<Findings, 'notes' | 'not_mapped' | 'empty'> {
  readonly source: string
  readonly file: string
  readonly dry_run: boolean
  /** Whether webhooks were told of what was made. */
  readonly webhooks_told: boolean
  readonly board: { readonly id: string | null; readonly name: string }
  readonly counts: Readonly<Record<Kind, Readonly<Record<Verdict | 'read' | 'rejected', number>>>>
  readonly rejected: readonly Rejection[]
}

export function reportOf(
  { source, board, findings }: BoardPlan,
  applied: Applied,
  file: string,
  { dry_run = false, emit_events = false }: ApplyOptions,
): ImportReport {
  const rejected = [...findings.rejected, ...applied.rejected]
  const line = (kind: Kind) => ({
    read: findings.read[kind],
    ...applied.counts[kind],
    rejected: rejected.filter((one) => one.kind === kind).length,
  })
  const { notes, not_mapped, empty } = findings
  return {
    source,
    file,
    dry_run,
    webhooks_told: emit_events && !dry_run,
    board: { id: applied.board_id ?? null, name: board.name },
    counts: {
      boards: line('boards'),
      lists: line('lists'),
      labels: line('labels'),
      members: line('members'),
      cards: line('cards'),
    },
    rejected,
    notes,
    not_mapped,
    empty,
  }
}

/** The report for people, ending in a line break. */
export function reportText(report: ImportReport): string {
  const { board, file, dry_run, not_mapped } = report
  const content = not_mapped.filter(({ bookkeeping }) => !bookkeeping)
  const kept = not_mapped.filter(({ bookkeeping }) => bookkeeping)
  const line = ({ path, amount, example }: (typeof not_mapped)[number]) =>
    `${path}: ${amount}, not imported, for example ${example}`
  return [
    `Board "${board.name}" from ${file}${board.id === null ? '' : ` (${board.id})`}`,
    ...table(report),
    ...block('Rejected', report.rejected.map(rejectedLine)),
    ...block(
      'Imported otherwise than in the file',
      report.notes.map(({ what, count, example }) => `${what}: ${count}, for example ${example}`),
    ),
    ...block('Not imported', content.map(line)),
    ...block('Not imported, what the source keeps for itself', kept.map(line)),
    ...block('Empty wherever it stands', report.empty.length > 0 ? [report.empty.join(', ')] : []),
    '',
    ...(dry_run ? ['This was a dry run: nothing was written.'] : []),
    report.webhooks_told ? 'Webhooks were told of every record.' : 'Webhooks were told nothing.',
    '',
  ].join('\n')
}

const columns = ['read', 'created', 'updated', 'unchanged', 'rejected'] as const

function table({ counts }: ImportReport): string[] {
  const row = (name: string, cells: readonly (string | number)[]) =>
    `  ${name.padEnd(8)}${cells.map((cell) => String(cell).padStart(10)).join('')}`
  return [
    row('', columns),
    ...kinds.map((kind) =>
      row(
        kind,
        columns.map((column) => counts[kind][column]),
      ),
    ),
  ]
}

const rejectedLine = ({ path, id, reason }: Rejection) =>
  `${path}${id === null ? '' : ` (${id})`}: ${reason}`

const block = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)]
