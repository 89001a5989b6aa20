import { addDays } from '#contract/plain-date.rules.ts'
import { startOfDay, zonedDateTime } from '#contract/zoned-time.rules.ts'

/** A bucket of the time series; buckets without opens and clicks are omitted. */
interface Bucket {
  readonly at: string
  readonly opens_total: number
  readonly clicks_total: number
}

export interface SeriesSpan {
  /** Its start and its end, in milliseconds. */
  readonly at: number
  readonly end: number
  /** When it was sent, of a day that is only counted from then. */
  readonly from?: number
  readonly opens: number
  readonly clicks: number
}

const HOUR = 3_600_000
const HOURS = 48

/** The clock hour of the sending, or of an earlier bucket, and that of the last bucket. */
function hourRange(buckets: readonly Bucket[], sent_at: string | null | undefined) {
  const times = buckets.map(({ at }) => Date.parse(at)).filter(Number.isFinite)
  if (times.length === 0) return undefined
  const first = Math.min(...times)
  const sent = sent_at ? Date.parse(sent_at) : first
  return { start: Math.floor(Math.min(sent, first) / HOUR) * HOUR, last: Math.max(...times) }
}

/** Hour by hour for two days after sending, or up to the last bucket if that is earlier. */
export function hourSpans(
  buckets: readonly Bucket[],
  sent_at: string | null | undefined,
): SeriesSpan[] {
  const range = hourRange(buckets, sent_at)
  if (!range) return []
  const count = Math.min(HOURS, Math.floor((range.last - range.start) / HOUR) + 1)
  const starts = Array.from({ length: count + 1 }, (_, index) => range.start + index * HOUR)
  return sumSpans(buckets, starts)
}

/** Calendar days of a zone, from that of the sending to that of the last bucket. */
export function daySpans(
  buckets: readonly Bucket[],
  sent_at: string | null | undefined,
  timeZone: string,
): SeriesSpan[] {
  const range = hourRange(buckets, sent_at)
  if (!range) return []
  const dayOf = (at: number) => zonedDateTime(new Date(at), timeZone).date
  const last = dayOf(range.last)
  const starts: number[] = []
  for (let date = dayOf(range.start); starts.length === 0 || date <= last; date = addDays(date, 1))
    starts.push(startOfDay(date, timeZone).getTime())
  starts.push(startOfDay(addDays(last, 1), timeZone).getTime())
  return sumSpans(buckets, starts).map((span, index) =>
    index === 0 && range.start > span.at ? { ...span, from: range.start } : span,
  )
}

/** The sums between each start and the next. A bucket of an hour belongs where it starts, also at half past. */
function sumSpans(buckets: readonly Bucket[], starts: readonly number[]): SeriesSpan[] {
  const spans = starts
    .slice(0, -1)
    .map((at, index) => ({ at, end: starts[index + 1] ?? at, opens: 0, clicks: 0 }))
  for (const { at, opens_total, clicks_total } of buckets) {
    const time = Date.parse(at)
    const span = spans.findLast((one) => one.at <= time)
    if (!span || time >= span.end) continue
    span.opens += opens_total
    span.clicks += clicks_total
  }
  return spans
}

/**
 * The hours since the clock hour of the sending that have passed, two days at most, a quiet hour as zero. The hour that
 * still runs is left out beside others, or each new campaign would end in a drop. None without a time series, or
 * without the time of sending: lines from different starts cannot be compared.
 */
export function hoursAfterSending(
  buckets: readonly Bucket[],
  { sent_at }: { readonly sent_at?: string | null | undefined },
  now: number,
): readonly { readonly opens: number; readonly clicks: number }[] {
  if (!sent_at || buckets.length === 0) return []
  const start = Math.floor(Date.parse(sent_at) / HOUR) * HOUR
  const count = Math.min(HOURS, Math.max(1, Math.floor((now - start) / HOUR)))
  const hours = Array.from({ length: count }, () => ({ opens: 0, clicks: 0 }))
  for (const { at, opens_total, clicks_total } of buckets) {
    const hour = hours[Math.floor((Date.parse(at) - start) / HOUR)]
    if (!hour) continue
    hour.opens += opens_total
    hour.clicks += clicks_total
  }
  return hours
}
