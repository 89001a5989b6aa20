import type { EndpointName } from '#contract/endpoints.ts'
import { parseRequestLine } from '#contract/request-line.ts'
import { ApiError } from './api-error.ts'

// These answer with one thing, and nothing in their address says so.
const single = new Set(['/me', '/workspace', '/openapi.json', '/campaigns/:campaign_id/report'])

/**
 * Refuses what cannot be the answer to a read at all: a page without its list, a thing asked for by id without an id. What
 * else is missing or unknown is the reader's to bear.
 */
export function expectAnswer(name: EndpointName, answer: unknown, response: Response): void {
  const { method, path } = parseRequestLine(name)
  if (method !== 'GET' || single.has(path)) return
  const isThing = /\/:\w+$/.test(path)
  const fits = isThing ? isRecord(answer) && typeof answer['id'] === 'string' : isPage(answer)
  if (fits) return
  throw new ApiError({
    code: 'internal_error',
    status: response.status,
    message: `The service answered with something else than ${isThing ? 'what was asked for' : 'a list'}.`,
    request_id: response.headers.get('x-request-id') ?? undefined,
  })
}

const isPage = (answer: unknown): boolean =>
  isRecord(answer) && Array.isArray(answer['data']) && answer['data'].every(isRecord)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
