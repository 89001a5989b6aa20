import { unescapeFormula } from '#client/csv-text.ts'
import { FileRefused } from '#client/importers/core/import-error.ts'
import type { UnmappedField } from '#client/importers/core/import-plan.ts'
import {
  createDateOrderTally,
  type DateOrder,
  resolveDateOrder,
} from '#client/importers/core/parse-date.ts'
import { sanitizeLine } from '#client/importers/core/sanitize.ts'
import { findLineEnd, parseCells, parseWindow } from './csv-window.ts'
import { toUnmappedField } from './unmapped-fields.ts'

/** `row` counts as a spreadsheet does: the first line of the file is row 1, a cell of several lines is one row. */
export interface CsvRow {
  readonly row: number
  readonly cells: readonly string[]
  /** Why the row cannot be read, with its line. */
  readonly problem?: string
}

export interface CsvTable {
  /** Trimmed; one may be empty. No two are the same without regard to case. */
  readonly headers: readonly string[]
  /** Those that hold anything. */
  readonly rows: readonly CsvRow[]
}

/** The rows of a CSV file that hold anything. Refuses a file whose quotes do not fit together, with the line. */
export function parseCsvRows(file: string, delimiter?: string): readonly CsvRow[] {
  const rows = parseRows(file, delimiter)
  for (const row of rows) refuseFault(row)
  return rows
}

function parseRows(file: string, delimiter?: string): readonly CsvRow[] {
  const text = normalizeText(file)
  const { rows } = parseCsvPart(text, startOf(text), delimiter ?? detectDelimiter(text), Infinity)
  if (rows.length === 0) throw new FileRefused('The file is empty.')
  return rows
}

/** As the service stores texts; then a quoted line break is one character too. */
const normalizeText = (file: string) => file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')

/** A table whose rows are read part by part, from the first one each time: memory then holds one part of them. */
export interface CsvSource {
  readonly headers: readonly string[]
  parts(limit: number): Iterable<readonly CsvRow[]>
}

/** Rows that cannot be read have a `problem`. */
export function openCsv(file: string, delimiter?: string): CsvSource {
  const text = normalizeText(file)
  const separator = delimiter ?? detectDelimiter(text)
  const { headers, next } = parseCsvHeaders(text, separator)
  return {
    headers,
    *parts(limit) {
      for (let position = next; position;) {
        const part = parseCsvPart(text, position, separator, limit)
        yield part.rows
        position = part.next
      }
    },
  }
}

export const toCsvSource = ({ headers, rows }: CsvTable): CsvSource => ({
  headers,
  *parts(limit) {
    for (let start = 0; start < rows.length; start += limit) yield rows.slice(start, start + limit)
  },
})

function refuseFault({ problem }: CsvRow): void {
  if (problem !== undefined) throw new FileRefused(`${problem}.`)
}

interface TableOptions {
  /** A second column of one name gets a number. Without it, the file is refused. */
  readonly renamesRepeated?: boolean
  /** Rows that cannot be read have a `problem`. Without it, the file is refused. */
  readonly keepsFaulty?: boolean
}

/** A CSV file whose first row names the columns. */
export function parseCsvTable(
  file: string,
  delimiter?: string,
  { renamesRepeated = false, keepsFaulty = false }: TableOptions = {},
): CsvTable {
  const [first, ...rows] = (keepsFaulty ? parseRows : parseCsvRows)(file, delimiter)
  return { headers: first ? parseHeaders(first, renamesRepeated) : [], rows }
}

/** How a column is named by the cell of the first row, or by who writes its name. */
export const columnName = (text: string) => unescapeFormula(sanitizeLine(text).text)

/** The names of the columns. A second "Name" is refused, or becomes "Name (2)". */
function parseHeaders(first: CsvRow, renamesRepeated = false): string[] {
  refuseFault(first)
  const { row, cells } = first
  const headers = cells.map(columnName)
  const names = new Set(headers.map((header) => header.toLowerCase()))
  const seen = new Set<string>()
  return headers.map((header) => {
    let name = header
    if (header !== '' && seen.has(header.toLowerCase())) {
      if (!renamesRepeated)
        throw new FileRefused(
          `Row ${row}: duplicate column "${header}". Rename one of them and try again.`,
        )
      for (let number = 2; names.has(name.toLowerCase()); number += 1)
        name = `${header} (${number})`
      names.add(name.toLowerCase())
    }
    seen.add(name.toLowerCase())
    return name
  })
}

/** Where a part of a file begins: a character, and the number of its first row. */
export interface CsvPosition {
  readonly offset: number
  readonly row: number
}

interface CsvPart {
  /** Those that hold anything. */
  readonly rows: readonly CsvRow[]
  /** Undefined at the end of the file. */
  readonly next: CsvPosition | undefined
}

