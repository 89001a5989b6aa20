const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** The wait before each attempt, from the end of the previous one. Documented for receivers. */
const delays = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

const maxJitter = 0.1

interface FailedAttempt {
  /** Attempts so far, including this one. */
  readonly tries: number
  readonly failed_at: Date
  /** The header of the response. */
  readonly retryAfter: string | undefined
  /** Null without a response. */
  readonly http_status: number | null
  /** From 0 to 1, such as `Math.random`. */
  readonly random: () => number
}

/** Returns null after the last attempt. */
export function nextAttemptAt(attempt: FailedAttempt): Date | null {
  const { tries, failed_at, retryAfter, http_status, random } = attempt
  const delay = delays[tries]
  if (delay === undefined) return null
  // Spreads the attempts of an endpoint that failed many at once.
  const scheduled = delay * (1 + maxJitter * (2 * random() - 1))
  const requested = http_status === 429 || http_status === 503 ? parse(retryAfter, failed_at) : 0
  return new Date(Math.round(failed_at.getTime() + Math.max(scheduled, Math.min(requested, day))))
}

/** The milliseconds that a `Retry-After` asks for; 0 for one that RFC 9110 does not allow. */
function parse(retryAfter: string | undefined, now: Date): number {
  const text = retryAfter?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * second
  // Only the three date formats of HTTP start with a weekday; `Date.parse` accepts almost anything.
  if (!/^(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?,? /.test(text)) return 0
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(time) ? 0 : time - now.getTime()
}
