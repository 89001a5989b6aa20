import type { ErrorCode, ErrorDetail } from '#contract/errors.ts'

/** `unreachable`: no answer came (no network, refused by the browser, time-out). Other texts are codes we do not know. */
export type ApiErrorCode = ErrorCode | 'unreachable' | (string & Record<never, never>)

interface ApiErrorParts {
  readonly code: ApiErrorCode
  /** 0 when no answer came. */
  readonly status: number
  readonly message: string
  readonly details?: readonly ErrorDetail[] | undefined
  readonly request_id?: string | undefined
  /** Seconds from the moment of the answer. */
  readonly retry_after?: number | undefined
  readonly cause?: unknown
}

/** The only error a caller of the API sees, besides the `AbortError` of a call it cancelled itself. */
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

  /** Whether the same request may go better a moment later. */
  get isTransient(): boolean {
    return transient.has(this.code) || this.status >= 500
  }

  /** Whether a change may have been made all the same: no answer came, or one that tells nothing. */
  get isLost(): boolean {
    return this.status === 0 || this.status >= 500 || this.code === 'internal_error'
  }
}

const transient = new Set<string>([
  'unreachable',
  'rate_limited',
  'internal_error',
  'service_unavailable',
])

/** The service could not be reached: `status` 0 tells it from every answer. */
export const unreachable = (message: string, cause?: unknown) =>
  new ApiError({ code: 'unreachable', status: 0, message, cause })

/** Anything thrown, as the error a screen can show. A bug of ours is not hidden: its text stays the message. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return new ApiError({ code: 'internal_error', status: 0, message, cause: thrown })
}
