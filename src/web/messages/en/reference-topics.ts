import type { ErrorCode } from '#contract/errors.ts'

interface Topic {
  readonly title: string
  readonly summary: string
  /** Paragraphs; code is between backticks. */
  readonly paragraphs: readonly string[]
  /** What servers with only the public API may lack. */
  readonly additions: readonly string[]
}

/** The texts of the API reference about all endpoints, in reading order. */
export const referenceTopics = {
  authentication: {
    title: 'Authentication',
    summary: 'Send your API key with every request',
    paragraphs: [
      'Send the header `Authorization: Bearer <API_KEY>` with every request. Never put a key into a URL or a body.',
      'A key has a scope. Every key can call endpoints marked read; endpoints marked write need a key that can write.',
      'A missing or invalid key gets the error `unauthenticated`. A key without the scope gets `insufficient_scope`.',
      'Requests act as the owner of the workspace, so every board can be reached.',
      'A new key is shown only once, when it’s created.',
    ],
    additions: [
      'Admin keys can also manage keys, webhooks and workspace settings, read the audit log and import.',
      'Keys can expire, and a revoked key stops working with the next request.',
      '`/me` describes the key in use and lists the additions of the server as `capabilities`.',
    ],
  },
  errors: {
    title: 'Errors',
    summary: 'Every error code, and what to do',
    paragraphs: [
      'Every error has the same form: an object `error` with `code` and `message`.',
      'Decide by `code`. Messages are for people and may change. Treat a code you don’t know by its status.',
    ],
    additions: [
      'The public API names only `unauthenticated`, `insufficient_scope`, `not_found` and `validation_error`, and no status. The other codes, such as `precondition_failed` and `idempotency_mismatch`, and all statuses are additions.',
      '`error.details` lists each problem with its `field`, `code` and `message`.',
      '`error.request_id` names the request, also in the header `X-Request-Id`. Quote it when you ask for help.',
    ],
  },
  paging: {
    title: 'Paging',
    summary: 'Read long lists page by page',
    paragraphs: [
      'A list returns up to 100 items in `data`, and `paging.next`.',
      'Pass the value of `paging.next` as `starting_after` to read the next page, with the same filters. On the last page it’s null.',
      'Don’t read or build these values: they can change their form.',
    ],
    additions: [
      '`limit` sets the number of items, from 1 to 100.',
      '`include_total=true` adds `paging.total`, the number of all items.',
      '`sort` changes the order where an endpoint lists it. A minus in front means descending; `votes` alone descends, too.',
    ],
  },
  requests: {
    title: 'Requests',
    summary: 'Bodies, retries, conflicts and limits',
    paragraphs: [
      'Bodies are JSON. Send `Content-Type: application/json` with them.',
      'Times are in UTC, such as `2026-01-31T09:00:00.000Z`. IDs are opaque: don’t parse them.',
    ],
    additions: [
      '`Idempotency-Key`: send your own random value with a write. A retry with the same value within 24 hours gets the first response again, and nothing happens twice. While the first is running, it gets `conflict`.',
      'Responses with status 401, 403, 429 or 5xx aren’t stored. `POST /api-keys`, `POST /webhooks` and `POST /webhooks/:webhook_id/rotate-secret` ignore `Idempotency-Key`.',
      '`ETag` and `If-Match`: send the ETag you read with your change. If someone else has changed the resource since, you get `precondition_failed` and nothing is overwritten.',
      '`If-None-Match`: a read with the ETag you have returns status 304 without a body while nothing has changed.',
      'Rate limits: the headers `RateLimit` and `RateLimit-Policy` say how much is left. After `rate_limited`, wait the seconds in `Retry-After`.',
      'Behind a proxy, a client can have 512 requests and event streams open at a time; more get `rate_limited`. Send the next request of a connection after its response: one with more than 64 that wait is closed.',
      'A body can have up to 1 MiB; batches of contacts, imports and campaign events up to 10 MiB.',
    ],
  },
  webhooks: {
    title: 'Webhooks',
    summary: 'Receive events as signed requests',
    paragraphs: [
      'The server sends each event as a POST request to your URL. Its JSON body has `event`, `created_at` and `data`.',
      'The header `X-Service-Signature` is `sha256=` and an HMAC of the raw body, computed with the signing secret. Check it before you trust the body.',
      'Answer with any 2xx within 10 seconds, and do slow work afterwards.',
    ],
    additions: [
      'The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` follow the Standard Webhooks specification.',
      'The HMAC is SHA-256 in lower-case hex. The whole signing secret is its key.',
      'A failed delivery is retried for about three days. The same event can arrive more than once: `webhook-id` stays the same.',
      'Events can arrive out of order: compare `created_at`, or `updated_at` in `data`.',
    ],
  },
  versioning: {
    title: 'Versioning',
    summary: 'What can change within a version',
    paragraphs: [
      'The version is part of the path: `/v1`.',
      'Within a version, fields are only added. Ignore fields you don’t know.',
    ],
    additions: [
      'New error codes, event kinds and values of a list of values can be added, too.',
      'What this page marks as an addition isn’t part of the public API. `/me` says which additions a server has.',
    ],
  },
} satisfies Record<string, Topic>

/** The meaning of each error code, and what the caller can do. */
export const errorCodeText: Readonly<
  Record<ErrorCode, readonly [meaning: string, action: string]>
> = {
  unauthenticated: [
    'The key is missing, invalid, expired or revoked.',
    'Send a valid key in the header Authorization.',
  ],
  insufficient_scope: [
    'The key doesn’t have the scope.',
    'Use a key that can write, or an admin key.',
  ],
  not_found: [
    'The path or an ID in the body names nothing in this workspace.',
    'Check the IDs. The resource may have been deleted.',
  ],
  validation_error: [
    'A value is missing or invalid. Status 400 if the request can’t be parsed.',
    'Correct the request. The details name the fields.',
  ],
  conflict: [
    'The state of the resource doesn’t allow it, such as an archived board.',
    'Read the resource again. The details say why.',
  ],
  precondition_failed: [
    'The resource has changed since the ETag in If-Match.',
    'Read it again and repeat the change.',
  ],
  idempotency_mismatch: [
    'The Idempotency-Key was used with another body.',
    'Use a new value for a new request.',
  ],
  payload_too_large: ['The body is too large.', 'Send less at once.'],
  unsupported_media_type: [
    'The body isn’t marked as JSON.',
    'Send Content-Type: application/json, without a content encoding.',
  ],
  method_not_allowed: [
    'The path exists, but not with this method.',
    'The header Allow lists its methods.',
  ],
  rate_limited: ['Too many requests.', 'Wait the seconds in Retry-After.'],
  internal_error: ['Something failed on the server.', 'Try again. A change may have been saved.'],
  service_unavailable: [
    'The server is starting, busy or out of space.',
    'Wait the seconds in Retry-After and try again.',
  ],
}
