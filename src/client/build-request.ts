import { parseRequestLine } from '#contract/request-line.ts'
import type { Method } from '#contract/request-line.ts'
import { ApiError } from './api-error.ts'

/** `path` is relative to the API URL and includes the query. */
export interface ApiRequest {
  readonly method: Method
  readonly path: string
  readonly body: string | undefined
}

/** Fields named in the path go into the path; the rest is the query of a GET or DELETE and the body of anything else. */
export function buildRequest(name: string, input: object): ApiRequest {
  const { method, path, params, sendsBody } = parseRequestLine(name)
  const fields = new Map<string, unknown>(Object.entries(input))
  const filledPath = path.replace(/:(\w+)/g, (_, param: string) =>
    encodeSegment(param, fields.get(param)),
  )
  for (const param of params) fields.delete(param)
  if (sendsBody)
    return { method, path: filledPath, body: JSON.stringify(Object.fromEntries(fields)) }

  const query = new URLSearchParams()
  for (const [field, value] of fields) {
    if (value !== undefined && value !== null) query.set(field, String(value))
  }
  const search = query.size > 0 ? `?${query}` : ''
  return { method, path: filledPath + search, body: undefined }
}

// An empty segment or one of dots would be another path: `DELETE /cards/` or the parent of `/cards/..`.
function encodeSegment(param: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  if (text !== '' && text !== '.' && text !== '..') return encodeURIComponent(text)
  throw new ApiError({
    code: 'not_found',
    status: 404,
    message: `Invalid ${param}: ${JSON.stringify(text)}.`,
  })
}
