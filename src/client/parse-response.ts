import { statusOf } from '#contract/errors.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import { ApiError } from './api-error.ts'
import type { ApiErrorCode } from './api-error.ts'
import { isRecord } from './is-record.ts'
import { retryAfter } from './retry-policy.ts'

/** Reads any answer of any service: data, or an `ApiError`. `mayBeEmpty` for calls that need no body. */
export async function parseResponse(response: Response, mayBeEmpty: boolean): Promise<unknown> {
  if (response.status === 204 || response.status === 205) return undefined
  const text = await response.text()
  if (!response.ok) throw refusal(response, parsed(text))
  if (text.trim() === '' && mayBeEmpty) return undefined

  const body = parsed(text)
  if (typeof body !== 'object' || body === null) throw unexpected(response, text)
  return asPage(body)
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unexpected(response: Response, text: string): ApiError {
  const what =
    text.trim() === '' ? 'nothing' : /^\s*</.test(text) ? 'a web page' : 'unreadable data'
  return new ApiError({
    code: 'internal_error',
    status: response.status,
    message: `The service answered with ${what} instead of data.`,
    request_id: requestId(response),
  })
}

function refusal(response: Response, body: unknown): ApiError {
  const error = isRecord(body) ? body['error'] : undefined
  const said = isRecord(error) ? error : {}
  const message = typeof error === 'string' ? error : said['message']
  return new ApiError({
    code:
      typeof said['code'] === 'string' && said['code'] !== ''
        ? said['code']
        : codeOf(response.status),
    status: response.status,
    message: typeof message === 'string' && message !== '' ? message : sentenceFor(response.status),
    details: detailsIn(said['details']),
    request_id: typeof said['request_id'] === 'string' ? said['request_id'] : requestId(response),
    retry_after: retryAfter(response.headers, Date.now()),
  })
}

/** What an error without a code of ours means, by its status. */
function codeOf(status: number): ApiErrorCode {
  if (status === 400) return 'validation_error'
  const known = Object.entries(statusOf).find(([, of]) => of === status)
  if (known) return known[0]
  return status >= 500 || status < 400 ? 'internal_error' : 'validation_error'
}

const sentenceFor = (status: number) =>
  status >= 500 ? 'The service failed without saying why.' : `The service refused this (${status}).`

const requestId = (response: Response) => response.headers.get('x-request-id') ?? undefined

function detailsIn(value: unknown): ErrorDetail[] {
  if (!Array.isArray(value)) return []
  return value.filter(isRecord).map((detail) => ({
    ...detail,
    field: textOf(detail['field']),
    code: textOf(detail['code']),
    message: textOf(detail['message']),
  }))
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const beside = new Set(['paging', 'pagination', 'total', 'count', 'next', 'has_more', 'meta'])

/** A collection is `data`, else the only array an answer has beside words about paging. Anything else stays as it came. */
function asPage(body: object): object {
  if (Array.isArray(body)) return { data: body, paging: { next: null } }
  if (!isRecord(body)) return body
  const name = Array.isArray(body['data']) ? 'data' : onlyArray(body)
  if (name === undefined) return body
  const paging = isRecord(body['paging']) ? body['paging'] : {}
  const next = typeof paging['next'] === 'string' ? paging['next'] : null
  return { ...body, data: body[name], paging: { ...paging, next } }
}

function onlyArray(body: Record<string, unknown>): string | undefined {
  const others = Object.keys(body).filter((name) => !beside.has(name))
  const [name] = others
  return others.length === 1 && name !== undefined && Array.isArray(body[name]) ? name : undefined
}

/** `status`, `tags` and `owner` may come as text or as an object with a name. */
export function nameOf(value: unknown): string {
  if (typeof value === 'string') return value
  return isRecord(value) ? textOf(value['name']) : ''
}
