import type { Response } from '@playwright/test'

import { publicRows } from '#contract/public-api-rows.ts'
import { parseRequestLine } from '#contract/request-line.ts'
import { serviceUrl } from './service.ts'

const documentedPatterns = publicRows.map(([name]) => {
  const { method, path } = parseRequestLine(name)
  return new RegExp(`^${method} /v1${path.replace(/:\w+/g, '[^/]+')}$`)
})

/** T101: a request from a page that the public API does not contain. */
export function findUndocumentedRequest(response: Response): string | undefined {
  const { origin, pathname } = new URL(response.url())
  if (origin !== serviceUrl() || !pathname.startsWith('/v1/')) return undefined
  // Responses faked by a test have no request id.
  if (!response.headers()['x-request-id']) return undefined
  const line = `${response.request().method()} ${pathname}`
  // `GET /v1/me` is how a page detects the profile.
  const isDocumented = line === 'GET /v1/me' || documentedPatterns.some((one) => one.test(line))
  // The public profile rejects every parameter, field and header outside the public API.
  return isDocumented && response.status() !== 422
    ? undefined
    : `${line} returned ${response.status()}`
}