/** At most `limit` records of a text with `\n` as line end, so that memory holds one part of a file at a time. */
export function parseCsvPart(
  text: string,
  { offset, row: first }: CsvPosition,
  delimiter: string,
  limit: number,
): CsvPart {
  const countLines = createLineCount(text)
  const rows: CsvRow[] = []
  let [at, row] = [offset, first]
  for (const end = first + limit; row < end && at < text.length;) {
    const { records, next, fault } = parseWindow(text, at, delimiter, end - row)
    for (const cells of records) {
      if (cells.some((cell) => cell.trim() !== '')) rows.push({ row, cells })
      row += 1
    }
    at = next
    if (!fault || row === end) continue
    // The record ends with the line on which the faulty cell begins, so that every later line is read as if it were not
    // there. The parts of that line are its cells: a guess would move values between columns.
    const lineEnd = findLineEnd(text, fault.at)
    const rest = text.slice(fault.at, lineEnd).split(delimiter)
    const line = countLines(fault.at) + 1
    rows.push({
      row,
      cells: [...parseCells(text.slice(at, fault.at), delimiter), ...rest],
      problem: `Line ${line}: a quoted cell ${fault.what}`,
    })
    row += 1
    at = lineEnd + 1
  }
  return { rows, next: at < text.length ? { offset: at, row } : undefined }
}

/** Counts the line ends before a place; the places come in the order of the text. */
function createLineCount(text: string): (at: number) => number {
  let [count, from] = [0, 0]
  return (at) => {
    for (;;) {
      const end = text.indexOf('\n', from)
      if (end === -1 || end >= at) return count
      from = end + 1
      count += 1
    }
  }
}

/** The first row that holds anything, as names of columns, and where the row after it begins. */
export function parseCsvHeaders(text: string, delimiter: string) {
  let position: CsvPosition | undefined = startOf(text)
  while (position) {
    const { rows, next }: CsvPart = parseCsvPart(text, position, delimiter, 1)
    if (rows[0]) return { headers: parseHeaders(rows[0]), next }
    position = next
  }
  throw new FileRefused('The file is empty.')
}

/** A first line for spreadsheets, which name the separator in it and show it to nobody. */
const separatorLine = /^\uFEFF?"?sep=([,;\t|:])"?[,;\t|: ]*$/i

/** The separator that the first line names, and where the next line begins; a spreadsheet counts that as its first row. */
function readSeparatorLine(text: string) {
  const end = text.slice(0, 64).search(/[\r\n]/)
  const separator = end === -1 ? undefined : separatorLine.exec(text.slice(0, end))?.[1]
  const next = text.startsWith('\r\n', end) ? end + 2 : end + 1
  return { separator, start: { offset: separator === undefined ? 0 : next, row: 1 } }
}

const startOf = (text: string): CsvPosition => readSeparatorLine(text).start

const delimiters = [',', ';', '\t'] as const

/** The separator that the first line names, else that of the first record that has one, counted outside quotes; a comma when none has. */
export function detectDelimiter(text: string): string {
  const { separator } = readSeparatorLine(text)
  if (separator !== undefined) return separator
  const counts = new Map<string, number>()
  let hasBar = false
  let quoted = false
  for (const char of text) {
    if (char === '"') quoted = !quoted
    else if (quoted) continue
    else if (char === '\n' && (counts.size > 0 || hasBar)) break
    else if (char === '|') hasBar = true
    else if (delimiters.some((one) => one === char)) counts.set(char, (counts.get(char) ?? 0) + 1)
  }
  // Names of columns may have bars, so that they separate only where nothing else does.
  if (counts.size === 0 && hasBar) return '|'
  const most = Math.max(...counts.values())
  return delimiters.find((one) => counts.get(one) === most) ?? ','
}

export interface CsvRecord {
  /** As `ideas.csv row 12`. */
  readonly path: string
  /** The trimmed cell of a column, named in small letters; empty when there is none. */
  cell(column: string): string
  /** Which of day and month comes first in a column of dates, for columns where that makes a difference. */
  readonly date_orders: ReadonlyMap<string, DateOrder>
  /** Cells beyond the last column: the row is cut wrongly. */
  readonly hasExtra: boolean
}

export function toCsvRecords(
  { headers, rows }: CsvTable,
  file_name: string,
  date_orders: CsvRecord['date_orders'],
): CsvRecord[] {
  const indexByColumn = new Map(headers.map((header, index) => [header.toLowerCase(), index]))
  return rows.map(({ row, cells }) => ({
    path: `${file_name} row ${row}`,
    cell: (column) => cells[indexByColumn.get(column) ?? -1]?.trim() ?? '',
    date_orders,
    hasExtra: cells.slice(headers.length).some((cell) => cell.trim() !== ''),
  }))
}

/** The order of day and month in each of these columns. Refuses a file that leaves one open, unless one is chosen. */
export function findDateOrders(
  { headers, rows }: CsvTable,
  columns: readonly string[],
  chosen: DateOrder | undefined,
): ReadonlyMap<string, DateOrder> {
  const orders = new Map<string, DateOrder>()
  for (const [at, header] of headers.entries()) {
    if (!columns.includes(header.toLowerCase())) continue
    const tally = createDateOrderTally()
    for (const { cells } of rows) tally.add(cells[at] ?? '')
    const order = resolveDateOrder(header, tally.finish(), chosen)
    if (order) orders.set(header.toLowerCase(), order)
  }
  return orders
}

/** The columns that are not read, with how much they held. */
export function unmappedColumns(
  { headers, rows }: CsvTable,
  file_name: string,
  mapped: ReadonlySet<string>,
): UnmappedField[] {
  return headers.flatMap((header, index) => {
    const cells = rows.map((row) => row.cells[index]?.trim() ?? '').filter((cell) => cell !== '')
    if (mapped.has(header.toLowerCase()) || cells.length === 0) return []
    return [toUnmappedField(`${file_name} column "${header}"`, 'cells', cells)]
  })
}
