import type { ApplyOptions } from './import-call.ts'
import { formatNote, type NoteCode } from './import-notes.ts'
import type { ImportOutcomes, Outcome } from './import-outcomes.ts'
import type { Findings, ImportWarning, Plan, Rejection } from './import-plan.ts'

/** The record that contains everything imported. `id` is null in a dry run that would create it. */
interface ImportTarget {
  /** As the report begins: `Board`. */
  readonly what: string
  readonly id: string | null
  readonly name: string
}

/** The outcome of applying a plan. */
export interface ApplyResult<K extends string, C extends NoteCode = NoteCode> extends Pick<
  ImportOutcomes<K>,
  'counts' | 'rejected'
> {
  readonly into: ImportTarget | null
  readonly notes?: readonly ImportWarning<C>[]
}

interface ReportNote<C extends NoteCode> extends ImportWarning<C> {
  /** As a sentence, without the count. */
  readonly message: string
}

type KindCounts = Readonly<Record<Outcome | 'read' | 'rejected', number>>

/** The report of one import, as it is printed and as `--report` writes it. */
export interface ImportReport<
  K extends string = string,
  C extends NoteCode = NoteCode,
> extends Pick<Findings, 'in_descriptions' | 'not_mapped' | 'empty'> {
  readonly source: string
  readonly file: string
  readonly dry_run: boolean
  /** Whether webhooks were sent. */
  readonly webhooks_told: boolean
  readonly into: ImportTarget | null
  /** By kind, in the order of the importer. */
  readonly counts: Readonly<Record<K, KindCounts>>
  readonly rejected: readonly Rejection<K>[]
  readonly notes: readonly ReportNote<C>[]
}

export function createReport<K extends string, C extends NoteCode>(
  { source, kinds, findings }: Plan<K, C>,
  result: ApplyResult<K, C>,
  file: string,
  { dry_run = false, emit_events = false }: ApplyOptions,
): ImportReport<K, C> {
  const rejected = [...findings.rejected, ...result.rejected]
  const line = (kind: K): KindCounts => ({
    read: findings.read[kind],
    ...result.counts[kind],
    rejected: rejected.filter((one) => one.kind === kind).length,
  })
  const { in_descriptions, not_mapped, empty } = findings
  return {
    source,
    file,
    dry_run,
    webhooks_told: emit_events && !dry_run,
    into: result.into,
    // Object.fromEntries loses the key type.
    counts: Object.fromEntries(kinds.map((kind) => [kind, line(kind)])) as Record<K, KindCounts>,
    rejected,
    notes: [...findings.notes, ...(result.notes ?? [])].map((note) => ({
      ...note,
      message: formatNote(note),
    })),
    in_descriptions,
    not_mapped,
    empty,
  }
}

/** What other records belong to, or refer to: without those, an import of them is worth nothing. */
const supporting = new Set(['boards', 'labels', 'members', 'users', 'tags'])

/** Whether the files had no record, or none that was imported. */
export function isNothingImported(reports: readonly ImportReport[]): boolean {
  const lines = reports.flatMap(({ counts }) => Object.entries(counts))
  const content = lines.filter(([kind, { read }]) => read > 0 && !supporting.has(kind))
  // A board may be empty.
  return (content.length > 0 ? content : lines).every(
    ([, { created, updated, unchanged }]) => created + updated + unchanged === 0,
  )
}

/**
 * The report for people, ending in a line break. It begins with what they lose; `verbose` adds each unsupported field of
 * the source.
 */
export function formatReport(report: ImportReport, { verbose = false } = {}): string {
  const { dry_run, not_mapped, empty } = report
  const hasDetails = not_mapped.length > 0 || empty.length > 0
  return [
    ...formatLosses(not_mapped),
    formatTitle(report),
    ...formatTable(report),
    ...formatSection('Added to card descriptions', report.in_descriptions ?? []),
    ...formatSection('Rejected', report.rejected.map(formatRejection)),
    ...formatSection(
      'Changed on import',
      report.notes.map(
        ({ message, count, example }) => `${message}: ${count}, for example ${example}`,
      ),
    ),
    ...(verbose ? formatUnmappedFields(report) : []),
    '',
    ...(hasDetails && !verbose ? ['Run with --verbose to list all unsupported fields.'] : []),
    ...(dry_run ? ['Dry run: nothing was written.'] : []),
    report.webhooks_told
      ? 'Webhook events were sent for every record.'
      : 'No webhook events were sent.',
    '',
  ].join('\n')
}

const MAX_LOSSES = 8

/** One line of what people wrote that is not imported. Fields without a word of their own are counted last. */
function formatLosses(not_mapped: ImportReport['not_mapped']): string[] {
  const content = not_mapped.filter(({ bookkeeping }) => !bookkeeping)
  const losses = content.flatMap(({ summary }) => summary ?? []).slice(0, MAX_LOSSES)
  const others = content.length - losses.length
  if (others > 0) losses.push(`${others} other ${others === 1 ? 'field' : 'fields'}`)
  return losses.length === 0 ? [] : [`Not imported: ${losses.join(', ')}`, '']
}

function formatUnmappedFields({ not_mapped, empty }: ImportReport): string[] {
  const linesOf = (wanted: boolean) =>
    not_mapped
      .filter(({ bookkeeping }) => bookkeeping === wanted)
      .map(({ path, amount, example }) => `${path}: ${amount}, for example ${example}`)
  return [
    ...formatSection('Unsupported fields (not imported)', linesOf(false)),
    ...formatSection('Internal fields of the source (skipped)', linesOf(true)),
    ...formatSection('Empty in every record', empty.length > 0 ? [empty.join(', ')] : []),
  ]
}

const formatTitle = ({ into, file }: ImportReport) =>
  into === null
    ? `From ${file}`
    : `${into.what} "${into.name}" from ${file}${into.id === null ? '' : ` (${into.id})`}`

const columns = ['read', 'created', 'updated', 'unchanged', 'rejected'] as const

function formatTable({ counts }: ImportReport): string[] {
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

const formatRejection = ({ path, id, reason }: Rejection) =>
  `${path}${id === null ? '' : ` (${id})`}: ${reason}`

const formatSection = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)]
