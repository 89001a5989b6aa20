import Papa from 'papaparse'

import { FileRefused } from '#client/importers/core/import-error.ts'
import { oneLine } from '#client/importers/core/sanitize.ts'
import { separatorOf } from './csv-separator.ts'

/** `row` counts as a spreadsheet does: the first line of the file is row 1, a cell of several lines is one row. */
export interface CsvRow {
  readonly row: number
  readonly cells: readonly string[]
}

export interface CsvTable {
  /** Trimmed; one may be empty. No two are the same without regard to case. */
  readonly headers: readonly string[]
  /** Those that hold anything. */
  readonly rows: readonly CsvRow[]
}

/** The rows of a CSV file that hold anything. Refuses a file whose quotes do not close, with the line. */
export function readCsvRows(file: string): CsvRow[] {
  // As the service stores texts; then a quoted line break is one character too.
  const text = file.replace(/\r\n?/g, '\n')
  const { data, errors } = Papa.parse<string[]>(text, {
    delimiter: separatorOf(text),
    newline: '\n',
  })
  const fault = errors.find(({ type }) => type === 'Quotes')
  if (fault) {
    const line = text.slice(0, fault.index ?? 0).split('\n').length
    const what =
      fault.code === 'MissingQuotes' ? 'is opened and never closed' : 'is followed by more text'
    throw new FileRefused(`Line ${line}: a quoted cell ${what}.`)
  }
  const rows = data.map((cells, index) => ({ row: index + 1, cells }))
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (filled.length === 0) throw new FileRefused('The file is empty.')
  return filled
}

/** A CSV file whose first row names the columns. Refuses one that names a column twice. */
export function readCsvTable(file: string): CsvTable {
  const [first, ...rows] = readCsvRows(file)
  const headers = (first?.cells ?? []).map((cell) => oneLine(cell).text)
  const seen = new Set<string>()
  for (const header of headers) {
    const name = header.toLowerCase()
    if (name !== '' && seen.has(name)) {
      throw new FileRefused(
        `Row ${first?.row}: the column "${header}" stands twice. Rename one of them and try again.`,
      )
    }
    seen.add(name)
  }
  return { headers, rows }
}
