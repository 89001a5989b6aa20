import { parseMonth } from '#client/importers/core/parse-date.ts'

/** Which of two numbers in `05/06/2024` is the day; undefined when nothing in the file says it. */
export type SlashOrder = 'day-first' | 'month-first' | undefined

export interface FoundDate {
  /** `2024-05-06`; null when the calendar has no such day. */
  readonly date: string | null
  /** Of a month without a day it is the first day. */
  readonly isMonth: boolean
  readonly before: string
  readonly after: string
}

const month =
  '\\b(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?'
const day = '(\\d{1,2})(?:st|nd|rd|th)?'
const time =
  '(?:(?:T|,? at |,? )\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?: ?[ap]m\\b)?(?: ?(?:Z\\b|UTC\\b|GMT\\b|[+-]\\d{2}:?\\d{2}\\b))?)?'
const slash = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\d/])/

/** Each with the places of year, month and day among its groups; a day of 0 is missing. */
const forms = [
  {
    pattern: new RegExp(`\\b(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})(?!\\.?\\d)${time}`),
    order: [1, 3, 4],
  },
  { pattern: new RegExp(`\\b(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})\\b${time}`), order: [3, 2, 1] },
  {
    pattern: new RegExp(`\\b${day}(?: of)?[ -]${month},?[ -](\\d{4})\\b${time}`, 'i'),
    order: [3, 2, 1],
  },
  { pattern: new RegExp(`\\b${month} ${day},? (\\d{4})\\b${time}`, 'i'), order: [3, 1, 2] },
  { pattern: new RegExp(`\\b${month},? (\\d{4})\\b`, 'i'), order: [2, 1, 0] },
  { pattern: /\b((?:19|20)\d{2})-(0[1-9]|1[0-2])\b(?![-.\d])/, order: [1, 2, 0] },
] as const

/** The date in a text on one line, in the styles in which people write one. */
export function findDate(text: string, slashOrder?: SlashOrder): FoundDate | undefined {
  const plain = text.replace(/\b(?:mon|tue|wed|thu|fri|sat|sun)(?:[a-z]*day)?\.?,?\s+(?=\w)/i, '')
  const slashes = slashOrder && {
    pattern: slash,
    order: slashOrder === 'day-first' ? ([3, 2, 1] as const) : ([3, 1, 2] as const),
  }
  for (const { pattern, order } of slashes ? [...forms, slashes] : forms) {
    const match = pattern.exec(plain)
    if (!match) continue
    const [year, monthText, dayText] = order.map((at) => (at === 0 ? undefined : match[at]))
    return {
      date: toCalendarDay(year ?? '', parseMonth(monthText), dayText ?? '1'),
      isMonth: dayText === undefined,
      before: plain.slice(0, match.index),
      after: plain.slice(match.index + match[0].length),
    }
  }
  return undefined
}

/** The order that all dates with slashes have when one of them has a number that is no month. */
export function findSlashOrder(texts: readonly string[]): SlashOrder {
  const dates = texts.flatMap((text) => {
    const match = slash.exec(text)
    return match ? [{ first: Number(match[1]), second: Number(match[2]) }] : []
  })
  const isDayFirst = dates.some(({ first }) => first > 12)
  const isMonthFirst = dates.some(({ second }) => second > 12)
  if (isDayFirst === isMonthFirst) return undefined
  return isDayFirst ? 'day-first' : 'month-first'
}

export const hasSlashDate = (text: string): boolean => slash.test(text)

/** The day that a calendar version names: `20240506`, `v2024.05.06.1`. `2024.5.1` may as well be the first of May's. */
export function dateOfVersion(version: string): string | undefined {
  const match = /^v?((?:19|20)\d{2})(\.?)(\d{2})\2(\d{2})(?!\d)/i.exec(version)
  return match
    ? (toCalendarDay(match[1] ?? '', Number(match[3]), match[4] ?? '') ?? undefined)
    : undefined
}

function toCalendarDay(year: string, monthNumber: number, dayText: string): string | null {
  const date = `${year}-${String(monthNumber).padStart(2, '0')}-${dayText.padStart(2, '0')}`
  const instant = new Date(`${date}T00:00:00.000Z`)
  // A day that the calendar lacks is either no date at all, or rolls over into the next month.
  return Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(date) ? null : date
}

