import type { Webhook } from '#client/resources.ts'
import type { AttemptError } from '#contract/developers/webhook-resources.ts'
import { webhooksText as text } from '#web/messages/en/webhooks.ts'
import { formatNumber } from '#web/ui/format.ts'

/** Host and path. What follows may be a secret, and of a chat the path is one. */
export function formatAddress({ url, format }: Pick<Webhook, 'url' | 'format'>): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed) return url
  if (format !== 'standard') return `${parsed.host}/…`
  return `${parsed.host}${parsed.pathname === '/' ? '' : parsed.pathname}`
}

/** How many kinds are named. */
const NAMED = 2

/** "Everything", or the first kinds and how many more. */
export function formatKinds(events: readonly string[]): string {
  if (events.includes('*')) {
    const others = events.length - 1
    return others > 0 ? `${text.everything} ${text.more(others)}` : text.everything
  }
  const rest = events.length - NAMED
  const names = events.slice(0, rest === 1 ? NAMED + 1 : NAMED).join(', ')
  return rest > 1 ? `${names} ${text.more(rest)}` : names
}

/** Why a webhook is off; undefined while it is on. */
export const disabledReasonOf = ({ enabled, disabled_reason }: Webhook) =>
  enabled ? undefined : (disabled_reason ?? 'manual')

export interface Outcome {
  readonly http_status: number | null
  readonly error: AttemptError | null
}

interface OutcomeWords {
  readonly status: 'succeeded' | 'failed' | 'skipped'
  readonly label: string
}

/** A value of a newer server is readable, too. */
const errorLabel = (error: string) =>
  Object.hasOwn(text.errors, error)
    ? text.errors[error as AttemptError] // an own key
    : text.results.other

/** What came of an attempt. One that was interrupted is repeated and does not count. */
export function describeOutcome({ http_status, error }: Outcome): OutcomeWords {
  if (http_status === null)
    return {
      status: error === 'interrupted' ? 'skipped' : 'failed',
      label: errorLabel(error ?? ''),
    }
  if (http_status >= 200 && http_status < 300)
    return { status: 'succeeded', label: text.results.succeeded(http_status) }
  return { status: 'failed', label: text.results.failed(http_status) }
}

/** "212 ms" or "10.0 s". */
export function formatDuration(milliseconds: number): string {
  const { duration } = text
  if (milliseconds < 1000) return duration.milliseconds(formatNumber(Math.round(milliseconds)))
  return duration.seconds((milliseconds / 1000).toFixed(1))
}
