import { isBackdated } from '#contract/feedback/changelog.rules.ts'
import { addDays } from '#contract/plain-date.rules.ts'
import { type DateTimeChoice, zonedDateTime } from '#contract/zoned-time.rules.ts'
import { isSameList } from './entry.rules.ts'

/** An entry as it is edited. */
export interface EntryContent {
  readonly title: string
  readonly body: string
  readonly label_ids: readonly string[]
  readonly post_ids: readonly string[]
}

type IssueKind = 'title' | 'body' | 'label' | 'link' | 'image'

/** Something to look at before publishing. */
export interface Issue {
  readonly kind: IssueKind
  readonly count: number
  /** The entry cannot be published with it. */
  readonly isBlocking: boolean
}

/** What readers would stumble over. Only a missing title or text prevents publishing. */
export function findIssues(content: EntryContent, { hasLabels }: { hasLabels: boolean }): Issue[] {
  const { links, images } = countGaps(content.body)
  const isWithoutLabel = hasLabels && content.label_ids.length === 0
  const issues: Issue[] = [
    { kind: 'title', count: Number(content.title.trim() === ''), isBlocking: true },
    { kind: 'body', count: Number(content.body.trim() === ''), isBlocking: true },
    { kind: 'label', count: Number(isWithoutLabel), isBlocking: false },
    { kind: 'link', count: links, isBlocking: false },
    { kind: 'image', count: images, isBlocking: false },
  ]
  return issues.filter(({ count }) => count > 0)
}

