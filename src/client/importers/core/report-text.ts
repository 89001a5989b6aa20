import type { Rejection } from './import-plan.ts'
import type { ImportReport } from './import-report.ts'

/** The report for people, ending in a line break. */
export function reportText(report: ImportReport): string {
  const { dry_run, not_mapped } = report
  const content = not_mapped.filter(({ bookkeeping }) => !bookkeeping)
  const kept = not_mapped.filter(({ bookkeeping }) => bookkeeping)
  const line = ({ path, amount, example }: (typeof not_mapped)[number]) =>
    `${path}: ${amount}, not imported, for example ${example}`
  return [
    titleOf(report),
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

const titleOf = ({ into, file }: ImportReport) =>
  into === null
    ? `From ${file}`
    : `${into.what} "${into.name}" from ${file}${into.id === null ? '' : ` (${into.id})`}`

const columns = ['read', 'created', 'updated', 'unchanged', 'rejected'] as const

function table({ counts }: ImportReport): string[] {
  const kinds = Object.entries(counts)
  const width = Math.max(8, ...kinds.map(([kind]) => kind.length + 1))
  const row = (name: string, cells: readonly (string | number)[]) =>
    `  ${name.padEnd(width)}${cells.map((cell) => String(cell).padStart(10)).join('')}`
  return [
    row('', columns),
    ...kinds.map(([kind, line]) =>
      row(
        kind,
        columns.map((column) => line[column]),
      ),
    ),
  ]
}

const rejectedLine = ({ path, id, reason }: Rejection) =>
  `${path}${id === null ? '' : ` (${id})`}: ${reason}`

const block = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)]
