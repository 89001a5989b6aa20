import type { ErrorCode, ErrorDetail } from '#contract/errors.ts'

interface Extra {
  readonly details?: readonly ErrorDetail[]
  /** Response headers: `Allow`, `Retry-After`, `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Overrides the status of the code for requests that are malformed or incomplete. */
  readonly status?: 400 | 408 | 431
}

/** A rejected request and the reason. Anything else that is thrown becomes an `internal_error`. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly extra: Extra

  constructor(code: ErrorCode, message: string, extra: Extra = {}) {
    super(message)
    this.code = code
    this.extra = extra
  }
}

export const notFound = (resource: string, id: string) =>
  new Refusal('not_found', `No ${resource} has the id ${id}.`)

/** The resource that was looked up. Throws `not_found` without one. */
export function orNotFound<T>(found: T | undefined, resource: string, id: string): T {
  if (found === undefined) throw notFound(resource, id)
  return found
}

/** A field of the body refers to a resource that does not exist. `field` is a JSON pointer. */
export const referenceNotFound = (field: string, resource: string, id: string) =>
  new Refusal('not_found', `No ${resource} has the id ${id}.`, {
    details: [{ field, code: 'not_found', message: `No ${resource} has the id ${id}.` }],
  })

/** A field that is well-formed but not acceptable. */
export const invalidField = (field: string, code: string, message: string) =>
  new Refusal('validation_error', message, { details: [{ field, code, message }] })

/** The current state of a resource forbids the request. Clients switch on `code`. */
export const conflict = (code: string, message: string, more: Record<string, unknown> = {}) =>
  new Refusal('conflict', message, { details: [{ field: '', code, message, ...more }] })

export const versionMismatch = (current: string) =>
  new Refusal('precondition_failed', 'This resource has changed since you read it.', {
    details: [
      {
        field: 'If-Match',
        code: 'etag_mismatch',
        message: 'If-Match does not match the current version.',
        current_etag: current,
      },
    ],
  })

export const insufficientScope = (needed: 'write' | 'admin') =>
  new Refusal(
    'insufficient_scope',
    needed === 'write' ? 'This API key is read-only.' : 'This requires an admin key.',
    {
      headers: {
        'WWW-Authenticate': `Bearer realm="workspace", error="insufficient_scope", scope="${needed === 'admin' ? 'write admin' : 'write'}"`,
      },
    },
  )
