import { z } from 'zod'

import { endpoint } from '#contract/endpoint.ts'
import { eventKinds } from '#contract/event-kinds.ts'
import { Timestamp, TimestampIn, anyOf, line, page, pageQuery } from '#contract/primitives.ts'
import { Event } from './events.ts'
import {
  Delivery,
  DeliveryDetails,
  DeliveryStatus,
  NewWebhook,
  Webhook,
  WebhookFilter,
  WebhookFormat,
} from './webhook-resources.ts'

const eventsInput = z
  .array(z.enum(['*', ...eventKinds], { error: 'must be a kind of event, or *' }))
  .min(1, { error: 'must name at least one kind of event' })
  .max(200)

/** At least 24 printable ASCII characters. */
const SecretIn = z
  .string()
  .regex(/^[\x21-\x7e]{24,256}$/, { error: 'must be 24 to 256 printable ASCII characters' })

const headerName = z.string().regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,64}$/, {
  error: 'must be the name of a header',
})
const headerValue = z.string().regex(/^[\x20-\x7e]{0,1000}$/, {
  error: 'may have at most 1000 characters, all printable ASCII',
})

const fields = {
  url: line(1, 2000),
  events: eventsInput,
  description: line(1, 255).nullable(),
  enabled: z.boolean(),
  ignore_api: z.boolean(),
  format: WebhookFormat,
  /** At most 10. In a change, a null value keeps the stored one. */
  headers: z.record(headerName, headerValue),
  filter: WebhookFilter,
}

const count = z.object({ count: z.int() })
const dry_run = z.boolean().default(false)

const row = { scope: 'admin', source: 'addition', capability: 'webhooks.manage' } as const

export const webhooks = {
  'GET /webhooks': endpoint({
    ...row,
    summary: 'List the webhooks of the workspace, newest first, without their secrets',
    input: z.object({ ...pageQuery }),
    output: page(Webhook),
  }),
  'POST /webhooks': endpoint({
    ...row,
    summary:
      'Register a webhook; its secret is returned only once. A secret of your own may be sent',
    input: z.object({
      url: fields.url,
      events: fields.events,
      description: fields.description.optional(),
      enabled: fields.enabled.default(true),
      ignore_api: fields.ignore_api.default(false),
      format: fields.format.default('standard'),
      headers: fields.headers.default({}),
      filter: fields.filter.default({}),
      secret: SecretIn.optional(),
    }),
    output: NewWebhook,
    status: 201,
    location: '/webhooks/:id',
    secret: true,
  }),
  'GET /webhooks/:webhook_id': endpoint({
    ...row,
    summary: 'Read a webhook',
    input: z.object({}),
    output: Webhook,
  }),
  'PATCH /webhooks/:webhook_id': endpoint({
    ...row,
    summary: 'Change a webhook; headers replace all stored ones, a null value keeps a stored one',
    input: z.object({
      url: fields.url.optional(),
      events: fields.events.optional(),
      description: fields.description.optional(),
      enabled: fields.enabled.optional(),
      ignore_api: fields.ignore_api.optional(),
      format: fields.format.optional(),
      headers: z.record(headerName, headerValue.nullable()).optional(),
      filter: fields.filter.optional(),
    }),
    output: Webhook,
  }),
  'DELETE /webhooks/:webhook_id': endpoint({
    ...row,
    summary: 'Delete a webhook with its secret and its deliveries',
    input: z.object({}),
    output: z.undefined(),
    status: 204,
  }),
  'POST /webhooks/:webhook_id/rotate-secret': endpoint({
    ...row,
    summary:
      'Replace the secret; until overlap_hours have passed, deliveries carry a signature of both, and only overlap_hours 0 replaces it again',
    input: z.object({
      overlap_hours: z.int().min(0).max(168).default(24),
      secret: SecretIn.optional(),
    }),
    output: NewWebhook,
    secret: true,
    audit: 'rotated',
  }),
  'POST /webhooks/:webhook_id/test': endpoint({
    ...row,
    summary: 'Send a sample of a kind of event to this webhook alone, also while it is disabled',
    input: z.object({ kind: z.enum(eventKinds).default('webhook.test') }),
    output: Delivery,
    status: 202,
    audit: 'tested',
  }),
  'GET /webhooks/:webhook_id/stats': endpoint({
    ...row,
    summary: 'Count the deliveries that ended in the last 24 hours, and those that wait',
    input: z.object({}),
    output: z.object({
      last_24h: z.object({
        delivered: z.int(),
        failed: z.int(),
        /** Of all attempts with a response; null without one. */
        p95_ms: z.int().nullable(),
      }),
      waiting: z.int(),
      oldest_waiting_at: Timestamp.nullable(),
    }),
  }),
  'GET /webhooks/:webhook_id/deliveries': endpoint({
    ...row,
    summary:
      'List the deliveries of a webhook, newest first; kept for 7 days after their last attempt',
    input: z.object({
      ...pageQuery,
      status: anyOf(DeliveryStatus).optional(),
      kind: anyOf(z.enum(eventKinds)).optional(),
      since: TimestampIn.optional(),
    }),
    output: page(Delivery),
  }),
  'GET /webhooks/:webhook_id/deliveries/:delivery_id': endpoint({
    ...row,
    summary: 'Read a delivery with its request and every attempt',
    input: z.object({}),
    output: DeliveryDetails,
  }),
  'POST /webhooks/:webhook_id/deliveries/:delivery_id/redeliver': endpoint({
    ...row,
    summary: 'Send a delivery again at once; the attempt is added to it',
    input: z.object({}),
    output: Delivery,
    status: 202,
    audit: 'redelivered',
  }),
  'POST /webhooks/:webhook_id/recover': endpoint({
    ...row,
    summary: 'Queue all failed deliveries of events since a time again; dry_run only counts them',
    input: z.object({ since: TimestampIn, dry_run }),
    output: count,
    audit: 'recovered',
  }),
  'POST /webhooks/:webhook_id/replay': endpoint({
    ...row,
    summary:
      'Queue kept events that this webhook has no delivery of, oldest first, 10 a second; dry_run only counts them',
    input: z.object({ since: TimestampIn, kinds: eventsInput.optional(), dry_run }),
    output: count,
    audit: 'replayed',
  }),
  'POST /webhooks/:webhook_id/skip-waiting': endpoint({
    ...row,
    summary:
      'Skip all waiting deliveries; they can be sent again one by one. dry_run only counts them',
    input: z.object({ dry_run }),
    output: count,
    audit: 'skipped',
  }),
  'GET /event-kinds': endpoint({
    scope: 'read',
    source: 'addition',
    capability: 'webhooks.manage',
    summary: 'List the kinds of events with their group and what each one means',
    input: z.object({}),
    output: z.object({
      data: z.array(z.object({ kind: z.string(), group: z.string(), summary: z.string() })),
    }),
  }),
  'GET /event-kinds/:kind/sample': endpoint({
    scope: 'read',
    source: 'addition',
    capability: 'webhooks.manage',
    summary: 'Read a sample of a kind of event as it would be delivered',
    input: z.object({}),
    output: z.array(Event),
  }),
}
