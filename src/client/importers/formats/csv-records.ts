import type { NotMapped } from '#client/importers/core/import-plan.ts'
import type { CsvTable } from './csv.ts'
import { excerptOf } from './json-values.ts'

export interface CsvRecord {
  /** As `ideas.csv row 12`. */
  readonly path: string
  /** The trimmed cell of a column, named in small letters; empty when there is none. */
  cell(column: string): string
  /** Cells beyond the last column: the row is cut wrongly. */
  readonly hasExtra: boolean
}

export function csvRecords({ headers, rows }: CsvTable, file_name: string): CsvRecord[] {
  const at = new Map(headers.map((header, index) => [header.toLowerCase(), index]))
  return rows.map(({ row, cells }) => ({
    path: `${file_name} row ${row}`,
    cell: (column) => cells[at.get(column) ?? -1]?.trim() ?? '',
    hasExtra: cells.slice(headers.length).some((cell) => cell.trim() !== ''),
  }))
}

/** The columns that are not read, with how much they held. */
export function columnsLeft(
  { headers, rows }: CsvTable,
  file_name: string,
  read: ReadonlySet<string>,
): NotMapped[] {
  return headers.flatMap((header, index) => {
    const cells = rows.map((row) => row.cells[index]?.trim() ?? '').filter((cell) => cell !== '')
    if (read.has(header.toLowerCase()) || cells.length === 0) return []
    const amount = `${cells.length} cell${cells.length === 1 ? '' : 's'}`
    const path = `${file_name} column "${header}"`
    return [{ path, count: cells.length, amount, example: excerptOf(cells[0]), bookkeeping: false }]
  })
}
