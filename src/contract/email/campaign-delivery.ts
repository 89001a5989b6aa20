import { z } from 'zod'

import { BatchResult } from '#contract/batch-result.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp, TimestampIn, line, page, pageQuery } from '#contract/primitives.ts'
import { Campaign } from './campaigns.ts'
import { Contact, KnownAddress } from './contacts.ts'

const DeliveryEvent = z
  .object({
    /** Chosen by the sender: an event that is repeated with the same id counts once. */
    id: line(1, 255),
    type: z.enum([
      'delivered',
      'opened',
      'clicked',
      'bounced',
      'complained',
      'unsubscribed',
      'finished',
    ]),
    at: TimestampIn,
    contact_id: Id.optional(),
    email_address: KnownAddress.optional(),
    /** The link of a click. */
    url: line(1, 2000).optional(),
    /** Opened by a mail app or a link scanner, not by a person. */
    machine: z.boolean().optional(),
    /** A permanent bounce. */
    hard: z.boolean().optional(),
  })
  .refine(
    ({ type, contact_id, email_address }) =>
      type === 'finished' || (contact_id ?? email_address) !== undefined,
    { error: 'needs contact_id or email_address', path: ['contact_id'] },
  )
export type DeliveryEvent = z.output<typeof DeliveryEvent>

/** Parses events one by one: an invalid one is rejected without affecting the others. */
const parsedEvent = z.custom<z.input<typeof DeliveryEvent>>().transform((input) => {
  const read = DeliveryEvent.safeParse(input)
  if (read.success) return { event: read.data }
  const issues = read.error.issues.map(({ path, message, code }) => ({
    field: path.map((part) => `/${String(part)}`).join(''),
    code,
    message,
  }))
  return { issues }
})
const { $schema: _dialect, ...eventSchema } = z.toJSONSchema(DeliveryEvent, {
  io: 'input',
  unrepresentable: 'any',
})

/** A bucket with opens or clicks; buckets without any are omitted. Opens by machines are not in `opens_…`. */
const SeriesPoint = z.object({
  /** The start of the hour or day, in UTC. */
  at: Timestamp,
  /** Contacts who opened for the first time. */
  opens_unique: z.int(),
  opens_total: z.int(),
  /** Contacts who clicked for the first time. */
  clicks_unique: z.int(),
  clicks_total: z.int(),
})
export type SeriesPoint = z.infer<typeof SeriesPoint>

const RecipientEvent = z.enum([
  'opened',
  'not_opened',
  'clicked',
  'not_clicked',
  'bounced',
  'complained',
  'unsubscribed',
])
export type RecipientEvent = z.infer<typeof RecipientEvent>

export const campaignDelivery = {
  'POST /campaigns/:campaign_id/schedule': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'campaigns.write',
    summary: 'Schedule a campaign, or change when it is sent',
    input: z.object({ send_at: TimestampIn }),
    output: Campaign,
    audit: 'scheduled',
  }),
  'POST /campaigns/:campaign_id/send': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'campaigns.write',
    summary:
      'Freeze the audience and emit campaign.sending, which instructs an external sender to deliver the campaign',
    input: z.object({}),
    output: Campaign,
    audit: 'sent',
  }),
  'POST /campaigns/:campaign_id/cancel': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'campaigns.write',
    summary: 'Cancel a campaign that is scheduled, sending or paused',
    input: z.object({}),
    output: Campaign,
    audit: 'canceled',
  }),
  'POST /campaigns/:campaign_id/events': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'campaigns.write',
    summary:
      'Report delivery events of an external sender; each event has its own result: 201 counted, 200 known already',
    input: z.object({ events: z.array(parsedEvent.meta(eventSchema)).min(1).max(100_000) }),
    output: z.object({ results: z.array(BatchResult) }),
    body_bytes: 10_485_760,
    audit: 'updated',
  }),
  'GET /campaigns/:campaign_id/report/timeseries': endpoint({
    scope: 'read',
    source: 'addition',
    capability: 'reports.timeseries',
    summary:
      'Read opens and clicks of a campaign by hour or day, until a year after the sending; empty for an imported campaign',
    input: z.object({ interval: z.enum(['hour', 'day']).default('hour') }),
    output: z.object({
      campaign_id: Id,
      interval: z.enum(['hour', 'day']),
      data: z.array(SeriesPoint),
    }),
  }),
  'GET /campaigns/:campaign_id/report/contacts': endpoint({
    scope: 'read',
    source: 'addition',
    capability: 'reports.people',
    summary:
      'List the recipients of a campaign, or those who did or did not open or click, bounced, complained or unsubscribed',
    input: z.object({ ...pageQuery, event: RecipientEvent.optional() }),
    output: page(Contact),
  }),
}
