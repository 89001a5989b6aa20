import Papa from 'papaparse'

/** The cells of the beginning of a record, up to a delimiter. */
export const parseCells = (text: string, delimiter: string): readonly string[] =>
  Papa.parse<string[]>(text, { delimiter, newline: '\n' }).data[0]?.slice(0, -1) ?? []

/** The end of the line that `at` is on. */
export function findLineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

/**
 * Where a cell of a record has spaces before its quote, -1 when none has. Such a quote encloses nothing, so a delimiter
 * inside it would move the cells that follow.
 */
function findSpacedQuote(
  input: string,
  from: number,
  to: number,
  { delimiter, data }: { readonly delimiter: string; readonly data: readonly string[] },
): number {
  const spacedQuote = /^ +"/
  // A cell in quotes of its own may contain the same, and so can only be told apart in the text.
  if (!data.some((cell) => spacedQuote.test(cell))) return -1
  for (let at = from; at < to; at = findCellEnd(input, at, delimiter) + 1)
    if (spacedQuote.test(input.slice(at, to))) return at
  return -1
}

/** The delimiter or the end of the text after a cell. */
function findCellEnd(input: string, start: number, delimiter: string): number {
  let at = start
  if (input[start] === '"') {
    do at = input.indexOf('"', at + 1)
    while (at !== -1 && input[at + 1] === '"' && (at += 1))
  }
  const end = at === -1 ? -1 : input.indexOf(delimiter, at)
  return end === -1 ? input.length : end
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
      const spaced = error ? -1 : findSpacedQuote(input, end, meta.cursor, { delimiter, data })
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
      } else if (spaced !== -1) {
        fault = { at: start + spaced, what: 'begins after a space' }
        parser.abort()
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
