import { ApiError } from './api-error.ts'

/** What a failure is called by when the service gave it no id. Shown only: no service knows it, see docs/decisions. */
const ownId = () => `own-${Math.random().toString(36).slice(2, 10)}`

/** The error under the service's id, the one that was sent, or one of ours. */
export const identified = (error: ApiError, sent: string | undefined): ApiError =>
  error.request_id
    ? error
    : new ApiError({
        ...error,
        message: error.message,
        request_id: sent ?? ownId(),
        cause: error.cause,
      })
