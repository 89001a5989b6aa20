import type { ApiError } from '#client/api-error.ts'
import { words } from '#web/words/en.ts'

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
