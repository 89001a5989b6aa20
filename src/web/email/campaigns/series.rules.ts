/** A bucket of the time series; buckets without opens and clicks are omitted. */
interface Bucket {
  readonly at: string
  readonly opens_total: number
  readonly clicks_total: number
}

interface SeriesSpan {
  /** Its start, in milliseconds. */
  readonly at: number
  readonly isDay: boolean
  readonly opens: number
  readonly clicks: number
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const HOURS = 48

/** Hour by hour for two days after sending, then day by day, up to the last bucket. */
export function seriesSpans(
  buckets: readonly Bucket[],
  sent_at: string | null | undefined,
): SeriesSpan[] {
  const times = buckets.map(({ at }) => Date.parse(at)).filter(Number.isFinite)
  const [first, last] = [Math.min(...times), Math.max(...times)]
  if (times.length === 0) return []
  const sent = sent_at ? Date.parse(sent_at) : first
  const start = Math.floor(Math.min(sent, first) / HOUR) * HOUR
  const indexOf = (at: number) => {
    const hour = Math.floor((at - start) / HOUR)
    return hour < HOURS ? hour : HOURS + Math.floor((at - start - HOURS * HOUR) / DAY)
  }
  const spans = Array.from({ length: indexOf(last) + 1 }, (_, index) => {
    const isDay = index >= HOURS
    const at = isDay ? start + HOURS * HOUR + (index - HOURS) * DAY : start + index * HOUR
    return { at, isDay, opens: 0, clicks: 0 }
  })
  for (const { at, opens_total, clicks_total } of buckets) {
    const span = spans[indexOf(Date.parse(at))]
    if (!span) continue
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
