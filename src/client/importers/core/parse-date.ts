import { instantOf } from './instant.ts'
import { instantIn } from './local-time.ts'

/** A moment as a table writes it. `zoned` says whether the text itself named its offset. */
export interface WrittenTime {
  readonly instant: string
  readonly zoned: boolean
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const clock = String.raw`(?:[ ,T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap]m)?)?`
const styles = [
  // 2021-04-26 12:25:00
  { pattern: new RegExp(`^(\\d{4})-(\\d{1,2})-(\\d{1,2})${clock}$`, 'i'), order: [0, 1, 2] },
  // Mon, Apr 26, 2021 12:25 pm
  {
    pattern: new RegExp(`^(?:[a-z]+,? )?([a-z]{3,9})\\.? (\\d{1,2}),? (\\d{4})${clock}$`, 'i'),
    order: [2, 0, 1],
  },
  // 4/30/21 6:04: the month first, as Mailchimp writes
  { pattern: new RegExp(`^(\\d{1,2})/(\\d{1,2})/(\\d{2}|\\d{4})${clock}$`, 'i'), order: [2, 0, 1] },
] as const

/** Reads a date with or without its time. Without an offset it is what clocks of `time_zone` showed. */
export function writtenTime(text: string, time_zone: string): WrittenTime | undefined {
  const written = text.trim().replace(/\s+/g, ' ')
  const zoned = instantOf(written.replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, '$1T'))
  if (zoned !== undefined) return { instant: zoned, zoned: true }
  for (const { pattern, order } of styles) {
    const found = pattern.exec(written)
    if (!found) continue
    const [year, month, day] = order.map((at) => found[at + 1] ?? '')
    const wall = wallOf([yearOf(year), monthOf(month), Number(day)], found.slice(4))
    if (wall === undefined) return undefined
    return { instant: new Date(instantIn(time_zone, wall)).toISOString(), zoned: false }
  }
  return undefined
}

type Cells = readonly (string | undefined)[]

/** What clocks showed, as if it were UTC; undefined when no calendar or clock shows it. */
function wallOf([year, month, day]: [number, number, number], cells: Cells): number | undefined {
  const [hour, minute, second] = [number(cells[0]), number(cells[1]), number(cells[2])]
  const half = cells[3]?.toLowerCase()
  if (half && (hour < 1 || hour > 12)) return undefined
  const hours = half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0)
  const wall = new Date(Date.UTC(year, month - 1, day, hours, minute, second))
  // Date rolls over what is not on the calendar.
  const same = wall.getUTCMonth() === month - 1 && wall.getUTCDate() === day
  return same && hours < 24 && minute < 60 && second < 60 ? wall.getTime() : undefined
}

const number = (cell: string | undefined) => Number(cell ?? 0)

const monthOf = (text = '') =>
  /^\d+$/.test(text) ? Number(text) : months.indexOf(text.slice(0, 3).toLowerCase()) + 1

/** Two digits are of the hundred years around 2018. */
const yearOf = (text = '') =>
  text.length === 2 ? Number(text) + (Number(text) < 69 ? 2000 : 1900) : Number(text)
