import type { ErrorCode, ErrorDetail } from '#contract/errors.ts'

/** `unreachable`: no response (no network, blocked by the browser, time-out). Other strings are unknown codes. */
export type ApiErrorCode = ErrorCode | 'unreachable' | (string & Record<never, never>)

interface ApiErrorParts {
  readonly code: ApiErrorCode
  /** 0 without a response. */
  readonly status: number
  readonly message: string
  readonly details?: readonly ErrorDetail[] | undefined
  readonly request_id?: string | undefined
  /** Seconds from the time of the response. */
  readonly retry_after?: number | undefined
  readonly cause?: unknown
}

/** The only error of an API call, besides the `AbortError` of a call that its caller aborts. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ApiErrorCode
  readonly status: number
  readonly details: readonly ErrorDetail[]
  readonly request_id: string | undefined
  readonly retry_after: number | undefined

  constructor(parts: ApiErrorParts) {
    super(parts.message, { cause: parts.cause })
    this.code = parts.code
    this.status = parts.status
    this.details = parts.details ?? []
    this.request_id = parts.request_id
    this.retry_after = parts.retry_after
  }

  /** Whether the same request may succeed later. */
  get isTransient(): boolean {
    return transientCodes.has(this.code) || this.status >= 500
  }

  /** The server said that its disk is full, so that nothing was saved. */
  get isDiskFull(): boolean {
    return this.status === 503 && this.details.some(({ code }) => code === 'disk_full')
  }

  /** Whether a mutation may have been saved despite the error. */
  get isOutcomeUnknown(): boolean {
    if (this.isDiskFull) return false
    return this.status === 0 || this.status >= 500 || this.code === 'internal_error'
  }
}

const transientCodes = new Set<string>([
  'unreachable',
  'rate_limited',
  'internal_error',
  'service_unavailable',
])

export const createUnreachableError = (message: string, cause?: unknown) =>
  new ApiError({ code: 'unreachable', status: 0, message, cause })

/** Converts any thrown value. The message of a bug in our own code is kept. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const message = error instanceof Error ? error.message : String(error)
  return new ApiError({ code: 'internal_error', status: 0, message, cause: error })
}
