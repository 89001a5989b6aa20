import { addressKey } from '#client/importers/core/email-address.ts'
import { FileRefused } from '#client/importers/core/import-error.ts'
import type { ContactNoteCode } from '#client/importers/core/import-notes.ts'
import { createNoteTally, type UnmappedFields } from '#client/importers/core/import-plan.ts'
import type { CsvRow, CsvSource } from '#client/importers/formats/csv.ts'
import { classifyColumns, type Column, createColumnTally } from './contact-columns.ts'
import type { ContactFindings, ContactOptions, ContactsPlan } from './contact-plan.ts'
import { createFileDecisions } from './file-decisions.ts'
import { planRows, readAddress } from './parse-contacts.ts'

/**
 * Rows that are planned at once, so that memory holds those of one part: a plan of the whole file has ten times its size.
 * They fill whole batches.
 */
const PART_SIZE = 600

/** A file of contacts that is planned part by part, from its beginning each time. */
export interface ContactParts {
  readonly rowCount: number
  readonly unmapped: UnmappedFields
  /**
   * The number of an address of the file, less than `rowCount`; undefined when no row has it. Of a billion other addresses,
   * one has a number too.
   */
  addressIndex(key: string): number | undefined
  /** The plans of all parts. No address is in two of them. */
  readonly plans: () => Iterable<ContactsPlan>
}

export function openContactParts(
  source: CsvSource,
  file_name: string,
  options: ContactOptions,
): ContactParts {
  const { headers } = source
  const decisions = decide(source, options)
  const columns = classifyColumns(headers, decisions)
  const keyOf = (row: CsvRow) => addressKey(readAddress(columns, row))
  const { rowCount, hashes, unmapped } = readFile(source, columns, keyOf)
  // A file of one part needs no order of its rows.
  const isOnePart = rowCount <= PART_SIZE
  const repeated = new Set(hashes.filter((hash, index) => !isOnePart && hash === hashes[index - 1]))
  const isRepeated = (row: CsvRow) => {
    const key = repeated.size > 0 ? keyOf(row) : undefined
    return key !== undefined && repeated.has(hashText(key))
  }
  const plan = (rows: readonly CsvRow[]) => planRows({ headers, rows }, file_name, decisions)
  return {
    rowCount,
    unmapped,
    addressIndex: (key) => indexOf(hashes, hashText(key)),
    // Later rows of an address update the first: those that repeat one are the last part, together.
    *plans() {
      const later: CsvRow[] = []
      for (const rows of source.parts(PART_SIZE)) {
        const single = rows.filter((row) => !isRepeated(row))
        if (single.length < rows.length) later.push(...rows.filter(isRepeated))
        if (single.length > 0) yield plan(single)
      }
      if (later.length > 0) yield plan(later)
    },
  }
}

function decide(source: CsvSource, options: ContactOptions): ContactOptions {
  const unknown = [...(options.columns?.keys() ?? [])].find((one) => !source.headers.includes(one))
  if (unknown !== undefined) throw new FileRefused(`No column is called "${unknown}".`)
  const decisions = createFileDecisions(source.headers, options)
  for (const rows of source.parts(PART_SIZE)) decisions.add(rows)
  return decisions.finish()
}

/** Plans all parts once and adds up their findings. */
export function checkParts(
  { rowCount, unmapped, plans }: ContactParts,
  onPart: (plan: ContactsPlan) => void,
): ContactFindings {
  const notes = createNoteTally<ContactNoteCode>()
  const rejected: ContactFindings['rejected'][number][] = []
  for (const plan of plans()) {
    onPart(plan)
    rejected.push(...plan.findings.rejected)
    for (const note of plan.findings.notes) notes.add(note)
  }
  return { read: { contacts: rowCount }, rejected, notes: notes.list(), ...unmapped }
}

/** The hashes of all addresses, in ascending order: eight bytes each, where a set of texts would have a hundred. */
function readFile(
  source: CsvSource,
  columns: readonly Column[],
  keyOf: (row: CsvRow) => string | undefined,
) {
  const tally = createColumnTally(columns)
  const hashes: number[] = []
  let rowCount = 0
  for (const rows of source.parts(PART_SIZE)) {
    tally.add(rows)
    rowCount += rows.length
    for (const row of rows) {
      const key = keyOf(row)
      if (key !== undefined) hashes.push(hashText(key))
    }
  }
  return { rowCount, hashes: Float64Array.from(hashes).sort(), unmapped: tally.finish() }
}

/** FNV-1a, twice with different factors, as an integer of 53 bits. */
export function hashText(text: string): number {
  let [first, second] = [0x811c9dc5, 0x811c9dc5]
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    first = Math.imul(first ^ code, 0x01000193)
    second = Math.imul(second ^ code, 0x85ebca6b)
  }
  return (first >>> 0) * 2 ** 21 + (second >>> 11)
}

/** Binary search. */
function indexOf(sorted: Float64Array, value: number): number | undefined {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return sorted[low] === value ? low : undefined
}
