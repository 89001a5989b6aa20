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