/** What is said beside the date of a release. */
const releaseWords =
  /^(?:(?:initial|first|public|stable|official)? ?releas(?:ed?|ing)(?:[ -]date| day)?|date|published|publication date|shipped|available|out)?[ :,]*(?:on|at|in|of|dated)?[ :,]*(?:the)?$/i

export const isReleasePhrase = (text: string): boolean => releaseWords.test(text)

/** What the line below the heading of a version says, as `> 20 January 2021` or `Release date: TBD`. */
export function parseReleaseLine(
  line: string,
  slashOrder?: SlashOrder,
): FoundDate | 'unreleased' | undefined {
  const text = line
    .replace(/<[^>]*>/g, '')
    .replace(/[*_`]|[\u{1f4c5}\u{1f4c6}\u{1f5d3}]\ufe0f?/gu, '')
    .replace(/^[\s>#:[({–—-]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
  const found = findDate(text, slashOrder)
  if (!found) {
    const state = text.replace(/^(?:release(?:d| date)?|date|status|published)\s*[:–—-]?\s*/i, '')
    const isState = state !== text || !/^\s*(?:[-*+]|#+) /.test(line)
    return isUnreleasedPhrase(trimEnds(state), { dated: !isState }) ? 'unreleased' : undefined
  }
  const before = found.before.trim()
  const isRelease =
    releaseWords.test(before) || /^releas(?:ed?|ing) by\b[^.]{0,60} on$/i.test(before)
  if (!isRelease) return isUnreleasedPhrase(before, { dated: true }) ? 'unreleased' : undefined
  const after = trimEnds(found.after)
  const isWhole = after === '' || releaseWords.test(after) || /^by\b/i.test(after)
  // After a word such as Released anything may follow the date.
  return before !== '' || isWhole ? found : undefined
}

const trimEnds = (text: string) => text.replace(/^[\s.,;:!)\]}–—-]+|[\s.,;:!)\]}–—-]+$/g, '')

/** Words that always mean this. */
const unreleased =
  /\bunreleased\b|\b(?:not|un)[- ]?(?:yet )?(?:released|published)\b|\bto be (?:released|announced|determined|decided|defined)\b|\btb[ad]\b/i

/** Words that mean this unless they are about something else, as `fixed in development mode`. */
const inProgress = /\b(?:(?:in|under) (?:active )?development|work in progress|coming soon)\b/i
const fillers =
  /\b(?:still|currently|now|not|yet|the|this|is|version|release|date)\b|[\s.,:;!–—-]/gi

/** Words that mean this when they are all that is said beside the number. */
const unreleasedAlone =
  /^(?:the )?(?:(?:next|upcoming|future|development|dev|in[- ]progress|planned|pending)(?: (?:major|minor|patch|public))?(?: (?:release|version|branch|build|changes))?|in (?:progress|preparation|the works)|wip|draft|soon|scheduled|expected|head|master|main|trunk|develop|edge|snapshot|nightly|date|release date|tbc|n\/?a|\?+)$/i

const datePlaceholder =
  /(?<![\w?])(?:\d{4}|\d{2}[x?]{2}|[yx]{4}|\?{4})[-/.](?:mm|xx|\?\?|\d{2})[-/.](?:dd|xx|\?\?|\d{2})(?![\w?])/i

/** `planned for May 2027`, but not `due to a bug`. */
const planned =
  /^(?:to be )?(?:releas\w+ )?(?:is |date )?(?:expected|planned|scheduled|due|targeted|estimated|eta|target(?: date)?)(?:[ :]+(?:for|in|on|by|at|release|q?\d|early|mid|late|spring|summer|autumn|fall|winter|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)\b|[ :]*$)/i

/** Whether a part of a heading, or the line below it, says that the version is not released. */
export function isUnreleasedPhrase(text: string, { dated = false } = {}): boolean {
  const phrase = text.trim()
  if (phrase === '') return false
  const placeholder = datePlaceholder.exec(phrase)?.[0] ?? ''
  if (/[a-z?]/i.test(placeholder)) return true
  if (unreleased.test(phrase) && phrase.split(' ').length <= 6) return true
  if (planned.test(phrase)) return true
  if (inProgress.test(phrase) && phrase.replace(inProgress, '').replace(fillers, '') === '')
    return true
  return !dated && unreleasedAlone.test(phrase)
}
