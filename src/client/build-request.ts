import { parseRequestLine } from '#contract/request-line.ts'
import type { Method } from '#contract/request-line.ts'
import { ApiError } from './api-error.ts'

/** A request as it goes out: `path` is below the service address and carries the query. */
export interface Request {
  readonly method: Method
  readonly path: string
  readonly body: string | undefined
}

/** Names in the path go to the path; the rest is the query of a GET or DELETE and the body of anything else. */
export function buildRequest(name: string, input: object): Request {
  const { method, path, params, sendsBody } = parseRequestLine(name)
  const given = new Map<string, unknown>(Object.entries(input))
  const filled = path.replace(/:(\w+)/g, (_, param: string) => segment(param, given.get(param)))
  for (const param of params) given.delete(param)
  if (sendsBody) return { method, path: filled, body: JSON.stringify(Object.fromEntries(given)) }

  const query = new URLSearchParams()
  for (const [field, value] of given) {
    if (value !== undefined && value !== null) query.set(field, String(value))
  }
  const search = query.size > 0 ? `?${query}` : ''
  return { method, path: filled + search, body: undefined }
}

// An empty segment or one of dots would be another address: `DELETE /cards/` or the parent of `/cards/..`.
function segment(param: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  if (text !== '' && text !== '.' && text !== '..') return encodeURIComponent(text)
  throw new ApiError({ code: 'not_found', status: 404, message: `Nothing has this ${param}.` })
}
