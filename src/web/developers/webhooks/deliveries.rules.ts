import type { Delivery, DeliveryDetails } from '#contract/developers/webhook-resources.ts'
import { deliveriesText as text } from '#web/messages/en/deliveries.ts'
import { periodOf, valuesOf } from '#web/session/realtime/live-filter.rules.ts'
import { describeOutcome, type Outcome } from './webhook-words.rules.ts'

const statuses = ['pending', 'succeeded', 'failed', 'skipped'] as const

/** Of the URL; what no server understands is omitted. */
export function parseDeliveryFilter(url: URLSearchParams) {
  const status = valuesOf(url, 'status')
  return {
    status: statuses.filter((one) => status.includes(one)),
    kind: valuesOf(url, 'kind').filter((one) => /^[a-z_]+\.[a-z_]+$/.test(one)),
    since: periodOf(url, text.since.options),
  }
}

/** Beside its number and its time the status of a response says enough. */
export const formatAttempt = (outcome: Outcome): string =>
  outcome.http_status === null ? describeOutcome(outcome).label : String(outcome.http_status)

/** The result of a delivery so far. */
export function formatResult({
  status,
  attempt_count,
  next_attempt_at,
  last_attempt,
}: Pick<Delivery, 'status' | 'attempt_count' | 'next_attempt_at' | 'last_attempt'>): string {
  if (status === 'skipped') return text.results.skipped
  if (status === 'succeeded')
    return describeOutcome({ error: null, http_status: last_attempt?.http_status ?? 200 }).label
  if (status === 'failed')
    return describeOutcome(last_attempt ?? { error: null, http_status: null }).label
  if (next_attempt_at === null) return text.results.sending
  return attempt_count === 0 ? text.results.waiting : text.results.retrying
}

type DeliveryAttempt = DeliveryDetails['attempts'][number]

/** What an attempt without success met, as a sentence; undefined where its status says it. */
export function explainAttempt(attempt: DeliveryAttempt): string | undefined {
  const { error, http_status, response_headers } = attempt
  if (error !== null && Object.hasOwn(text.errorMeanings, error)) return text.errorMeanings[error]
  const target = response_headers?.['location']
  const isRedirect = http_status !== null && http_status >= 300 && http_status < 400
  return isRedirect && target ? text.redirect(target) : undefined
}

/** The receiver has 10 seconds. */
export const isSlow = (milliseconds: number) => milliseconds > 8000

/** "in 48 s" or "in 14 min". */
export function formatWait(at: Date, now: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000)
  if (seconds <= 0) return text.wait.now
  if (seconds < 60) return text.wait.seconds(seconds)
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? text.wait.minutes(minutes) : text.wait.hours(Math.round(minutes / 60))
}
