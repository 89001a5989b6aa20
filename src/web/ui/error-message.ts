import type { ApiError } from '#client/api-error.ts'
import { messages } from '#web/messages/en/app.ts'

const text = messages.app.errors

/** An error of the server in plain words. */
export function formatError(error: ApiError): string {
  if (error.code === 'rate_limited' && error.retry_after)
    return text.rateLimitedFor(error.retry_after)
  if (error.isDiskFull) return text.diskFull
  const texts: Record<string, unknown> = text
  const message = texts[error.code]
  if (typeof message === 'string') return message
  if (error.status >= 500 || error.status === 0) return text.server
  // Messages of these two are written for people; other codes help support.
  return error.code === 'validation_error' || error.code === 'conflict'
    ? error.message
    : text.other(error.message, error.code)
}

export const formatLoadError = (error: ApiError) =>
  error.code === 'unreachable' ? `${text.unreachable} ${text.checkConnection}` : formatError(error)

interface SaveErrorOptions {
  /** "Not saved: reason" by default. */
  formatReason?: (reason: string) => string
  /** A retry may create a duplicate: `run.canDuplicate`. */
  canDuplicate?: boolean
  /** The form still contains the text. */
  textKept?: boolean
}

/** Says "not saved" only if the server rejected the change; without a response the outcome is unknown. */
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
