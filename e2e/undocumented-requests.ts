import type { Response } from '@playwright/test'

import { documentRows } from '#contract/document-rows.ts'
import { parseRequestLine } from '#contract/request-line.ts'
import { serviceUrl } from './service.ts'

const known = documentRows.map(([name]) => {
  const { method, path } = parseRequestLine(name)
  return new RegExp(`^${method} /v1${path.replace(/:\w+/g, '[^/]+')}$`)
})

/** T101: what a page asked a service of the public document for, and the document does not have. */
export function beyondDocument(response: Response): string | undefined {
  const { origin, pathname } = new URL(response.url())
  if (origin !== serviceUrl() || !pathname.startsWith('/v1/')) return undefined
  // Answers that a test made up have no id of the service.
  if (!response.headers()['x-request-id']) return undefined
  const line = `${response.request().method()} ${pathname}`
  // Asking who one is is how a page finds out.
  const isKnown = line === 'GET /v1/me' || known.some((one) => one.test(line))
  // The service refuses every parameter, field and header that the document does not name.
  return isKnown && response.status() !== 422
    ? undefined
    : `${line} was answered ${response.status()}`
}
