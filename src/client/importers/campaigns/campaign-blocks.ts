import type { CsvRow } from '#client/importers/formats/csv.ts'
import type { Fact, LinkRow, ReadReport } from './campaign-fields.ts'
import { meaningOf } from './campaign-fields.ts'

interface LinkColumns {
  readonly url: number
  readonly unique: number
  readonly total: number
}

/** A report of one campaign, written as names and values under headings, with a table of links. */
export function reportInBlocks(rows: readonly CsvRow[]): ReadReport | undefined {
  const facts: Fact[] = []
  let links: LinkRow[] | undefined
  let columns: LinkColumns | undefined
  let section = ''
  for (const { cells } of rows) {
    const [first = '', ...others] = cells.map((cell) => cell.trim())
    const values = others.filter((text) => text !== '')
    const found = linkColumns(cells)
    if (found) {
      columns = found
      links ??= []
    } else if (values.length === 0 && !first.endsWith(':') && meaningOf(first) === undefined) {
      section = first
      columns = undefined
    } else if (columns) {
      const cell = (at: number) => (at === -1 ? undefined : cells[at])
      const [unique_clicks, total_clicks] = [cell(columns.unique), cell(columns.total)]
      links?.push({ url: cell(columns.url) ?? '', unique_clicks, total_clicks })
    } else facts.push({ label: first.replace(/:$/, ''), section, values })
  }
  const known = facts.map(({ label }) => meaningOf(label))
  const counted = known.includes('recipients') || known.includes('delivered')
  return counted ? { path: 'report', facts, links } : undefined
}

/** The row that names the columns of the links. */
function linkColumns(cells: readonly string[]): LinkColumns | undefined {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  const place = (...wanted: readonly string[]) => names.findIndex((name) => wanted.includes(name))
  const url = place('url', 'link', 'link url')
  const total = place('total clicks', 'clicks')
  const unique = place('unique clicks', 'unique')
  return url === -1 || (total === -1 && unique === -1) ? undefined : { url, unique, total }
}
