/**
 * A cell of a CSV file. Integers beyond 2^53 come as a bigint or a string: a number has lost their last digits before it
 * gets here.
 */
export type CsvCell = string | number | bigint | boolean | Date | null | undefined

export interface CsvOptions {
  /** Writes texts as they are. Without it, a text that a spreadsheet would run as a formula gets an apostrophe (T95). */
  readonly raw?: boolean
}

/** Without it, Excel reads UTF-8 as the local code page. */
const BYTE_ORDER_MARK = '\uFEFF'
const LINE_END = '\r\n'

/** A whole file: byte-order mark, column names, rows. */
export function createCsv(
  columns: readonly string[],
  rows: Iterable<readonly CsvCell[]>,
  options: CsvOptions = {},
): string {
  let file = BYTE_ORDER_MARK + formatCsvRow(columns, options)
  for (const row of rows) file += formatCsvRow(row, options)
  return file
}

/** Makes the chunks of a file that is too large for one string: the first has the column names. */
export async function* streamCsv(
  columns: readonly string[],
  pages: AsyncIterable<Iterable<readonly CsvCell[]>>,
  options: CsvOptions = {},
): AsyncGenerator<string, void, undefined> {
  yield BYTE_ORDER_MARK + formatCsvRow(columns, options)
  for await (const rows of pages) {
    let chunk = ''
    for (const row of rows) chunk += formatCsvRow(row, options)
    if (chunk) yield chunk
  }
}

/** One record of RFC 4180 with its line end. */
function formatCsvRow(cells: readonly CsvCell[], options: CsvOptions): string {
  const texts = cells.map((cell) => formatCell(cell, options))
  // A line with nothing on it is no record to most readers.
  return (texts.length === 1 && texts[0] === '' ? '""' : texts.join(',')) + LINE_END
}

function formatCell(cell: CsvCell, { raw = false }: CsvOptions): string {
  if (typeof cell === 'string') return quote(raw ? cell : escapeFormula(cell))
  if (typeof cell === 'number') return formatNumber(cell)
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString()
  return cell === null || cell === undefined ? '' : String(cell)
}

/**
 * Spreadsheets take white space before the sign away, and read the wide signs of East Asia as the narrow ones. Tabs and line
 * ends at the start are escaped whatever follows, because they may begin another cell.
 */
const formula = /^'*(?:[\t\r\n]|[\s\u0000]*[=+\-@\uff1d\uff0b\uff0d\uff20])/

// A number that begins with a minus is a number, not a formula: only texts are escaped.
// A text that begins with apostrophes and then a formula gets one more, so that an import can take exactly one away.
export const escapeFormula = (text: string) => (formula.test(text) ? `'${text}` : text)

/** The text before `escapeFormula`: what an export writes and an import reads again is the same. */
export const unescapeFormula = (text: string) =>
  text.startsWith("'") && formula.test(text) ? text.slice(1) : text

/**
 * A text whose spaces at the edges belong to it: readers of cells take others away. As with formulas, one more apostrophe
 * makes clear which one to take away.
 */
export const protectSpaces = (text: string) =>
  /^'*\s/.test(text) || /\s$/.test(text) ? `'${text}` : text

/** The text before `protectSpaces`, else the text without the spaces around it. */
export const readSpaces = (text: string) =>
  /^'+\s/.test(text) || (text.startsWith("'") && /\s$/.test(text)) ? text.slice(1) : text.trim()

/** A text on one line without tabs, for lines that are copied and pasted into a spreadsheet. */
export const formatTabCell = (text: string) => escapeFormula(text.replaceAll(/\s+/g, ' ').trim())

// Other separators too, and spaces at the edges: readers that guess or trim then leave the cell alone.
const quote = (text: string) =>
  /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

const decimals = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 })

/** All digits, no exponent: 1e21 is no number to a person. */
function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return ''
  return Number.isInteger(value) ? String(BigInt(value)) : decimals.format(value)
}
