import { addressKey } from '#client/importers/core/email-address.ts'
import type { Findings, ImportWarning } from '#client/importers/core/import-plan.ts'
import type { CsvRow, CsvTable } from '#client/importers/formats/csv.ts'
import { type Column, classifyColumns, unmappedColumns } from './contact-columns.ts'
import type { ContactOptions, ContactsPlan } from './contact-plan.ts'
import { planRows, readAddress } from './parse-contacts.ts'

/** Rows that are planned at once. */
const PART_SIZE = 500

/**
 * The findings of a file. Its contacts are passed on part by part, so that memory holds those of one part: a plan of the
 * whole file has ten times its size.
 */
export function planInParts(
  { headers, rows }: CsvTable,
  file_name: string,
  options: ContactOptions,
  onPart: (plan: ContactsPlan) => void,
): Findings<'contacts'> {
  const columns = classifyColumns(headers, options)
  const notes = createNotes()
  const rejected: Findings<'contacts'>['rejected'][number][] = []
  for (const part of splitRows(columns, rows)) {
    const plan = planRows({ headers, rows: part }, file_name, options)
    onPart(plan)
    rejected.push(...plan.findings.rejected)
    notes.add(plan.findings.notes)
  }
  return {
    read: { contacts: rows.length },
    rejected,
    notes: notes.list(),
    ...unmappedColumns(columns, rows),
  }
}

/** Adds up the notes of parts; the first example is kept. */
function createNotes() {
  const byText = new Map<string, ImportWarning>()
  return {
    add: (notes: readonly ImportWarning[]) => {
      for (const note of notes) {
        const previous = byText.get(note.what)
        byText.set(note.what, previous ? { ...previous, count: previous.count + note.count } : note)
      }
    },
    list: () => [...byText.values()],
  }
}

/** Rows of one address are in one part, because later ones update the first: those that repeat one are the last part. */
function* splitRows(
  columns: readonly Column[],
  rows: readonly CsvRow[],
): Generator<readonly CsvRow[]> {
  if (rows.length <= PART_SIZE) return yield rows
  const keys = rows.map((row) => addressKey(readAddress(columns, row)))
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const key of keys)
    if (key !== undefined) {
      if (seen.has(key)) repeated.add(key)
      seen.add(key)
    }
  const isRepeated = (index: number) => repeated.has(keys[index] ?? '')
  for (let start = 0; start < rows.length; start += PART_SIZE)
    yield rows.slice(start, start + PART_SIZE).filter((_, index) => !isRepeated(start + index))
  if (repeated.size > 0) yield rows.filter((_, index) => isRepeated(index))
}
