/** One record of a CSV text, and where the next one begins. */
interface CsvRecord {
  readonly cells: readonly string[]
  readonly next: number
  readonly fault: QuoteFault | undefined
}

/** The quotes of a cell do not fit together. The record then ends with the line on which the cell begins. */
export interface QuoteFault {
  /** Where the cell begins. */
  readonly at: number
  readonly kind: 'unclosed' | 'followed'
}

const [QUOTE, LINE_FEED, SPACE, TAB] = [0x22, 0x0a, 0x20, 0x09]

/**
 * Reads the record that begins at `start`, as RFC 4180 has it, in a text with `\n` as line end. A quote inside a cell
 * that does not begin with one is text. After a fault the cells are the parts of that line, so that every later line is
 * read as if the faulty one were not there: its meaning cannot be known, and a guess would move values between columns.
 */
export function readCsvRecord(text: string, start: number, delimiter: string): CsvRecord {
  const separator = delimiter.charCodeAt(0)
  const cells: string[] = []
  for (let at = start; ;) {
    let end: number
    if (text.charCodeAt(at) === QUOTE) {
      const cell = readQuotedCell(text, at, separator)
      if ('kind' in cell) return endAtLine(text, cells, cell, delimiter)
      cells.push(cell.value)
      end = cell.end
    } else {
      end = findCellEnd(text, at, separator)
      cells.push(text.slice(at, end))
    }
    if (text.charCodeAt(end) !== separator) return { cells, next: end + 1, fault: undefined }
    at = end + 1
  }
}

function findCellEnd(text: string, start: number, separator: number): number {
  let end = start
  while (end < text.length) {
    const code = text.charCodeAt(end)
    if (code === separator || code === LINE_FEED) break
    end += 1
  }
  return end
}

function readQuotedCell(
  text: string,
  at: number,
  separator: number,
): { value: string; end: number } | QuoteFault {
  let close = text.indexOf('"', at + 1)
  let isEscaped = false
  while (close !== -1 && text.charCodeAt(close + 1) === QUOTE) {
    isEscaped = true
    close = text.indexOf('"', close + 2)
  }
  if (close === -1) return { at, kind: 'unclosed' }
  let end = close + 1
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end)
    if (code === separator || code === LINE_FEED) break
    if (code !== SPACE && code !== TAB) return { at, kind: 'followed' }
  }
  const value = text.slice(at + 1, close)
  return { value: isEscaped ? value.replaceAll('""', '"') : value, end }
}

function endAtLine(
  text: string,
  cells: readonly string[],
  fault: QuoteFault,
  delimiter: string,
): CsvRecord {
  const lineEnd = text.indexOf('\n', fault.at)
  const end = lineEnd === -1 ? text.length : lineEnd
  const rest = text.slice(fault.at, end).split(delimiter)
  return { cells: [...cells, ...rest], next: end + 1, fault }
}
