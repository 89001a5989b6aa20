import type { ApiError } from '#client/api-error.ts'
import { messages } from '#web/messages/en/app.ts'

const text = messages.app.errors

/** What a person is told about an error of the service, in plain words. */
export function formatError(error: ApiError): string {
  if (error.code === 'rate_limited' && error.retry_after)
    return text.rateLimitedFor(error.retry_after)
  const texts: Record<string, unknown> = text
  const message = texts[error.code]
  if (typeof message === 'string') return message
  if (error.status >= 500 || error.status === 0) return text.server
  // A refusal that was written for people, and the code for whoever they ask.
  return error.code === 'validation_error' || error.code === 'conflict'
    ? error.message
    : text.other(error.message, error.code)
}

/** Of a read, which changes nothing. */
export const formatLoadError = (error: ApiError) => `${formatError(error)} ${text.nothingChanged}`

interface SaveErrorOptions {
  /** How a refusal begins: "Not saved: reason", unless told otherwise. */
  formatReason?: (reason: string) => string
  /** Sent again it may make a second one: `run.canDuplicate`. */
  canDuplicate?: boolean
  /** What was typed is still there. */
  textKept?: boolean
}

/** Of a change. Where no answer tells whether it was made, nothing is claimed. */
export function formatSaveError(error: ApiError, change: SaveErrorOptions = {}): string {
  const { formatReason = messages.app.notSaved, canDuplicate, textKept } = change
  const sentences = error.isOutcomeUnknown
    ? [
        error.status === 0 ? text.outcomeUnknown : text.broken,
        canDuplicate ? text.checkBeforeRetry : text.retrySafe,
      ]
    : [formatReason(formatError(error))]
  return [...sentences, textKept && messages.app.textKept].filter(Boolean).join(' ')
}
