import { z } from 'zod'

import { Id, Timestamp } from '#contract/primitives.ts'

/** How the body of a delivery is written: as the event itself, or as a message of a chat. */
export const WebhookFormat = z.enum(['standard', 'slack', 'discord', 'teams'])
export type WebhookFormat = z.infer<typeof WebhookFormat>

/** Restricts only events that carry such an id; others pass. */
export const WebhookFilter = z.object({
  list_ids: z.array(Id).max(100).optional(),
  board_ids: z.array(Id).max(100).optional(),
  feedback_board_ids: z.array(Id).max(100).optional(),
})
export type WebhookFilter = z.infer<typeof WebhookFilter>

export const DeliveryStatus = z.enum(['pending', 'succeeded', 'failed', 'skipped'])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/** Why an attempt failed; null when there was a response. */
const AttemptError = z.enum([
  'dns',
  'address_not_allowed',
  'refused',
  'reset',
  'certificate',
  'timeout',
  'protocol',
  'network',
  'interrupted',
])
export type AttemptError = z.infer<typeof AttemptError>

const attempt = {
  at: Timestamp,
  /** Null without a response. A delivery succeeds with any 2xx. */
  http_status: z.int().nullable(),
  duration_ms: z.int().nullable(),
  error: AttemptError.nullable(),
}

export const Webhook = z.object({
  id: Id,
  url: z.string(),
  description: z.string().nullable(),
  /** Kinds, or `*` for all but the three of internal comments. */
  events: z.array(z.string()),
  format: WebhookFormat,
  /** Sent with every delivery. The values are masked. */
  headers: z.record(z.string(), z.string()),
  filter: WebhookFilter,
  /** Skips events caused by an API key. */
  ignore_api: z.boolean(),
  enabled: z.boolean(),
  state: z.enum(['active', 'disabled']),
  /** `gone`: it answered 410. `failing`: nothing succeeded for three days, and at least 20 attempts failed. */
  disabled_reason: z.enum(['manual', 'gone', 'failing']).nullable(),
  disabled_at: Timestamp.nullable(),
  /** Until then the secret before the current one signs too. */
  previous_secret_until: Timestamp.nullable(),
  last_attempt: z.object({ ...attempt, delivery_id: Id }).nullable(),
  version: z.string(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Webhook = z.infer<typeof Webhook>

/** The only responses that contain the secret itself. */
export const NewWebhook = z.object({ ...Webhook.shape, secret: z.string() })

const delivery = {
  id: Id,
  webhook_id: Id,
  event_id: Id,
  event: z.string(),
  status: DeliveryStatus,
  attempt_count: z.int(),
  last_attempt: z.object(attempt).nullable(),
  /** Null when no attempt will follow. */
  next_attempt_at: Timestamp.nullable(),
  created_at: Timestamp,
}

export const Delivery = z.object(delivery)
export type Delivery = z.infer<typeof Delivery>

const Attempt = z.object({
  /** The delivery of the attempt, as its header `X-Service-Delivery` names it. */
  id: Id,
  number: z.int(),
  ...attempt,
  /** As they were sent; values of custom headers are masked. */
  request_headers: z.record(z.string(), z.string()),
  response_headers: z.record(z.string(), z.string()).nullable(),
  /** The first 1,024 bytes of the response. */
  response_excerpt: z.string().nullable(),
})
export type Attempt = z.infer<typeof Attempt>

/** One delivery with every attempt, oldest first. */
export const DeliveryDetails = z.object({
  ...delivery,
  /** Where the next attempt goes. */
  url: z.string(),
  attempts: z.array(Attempt),
  /** The bytes that every attempt sends. */
  request_body: z.string(),
})
export type DeliveryDetails = z.infer<typeof DeliveryDetails>
