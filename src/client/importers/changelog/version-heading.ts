import { parseMonth } from '#client/importers/core/parse-date.ts'

/** What the heading of a version says. */
export interface VersionHeading {
  /** The version as written, with what else the heading says but its date. */
  readonly title: string
  /** Names the version in its changelog, however it is decorated: `1.2.0` of `[v1.2.0] - 2024-05-06`. */
  readonly key: string
  /** `2024-05-06`; undefined without one, null when it is no day of the calendar. */
  readonly date: string | null | undefined
  readonly yanked: boolean
  readonly unreleased: boolean
  /** Another word stands before the number, as in `Rails 7.1`: a version where versions are expected only. */
  readonly named: boolean
}

const number = String.raw`(?:v?\d+(?:\.\d+)+|v\d+)(?:[-+._]?[0-9A-Za-z]+)*`
const versioned = new RegExp(
  String.raw`^(?<name>(?:version|release|ver\.?)\s+|@?[\w./-]+(?:@|\s+))?(?<version>${number})(?<tail>\s*[\s(,:;|/–—-].*)?$`,
  'i',
)
const unreleased = /\b(?:unreleased|not (?:yet )?released)\b/i
const upcoming = /^(?:next|upcoming|head|master|main|trunk|development)(?: (?:version|release))?$/i
const yankedMark = /\[?\byanked\b\]?/i

/** Reads the heading of a version; undefined when it is another heading. */
export function parseVersionHeading(heading: string): VersionHeading | undefined {
  const text = stripMarkup(heading)
  const yanked = yankedMark.test(text)
  const unmarked = text.replace(yankedMark, ' ')
  const match = versioned.exec(unmarked.trim())
  if (!match?.groups) return parseUnreleasedHeading(text)

  const { name = '', version = '', tail = '' } = match.groups
  const dated = findDate(tail)
  const rest = dated?.rest ?? tail
  const remainder = rest.replace(/[()[\]]/g, ' ').replace(/^[\s,:;|/–—-]+|[\s,:;|/–—-]+$/g, '')
  // `2.0 migration notes` is about a version and does not begin one.
  if (remainder !== '' && !/^\s*[(,:;|/–—-]/.test(rest) && dated === undefined) return undefined
  const keyword = /^(?:version|release|ver\.?)\s/i.test(name)
  const isUnreleased = unreleased.test(remainder)
  const displayName = keyword ? version : `${name}${version}`
  return {
    title:
      remainder === '' || isUnreleased
        ? displayName
        : `${displayName} ${remainder.replace(/\s+/g, ' ')}`,
    key: `${keyword ? '' : name.trim()}${version.replace(/^v/i, '')}`.toLowerCase(),
    date: dated?.date,
    yanked,
    unreleased: isUnreleased,
    named: name !== '' && !keyword,
  }
}

function parseUnreleasedHeading(text: string): VersionHeading | undefined {
  const short = text.split(/\s+/).length <= 4
  if (!upcoming.test(text) && !(short && unreleased.test(text))) return undefined
  const none = { date: undefined, yanked: false, named: false }
  return { title: text, key: 'unreleased', unreleased: true, ...none }
}

/** Without links, brackets and emphasis. */
const stripMarkup = (heading: string) =>
  heading
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?/g, '$1')
    .replace(/[*`]|^_+|_+$/g, '')
    .replace(/\s+/g, ' ')
    .trim()

const iso = /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/
const dotted = /\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/
const month = '(jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\\.?'
const day = '(\\d{1,2})(?:st|nd|rd|th)?'
const dayFirst = new RegExp(`\\b${day}(?:\\s+of)?[\\s-]+${month},?[\\s-]+(\\d{4})\\b`, 'i')
const monthFirst = new RegExp(`\\b${month}\\s+${day},?\\s+(\\d{4})\\b`, 'i')
const weekday = /\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+(?=\w)/i

interface FoundDate {
  /** `2024-05-06`; null when the calendar has no such day. */
  readonly date: string | null
  /** The text without the date. */
  readonly rest: string
}

/** The date in the heading of a version, in the styles in which people write one. `05/06/2024` could be two days: none. */
export function findDate(text: string): FoundDate | undefined {
  const plain = text.replace(weekday, '')
  const toMatch = (match: RegExpExecArray | null, year: number, monthAt: number, dayAt: number) =>
    match && {
      date: calendarDay(match[year] ?? '', parseMonth(match[monthAt] ?? ''), match[dayAt] ?? ''),
      rest: plain.slice(0, match.index) + plain.slice(match.index + match[0].length),
    }
  return (
    toMatch(iso.exec(plain), 1, 2, 3) ??
    toMatch(dotted.exec(plain), 3, 2, 1) ??
    toMatch(dayFirst.exec(plain), 3, 2, 1) ??
    toMatch(monthFirst.exec(plain), 3, 1, 2) ??
    undefined
  )
}

function calendarDay(year: string, month_number: number, day_number: string): string | null {
  const date = `${year}-${String(month_number).padStart(2, '0')}-${day_number.padStart(2, '0')}`
  const instant = new Date(`${date}T00:00:00.000Z`)
  // A day that the calendar lacks is either no date at all, or rolls over into the next month.
  return Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(date) ? null : date
}
