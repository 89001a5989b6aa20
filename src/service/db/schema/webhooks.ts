import type { ColumnType, Generated } from 'kysely'

import type {
  AttemptError,
  WebhookFilter,
  WebhookFormat,
} from '#contract/developers/webhook-resources.ts'
import type { Instant, Optional, OptionalInstant, ResourceColumns } from './columns.ts'

/** `jsonb`: written as JSON text. */
type Json<T> = ColumnType<T, string, string>
type JsonWithDefault<T> = ColumnType<T, string | undefined, string>
type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>

/** What is shown of the latest attempt, so that a page of deliveries needs no join. */
export interface LastAttempt {
  readonly at: string
  readonly http_status: number | null
  readonly duration_ms: number | null
  readonly error: AttemptError | null
}

export interface WebhooksTable extends ResourceColumns {
  url: string
  description: Optional<string>
  events: string[]
  format: WebhookFormat
  /** Sealed values by name. */
  headers: JsonWithDefault<Record<string, string>>
  filter: JsonWithDefault<WebhookFilter>
  ignore_api: Generated<boolean>
  /** Sealed, as the previous one. */
  secret: string
  previous_secret: Optional<string>
  previous_secret_until: OptionalInstant
  disabled_reason: Optional<'manual' | 'gone' | 'failing'>
  disabled_at: OptionalInstant
  /** Events of requests that began later are delivered. */
  events_since: Instant
  /** When it was disabled and enabled again: events of requests that began in between are not delivered. */
  pauses: JsonWithDefault<(readonly [from: string, to: string])[]>
  /** Deliveries exist for all events up to this number; a `bigint` is read as a string. */
  queued_seq: ColumnType<string, number | string, number | string>
  /** Attempts that failed since the last success. */
  failure_count: Generated<number>
  failing_since: OptionalInstant
  /** After many failures, nothing is attempted before this time, and then one delivery only. */
  probe_at: OptionalInstant
  /** No delivery of a replay is attempted before this time. */
  next_replay_at: OptionalInstant
  last_attempt: OptionalJson<LastAttempt & { readonly delivery_id: string }>
}

export interface WebhookDeliveriesTable {
  workspace_id: string
  webhook_id: string
  id: string
  event_id: string
  kind: string
  body: Optional<string>
  state: Generated<'waiting' | 'claimed' | 'succeeded' | 'failed' | 'skipped'>
  /** A person asked for this attempt: it is made also while the webhook is disabled. */
  manual: Generated<boolean>
  /** Queued by a replay, which is throttled. */
  replay: Generated<boolean>
  due_at: OptionalInstant
  claimed_by: Optional<string>
  claimed_until: OptionalInstant
  /** Attempts since it was queued, which decide about the next one. */
  tries: Generated<number>
  attempt_count: Generated<number>
  last_attempt: OptionalJson<LastAttempt>
  created_at: Instant
  finished_at: OptionalInstant
}

export interface WebhookAttemptsTable {
  workspace_id: string
  webhook_id: string
  delivery_id: string
  number: number
  at: Instant
  http_status: Optional<number>
  duration_ms: Optional<number>
  error: Optional<AttemptError>
  request_headers: Json<Record<string, string>>
  response_headers: OptionalJson<Record<string, string>>
  response_excerpt: Optional<string>
}
