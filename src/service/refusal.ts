import type { ErrorCode, ErrorDetail } from '#contract/errors.ts'

interface Extra {
  readonly details?: readonly ErrorDetail[]
  /** Sent with the answer: `Allow`, `Retry-After`, `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Of a request that could not even be parsed, or was never whole; otherwise the status of the code. */
  readonly status?: 400 | 408 | 431
}

/** The service said no, and says why. Anything else that is thrown is a bug: `internal_error`. */
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

/** A field of the body names something that exists nowhere. `field` is a JSON pointer. */
export const referenceNotFound = (field: string, resource: string, id: string) =>
  new Refusal('not_found', `No ${resource} has the id ${id}.`, {
    details: [{ field, code: 'not_found', message: `No ${resource} has the id ${id}.` }],
  })

/** A field that can be read, and cannot be accepted. */
export const invalidField = (field: string, code: string, message: string) =>
  new Refusal('validation_error', message, { details: [{ field, code, message }] })

/** The state of things forbids it; `code` is the reason that clients switch on. */
export const conflict = (code: string, message: string, more: Record<string, unknown> = {}) =>
  new Refusal('conflict', message, { details: [{ field: '', code, message, ...more }] })

/** An `external_ref` names one thing of its kind, which is the one with this id. */
export const externalRefTaken = (id: string) =>
  conflict('external_ref_taken', `This external_ref belongs to ${id}.`, {
    field: '/external_ref',
    id,
  })

export const versionMismatch = (current: string) =>
  new Refusal('precondition_failed', 'Somebody changed this since you read it.', {
    details: [
      {
        field: 'If-Match',
        code: 'etag_mismatch',
        message: 'The version you name is not the current one.',
        current_etag: current,
      },
    ],
  })

export const insufficientScope = (needed: 'write' | 'admin') =>
  new Refusal(
    'insufficient_scope',
    needed === 'write' ? 'This key can read but not change things.' : 'This needs an admin key.',
    {
      headers: {
        'WWW-Authenticate': `Bearer realm="workspace", error="insufficient_scope", scope="${needed === 'admin' ? 'write admin' : 'write'}"`,
      },
    },
  )
