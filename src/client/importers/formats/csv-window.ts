import Papa from 'papaparse'

/** The cells of the beginning of a record, up to a delimiter. */
export const parseCells = (text: string, delimiter: string): readonly string[] =>
  Papa.parse<string[]>(text, { delimiter, newline: '\n' }).data[0]?.slice(0, -1) ?? []

/** The end of the line that `at` is on. */
export function findLineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

interface CsvWindow {
  readonly records: readonly (readonly string[])[]
  /** Where the record after them begins: the faulty one, if there is a fault. */
  readonly next: number
  /** Where a cell begins whose quotes do not fit together. */
  readonly fault: { readonly at: number; readonly what: string } | undefined
}

/** Characters. The parser reads a faulty cell to the end of its input, which must not be a whole file each time. */
const WINDOW = 1 << 13

/** The next records of a text, up to `limit`, to the first fault or to about `size` characters. */
export function parseWindow(
  text: string,
  at: number,
  delimiter: string,
  limit: number,
  size = WINDOW,
): CsvWindow {
  // The parser would remove it, and its places would be one too low.
  const start = text[at] === '\uFEFF' ? at + 1 : at
  const windowEnd = findLineEnd(text, start + size)
  // A quoted cell with spaces behind it is only valid before a delimiter or a line end.
  const input = `${text.slice(start, windowEnd)}\n`
  const records: string[][] = []
  let end = 0
  let fault: CsvWindow['fault']
  let isCut = false
  Papa.parse<string[]>(input, {
    delimiter,
    newline: '\n',
    fastMode: false,
    step({ data, errors, meta }, parser) {
      const error = errors.find(({ type }) => type === 'Quotes')
      isCut = error?.code === 'MissingQuotes' && windowEnd < text.length
      if (error && !isCut) {
        const cell = start + (error.index ?? 1) - 1
        // A quote on a later line is probably one of another cell.
        const hasSecond = text.slice(cell + 1, findLineEnd(text, cell)).includes('"')
        const what =
          error.code !== 'MissingQuotes' && hasSecond
            ? 'is followed by more text'
            : 'is never closed'
        fault = { at: cell, what }
      } else if (!isCut && end < input.length) {
        records.push(data)
        end = meta.cursor
      }
      if (error || records.length === limit) parser.abort()
    },
  })
  if (isCut && records.length === 0) return parseWindow(text, at, delimiter, limit, size * 8)
  return { records, next: start + end, fault }
}
