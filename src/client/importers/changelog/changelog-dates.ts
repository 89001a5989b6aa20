const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

const iso = /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/
const dotted = /\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/
const month = '(jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\\.?'
const day = '(\\d{1,2})(?:st|nd|rd|th)?'
const dayFirst = new RegExp(`\\b${day}(?:\\s+of)?[\\s-]+${month},?[\\s-]+(\\d{4})\\b`, 'i')
const monthFirst = new RegExp(`\\b${month}\\s+${day},?\\s+(\\d{4})\\b`, 'i')
const weekday = /\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+(?=\w)/i

export interface FoundDate {
  /** `2024-05-06`; null when the calendar has no such day. */
  readonly date: string | null
  /** The text without the date. */
  readonly rest: string
}

/** The date in the heading of a version, in the styles in which people write one. `05/06/2024` could be two days: none. */
export function dateIn(text: string): FoundDate | undefined {
  const plain = text.replace(weekday, '')
  const found = (match: RegExpExecArray | null, year: number, monthAt: number, dayAt: number) =>
    match && {
      date: calendarDay(match[year] ?? '', monthNumber(match[monthAt] ?? ''), match[dayAt] ?? ''),
      rest: plain.slice(0, match.index) + plain.slice(match.index + match[0].length),
    }
  return (
    found(iso.exec(plain), 1, 2, 3) ??
    found(dotted.exec(plain), 3, 2, 1) ??
    found(dayFirst.exec(plain), 3, 2, 1) ??
    found(monthFirst.exec(plain), 3, 1, 2) ??
    undefined
  )
}

const monthNumber = (written: string) => {
  const at = months.indexOf(written.slice(0, 3).toLowerCase())
  return at === -1 ? Number(written) : at + 1
}

function calendarDay(year: string, month_number: number, day_number: string): string | null {
  const date = `${year}-${String(month_number).padStart(2, '0')}-${day_number.padStart(2, '0')}`
  const instant = new Date(`${date}T00:00:00.000Z`)
  // A day that the calendar lacks is either no date at all, or rolls over into the next month.
  return Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(date) ? null : date
}
