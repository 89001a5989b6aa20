import { statusOf } from '#contract/errors.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import { ApiError } from './api-error.ts'
import type { ApiErrorCode } from './api-error.ts'
import { isRecord } from './is-record.ts'
import { parseRetryAfter } from './retry-policy.ts'

/** Parses any response of any server; throws an `ApiError`. `mayBeEmpty` for calls that need no body. */
export async function parseResponse(response: Response, mayBeEmpty: boolean): Promise<unknown> {
  if (response.status === 204 || response.status === 205) return undefined
  const text = await response.text()
  if (!response.ok) throw parseError(response, text)
  if (text.trim() === '' && mayBeEmpty) return undefined

  const body = parseJson(text)
  if (typeof body !== 'object' || body === null) throw createUnexpectedBodyError(response, text)
  return normalizePage(body)
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type ResponseHead = Pick<Response, 'status' | 'headers'>

/** The error that a failed response describes. */
export const parseError = (response: ResponseHead, text: string): ApiError =>
  createApiError(response, parseJson(text))

function createUnexpectedBodyError(response: Response, text: string): ApiError {
  const content =
    text.trim() === '' ? 'an empty body' : /^\s*</.test(text) ? 'an HTML page' : 'invalid data'
  return new ApiError({
    code: 'internal_error',
    status: response.status,
    message: `The server returned ${content} instead of JSON.`,
    request_id: requestId(response),
  })
}

function createApiError({ status, headers }: ResponseHead, body: unknown): ApiError {
  const error = isRecord(body) ? body['error'] : undefined
  const fields = isRecord(error) ? error : {}
  const message = typeof error === 'string' ? error : fields['message']
  return new ApiError({
    code:
      typeof fields['code'] === 'string' && fields['code'] !== ''
        ? fields['code']
        : codeForStatus(status),
    status,
    message: typeof message === 'string' && message !== '' ? message : messageForStatus(status),
    details: parseDetails(fields['details']),
    request_id:
      typeof fields['request_id'] === 'string' ? fields['request_id'] : requestId({ headers }),
    retry_after: parseRetryAfter(headers, Date.now()),
  })
}

/** The error code for a response without one. */
function codeForStatus(status: number): ApiErrorCode {
  if (status === 400) return 'validation_error'
  const entry = Object.entries(statusOf).find(([, value]) => value === status)
  if (entry) return entry[0]
  return status >= 500 || status < 400 ? 'internal_error' : 'validation_error'
}

const messageForStatus = (status: number) =>
  status >= 500
    ? 'The server failed without an error message.'
    : `The server rejected the request (${status}).`

const requestId = ({ headers }: Pick<Response, 'headers'>) =>
  headers.get('x-request-id') ?? undefined

function parseDetails(value: unknown): ErrorDetail[] {
  if (!Array.isArray(value)) return []
  return value.filter(isRecord).map((detail) => ({
    ...detail,
    field: textOf(detail['field']),
    code: textOf(detail['code']),
    message: textOf(detail['message']),
  }))
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const pagingKeys = new Set(['paging', 'pagination', 'total', 'count', 'next', 'has_more', 'meta'])

/** The items of a page are `data`, else the only array besides paging fields. Any other body is returned unchanged. */
function normalizePage(body: object): object {
  if (Array.isArray(body)) return { data: body, paging: { next: null } }
  if (!isRecord(body)) return body
  const name = Array.isArray(body['data']) ? 'data' : findOnlyArray(body)
  if (name === undefined) return body
  const paging = isRecord(body['paging']) ? body['paging'] : {}
  const next = typeof paging['next'] === 'string' ? paging['next'] : null
  return { ...body, data: body[name], paging: { ...paging, next } }
}

function findOnlyArray(body: Record<string, unknown>): string | undefined {
  const names = Object.keys(body).filter((name) => !pagingKeys.has(name))
  const [name] = names
  return names.length === 1 && name !== undefined && Array.isArray(body[name]) ? name : undefined
}

/** `status`, `tags` and `owner` may be a string or an object with a name. */
export function nameOf(value: unknown): string {
  if (typeof value === 'string') return value
  return isRecord(value) ? textOf(value['name']) : ''
}
