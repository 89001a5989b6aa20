import type { ApiError } from '#client/api-error.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { contactImportText as text } from '#web/messages/en/contact-import.ts'
import { formatError } from '#web/ui/error-message.ts'

/** Why a request of an import failed, in the words of the page. */
export function formatRunError(name: EndpointName, error: ApiError): string {
  // Elsewhere these codes are about one contact.
  if (name !== 'POST /lists/:list_id/imports') return formatError(error)
  const refusals = new Map(Object.entries<string>(text.refusals))
  return error.details.flatMap(({ code }) => refusals.get(code) ?? [])[0] ?? formatError(error)
}

const fileProblems = new Set([
  'invalid_file',
  'consent_unclear',
  'date_order_unclear',
  'unknown_column',
])

/** Whether the service would refuse the same file again. */
export const isFileRefused = ({ details }: Pick<ApiError, 'details'>): boolean =>
  details.some(({ code }) => fileProblems.has(code))
