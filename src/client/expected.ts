import type { EndpointName } from '#contract/endpoints.ts'
import { parseRequestLine } from '#contract/request-line.ts'
import { ApiError } from './api-error.ts'
import { isRecord } from './is-record.ts'

// These answer with one thing, and nothing in their address says so.
const single = new Set(['/workspace', '/openapi.json', '/campaigns/:campaign_id/report'])

/**
 * Refuses what cannot be the answer to a read at all: a page without its list, a thing asked for by id without an id. What
 * else is missing or unknown is the reader's to bear.
 */
export function expectAnswer(name: EndpointName, answer: unknown, response: Response): void {
  const { method, path } = parseRequestLine(name)
  if (method !== 'GET' || single.has(path)) return
  const isThing = path === '/me' || /\/:\w+$/.test(path)
  if (path === '/me' ? isIdentity(answer) : isThing ? hasId(answer) : isPage(answer)) return
  throw new ApiError({
    code: 'internal_error',
    status: response.status,
    message: `The service answered with something else than ${isThing ? 'what was asked for' : 'a list'}.`,
    request_id: response.headers.get('x-request-id') ?? undefined,
  })
}

const hasId = (answer: unknown): boolean => isRecord(answer) && typeof answer['id'] === 'string'

const isIdentity = (answer: unknown): boolean =>
  isRecord(answer) && isRecord(answer['key']) && hasId(answer['workspace'])

const isPage = (answer: unknown): boolean =>
  isRecord(answer) && Array.isArray(answer['data']) && answer['data'].every(isRecord)
