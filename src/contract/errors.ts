/** zod-free: the client and the dashboard import this file at run time. */

/** The HTTP status of each error code. A request that cannot be parsed gets 400 instead of 422. */
export const statusOf = {
  unauthenticated: 401,
  insufficient_scope: 403,
  not_found: 404,
  validation_error: 422,
  conflict: 409,
  precondition_failed: 412,
  idempotency_mismatch: 422,
  payload_too_large: 413,
  unsupported_media_type: 415,
  method_not_allowed: 405,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const

export type ErrorCode = keyof typeof statusOf

/** One problem. `field` is a JSON pointer into the body, or the name of a parameter or header. */
export interface ErrorDetail {
  readonly field: string
  readonly code: string
  readonly message: string
  readonly [extra: string]: unknown
}

export interface ErrorEnvelope {
  readonly error: {
    readonly code: ErrorCode
    readonly message: string
    readonly details?: readonly ErrorDetail[]
    readonly request_id?: string
  }
}
