import type { ApiError } from '#client/api-error.ts'
import { words } from '#web/messages/en/app.ts'

const said = words.app.errors

/** What a person is told about an error of the service, in plain words. */
export function errorText(error: ApiError): string {
  if (error.code === 'rate_limited' && error.retry_after) return said.slowDown(error.retry_after)
  const texts: Record<string, unknown> = said
  const known = texts[error.code]
  if (typeof known === 'string') return known
  if (error.status >= 500 || error.status === 0) return said.server
  // A refusal that was written for people, and the code for whoever they ask.
  return error.code === 'validation_error' || error.code === 'conflict'
    ? error.message
    : said.other(error.message, error.code)
}

/** Of a read, which changes nothing. */
export const failedLoadText = (error: ApiError) => `${errorText(error)} ${said.nothingChanged}`

interface FailedChange {
  /** How a refusal begins: "Not saved: reason", unless told otherwise. */
  say?: (reason: string) => string
  /** Sent again it may make a second one: `run.mayDouble`. */
  mayDouble?: boolean
  /** What was typed is still there. */
  textKept?: boolean
}

/** Of a change. Where no answer tells whether it was made, nothing is claimed. */
export function notSavedText(error: ApiError, change: FailedChange = {}): string {
  const { say = words.app.notSaved, mayDouble, textKept } = change
  const sentences = error.isLost
    ? [error.status === 0 ? said.lost : said.broken, mayDouble ? said.lookFirst : said.again]
    : [say(errorText(error))]
  return [...sentences, textKept && words.app.textKept].filter(Boolean).join(' ')
}