// Bounded, so that no text takes longer than linear time.
const linkPattern = /(!?)\[([^[\]\n]{0,500})\]\(([^()\n]{0,2000})\)/g
const emptyAddress = /^(?:<>|#|https?:\/\/)?$/

/** Links without an address and images without a description. */
function countGaps(body: string): { links: number; images: number } {
  let [links, images] = [0, 0]
  for (const [, mark, words = '', target = ''] of withoutCode(body).matchAll(linkPattern)) {
    const [address = ''] = target.trim().split(/\s/, 1)
    if (emptyAddress.test(address)) links += 1
    if (mark && words.trim() === '') images += 1
  }
  return { links, images }
}

/** Without fenced blocks and code spans, in which a link is none. */
function withoutCode(body: string): string {
  let fence = ''
  const lines = body.split('\n').filter((line) => {
    const [, mark = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
    if (fence === '') {
      fence = mark
      return mark === ''
    }
    if (mark.startsWith(fence)) fence = ''
    return false
  })
  return lines.join('\n').replaceAll(/`[^`\n]*`/g, '')
}

/** Who gets an email when an entry is published. */
export type Audience =
  | { readonly kind: 'nobody'; readonly reason: 'off' | 'backdated' | 'announced' | 'none' }
  /** The count is absent where the server gives none, and an upper limit where it also counts unconfirmed addresses. */
  | {
      readonly kind: 'subscribers'
      readonly count: number | undefined
      readonly isAtMost: boolean
    }

interface AudienceInput {
  readonly notify: boolean
  /** They got one before it was taken back. */
  readonly isAnnounced: boolean
  readonly at: Date
  readonly now: Date
  readonly subscribers: { readonly count: number; readonly isAtMost: boolean } | undefined
}

export function audienceOf(input: AudienceInput): Audience {
  const { notify, isAnnounced, at, now, subscribers } = input
  if (isBackdated(at.toISOString(), now)) return { kind: 'nobody', reason: 'backdated' }
  if (isAnnounced) return { kind: 'nobody', reason: 'announced' }
  if (!notify) return { kind: 'nobody', reason: 'off' }
  if (subscribers?.count === 0) return { kind: 'nobody', reason: 'none' }
  return {
    kind: 'subscribers',
    count: subscribers?.count,
    isAtMost: subscribers?.isAtMost ?? false,
  }
}

/** Where many readers are. */
const readerZones = ['America/New_York', 'Europe/London', 'Asia/Tokyo']

/** A zone whose clocks show another time at that moment: that of the person if it differs, else one of readers. */
export function readerZone(at: Date, timeZone: string, ownZone: string) {
  if (at.getUTCFullYear() > 9998) return undefined // others may be in a year of five digits
  const clock = (zone: string) => Object.values(zonedDateTime(at, zone)).join(' ')
  const zone = [ownZone, ...readerZones].find((one) => clock(one) !== clock(timeZone))
  if (zone === undefined) return undefined
  const { date, time } = zonedDateTime(at, zone)
  const isOtherDay = date !== zonedDateTime(at, timeZone).date
  return { zone, date, time, isOtherDay, isOwn: zone === ownZone }
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** "in 6 days" or "3 hours ago". From a day on it counts midnights of the zone. */
export function formatDistance(at: Date, now: Date, timeZone: string, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const apart = at.getTime() - now.getTime()
  if (Math.abs(apart) < HOUR) return format.format(Math.trunc(apart / MINUTE), 'minute')
  if (Math.abs(apart) < DAY) return format.format(Math.trunc(apart / HOUR), 'hour')
  const day = (moment: Date) => Date.parse(zonedDateTime(moment, timeZone).date)
  const days = Math.round((day(at) - day(now)) / DAY)
  if (Math.abs(days) < 60) return format.format(days, 'day')
  if (Math.abs(days) < 730) return format.format(Math.trunc(days / 30.44), 'month')
  return format.format(Math.trunc(days / 365.2425), 'year')
}

/** The planned time, otherwise nine o’clock of tomorrow. */
export function proposePublishTime(
  publish_at: string | null | undefined,
  now: Date,
  timeZone: string,
): DateTimeChoice {
  const choice = publish_at
    ? zonedDateTime(new Date(publish_at), timeZone)
    : { date: addDays(zonedDateTime(now, timeZone).date, 1), time: '09:00' }
  return { ...choice, timeZone, isSecond: false }
}

interface ChangedLine {
  readonly kind: 'added' | 'removed'
  readonly text: string
}

/** What differs between the saved entry and the one on the screen. */
export interface ContentChanges {
  readonly fields: readonly ('title' | 'labels' | 'posts')[]
  readonly lines: readonly ChangedLine[]
}

export function contentChanges(saved: EntryContent, current: EntryContent): ContentChanges {
  const fields = [
    ...(saved.title === current.title ? [] : (['title'] as const)),
    ...(isSameList(saved.label_ids, current.label_ids) ? [] : (['labels'] as const)),
    ...(isSameList(saved.post_ids, current.post_ids) ? [] : (['posts'] as const)),
  ]
  return { fields, lines: diffLines(saved.body.split('\n'), current.body.split('\n')) }
}

export const hasChanges = ({ fields, lines }: ContentChanges) =>
  fields.length > 0 || lines.length > 0

// The table of the longest common subsequence takes the product of both lengths.
const MAX_CELLS = 1_000_000

/** The lines that were removed and added, in order. */
function diffLines(before: readonly string[], after: readonly string[]): ChangedLine[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++
  const removed = before.slice(start, before.length - end)
  const added = after.slice(start, after.length - end)
  if (removed.length * added.length > MAX_CELLS)
    return [...removed.map(asRemoved), ...added.map(asAdded)]
  return walk(removed, added, commonLengths(removed, added))
}

const asRemoved = (text: string): ChangedLine => ({ kind: 'removed', text })
const asAdded = (text: string): ChangedLine => ({ kind: 'added', text })

/** How many lines the rest of both texts has in common, from each pair of lines on. */
function commonLengths(before: readonly string[], after: readonly string[]) {
  const width = after.length + 1
  const table = new Uint32Array((before.length + 1) * width)
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      table[row * width + column] =
        before[row] === after[column]
          ? (table[(row + 1) * width + column + 1] ?? 0) + 1
          : Math.max(table[(row + 1) * width + column] ?? 0, table[row * width + column + 1] ?? 0)
  return (row: number, column: number) => table[row * width + column] ?? 0
}

function walk(
  before: readonly string[],
  after: readonly string[],
  common: (row: number, column: number) => number,
): ChangedLine[] {
  const lines: ChangedLine[] = []
  let [row, column] = [0, 0]
  while (row < before.length || column < after.length) {
    const [old, next] = [before[row], after[column]]
    if (old !== undefined && old === next) {
      row++
      column++
    } else if (
      old !== undefined &&
      (next === undefined || common(row + 1, column) >= common(row, column + 1))
    ) {
      lines.push(asRemoved(old))
      row++
    } else {
      lines.push(asAdded(next ?? ''))
      column++
    }
  }
  return lines
}
