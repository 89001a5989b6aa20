import type { Notebook } from '#client/importers/core/import-plan.ts'
import type { CsvRow } from '#client/importers/formats/csv.ts'
import { readCsvTable } from '#client/importers/formats/csv.ts'
import type { ReadReport } from './campaign-fields.ts'
import { meaningOf } from './campaign-fields.ts'

/** Whether the first row names columns of reports, one campaign to a row. */
export function isReportTable([first]: readonly CsvRow[]): boolean {
  const meanings = new Set(first?.cells.map(meaningOf))
  const named = meanings.has('name') || meanings.has('subject')
  return named && (meanings.has('recipients') || meanings.has('delivered'))
}

export function reportsInTable(text: string, notebook: Notebook<'campaigns'>): ReadReport[] {
  const { headers, rows } = readCsvTable(text)
  return rows.flatMap(({ row, cells }): ReadReport[] => {
    const path = `row ${row}`
    if (cells.slice(headers.length).some((cell) => cell.trim() !== '')) {
      const reason = `it has ${cells.length} cells, and the file ${headers.length} columns`
      notebook.reject({ kind: 'campaigns', path, id: null, reason })
      return []
    }
    const facts = headers.map((label, at) => ({ label, section: '', values: [cells[at] ?? ''] }))
    return [{ path, facts, links: undefined }]
  })
}
