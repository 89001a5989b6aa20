import { z } from 'zod'

import { additions } from '#contract/addition.ts'
import { documented } from '#contract/documented.ts'
import { endpoint } from '#contract/endpoint.ts'
import { byReference, importFields } from '#contract/import-mode.ts'
import {
  anyOf,
  Id,
  line,
  name,
  page,
  pageQuery,
  Timestamp,
  TimestampIn,
} from '#contract/primitives.ts'
import { EmailAddress } from './contacts.ts'
import { sortByAgeOrName } from './lists.ts'

export const CampaignStatus = z.enum([
  'draft',
  'scheduled',
  'sending',
  'paused',
  'sent',
  'cancelled',
  'error',
])
export type CampaignStatus = z.infer<typeof CampaignStatus>

/** `date` is when it went out, or will; of others, such as drafts and canceled plans, when they were created. */
const campaignSort = z.enum([...sortByAgeOrName.options, 'date', '-date'])
export type CampaignSort = z.infer<typeof campaignSort>

const rate = z.number().min(0).max(1)

/**
 * Rates are fractions from 0 to 1; 0 when the divisor is 0. A campaign that was sent elsewhere lacks the counters that its
 * import did not report, and the rates made of them.
 */
export const Stats = documented(
  z.object({
    recipients: z.int(),
    delivered: z.int(),
    opens_unique: z.int(),
    open_rate: rate,
    opens_total: z.int().optional(),
    opens_machine: z.int().optional(),
    clicks_unique: z.int().optional(),
    clicks_total: z.int().optional(),
    click_rate: rate.optional(),
    click_to_open_rate: rate.optional(),
    bounces: z.int().optional(),
    bounces_hard: z.int().optional(),
    bounces_soft: z.int().optional(),
    bounce_rate: rate.optional(),
    complaints: z.int().optional(),
    complaint_rate: rate.optional(),
    unsubscribes: z.int().optional(),
    unsubscribe_rate: rate.optional(),
    /** Of those above that are always there: what its source did not report. They are 0 then, and so is the rate. */
    unreported: z.array(z.enum(['recipients', 'opens_unique'])).optional(),
  }),
  ['recipients', 'delivered', 'opens_unique', 'open_rate'],
)
export type Stats = z.infer<typeof Stats>

const count = z.int().min(0).max(2_147_483_647)

/**
 * Stats in an import, from which the rates are computed. `delivered` defaults to recipients minus bounces; `bounces` is
 * the sum where a report does not tell hard and soft ones apart.
 */
export const StatsGiven = z.object({
  recipients: count.optional(),
  delivered: count.optional(),
  opens_unique: count.optional(),
  opens_total: count.optional(),
  opens_machine: count.optional(),
  clicks_unique: count.optional(),
  clicks_total: count.optional(),
  bounces: count.optional(),
  bounces_hard: count.optional(),
  bounces_soft: count.optional(),
  complaints: count.optional(),
  unsubscribes: count.optional(),
})
export type StatsGiven = z.infer<typeof StatsGiven>

export const Link = z.object({
  url: line(1, 2000),
  unique_clicks: count,
  total_clicks: count,
})
export type Link = z.infer<typeof Link>

export const Campaign = documented(
  z.object({
    id: Id,
    name: z.string(),
    subject: z.string(),
    preview_text: z.string().nullable(),
    status: CampaignStatus,
    from: z.object({ name: z.string().nullable(), email_address: z.string() }).nullable(),
    list_id: Id.nullable(),
    segment_id: Id.nullable(),
    scheduled_at: Timestamp.nullable(),
    sent_at: Timestamp.nullable(),
    stats: Stats,
    external_ref: z.string().nullable(),
    version: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
  ['id', 'name', 'status'],
)
export type Campaign = z.infer<typeof Campaign>

const CampaignReport = documented(
  z.object({
    campaign_id: Id,
    stats: Stats,
    links: z.array(z.object({ url: z.string(), unique_clicks: z.int(), total_clicks: z.int() })),
    generated_at: Timestamp,
  }),
  ['campaign_id', 'stats', 'links'],
)
type CampaignReport = z.infer<typeof CampaignReport>

const content = {
  name: name(255),
  subject: line(0, 255),
  preview_text: line(0, 255).nullable(),
  from: z
    .object({ name: line(0, 255).nullable().optional(), email_address: EmailAddress })
    .nullable(),
  list_id: Id.nullable(),
  segment_id: Id.nullable(),
}

/** Accepted in import mode only; otherwise the sender sets them. */
const imported = {
  status: CampaignStatus.optional(),
  scheduled_at: TimestampIn.nullable().optional(),
  sent_at: TimestampIn.nullable().optional(),
  stats: StatsGiven.optional(),
  links: z.array(Link).max(1000).optional(),
  ...importFields,
}

export const CampaignChange = z.object({ ...content, ...imported }).partial()
export type CampaignChange = z.output<typeof CampaignChange>

export const campaigns = {
  'GET /campaigns': endpoint({
    scope: 'read',
    source: 'public',
    summary:
      'List the campaigns, newest first; filter by status, list and words of name and subject. By date, a campaign is where it went out, or will, else where it was created',
    input: z.object({
      ...pageQuery,
      status: anyOf(CampaignStatus).optional(),
      ...byReference,
      ...additions('filters', {
        list_id: anyOf(Id).optional(),
        search: line(1, 200).optional(),
        sort: campaignSort.optional(),
      }),
    }),
    output: page(Campaign),
  }),
  'GET /campaigns/:campaign_id': endpoint({
    scope: 'read',
    source: 'public',
    summary: 'Read one campaign with its stats',
    input: z.object({}),
    output: Campaign,
  }),
  'GET /campaigns/:campaign_id/report': endpoint({
    scope: 'read',
    source: 'public',
    summary: 'Read delivery stats and link clicks of a campaign',
    input: z.object({}),
    output: CampaignReport,
  }),
  'POST /campaigns': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'campaigns.write',
    summary: 'Create a draft campaign; an import also sets status, stats and links',
    input: CampaignChange.required({ name: true }),
    output: Campaign,
    status: 201,
    location: '/campaigns/:id',
  }),
  'PATCH /campaigns/:campaign_id': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'campaigns.write',
    summary: 'Change name, subject, sender or audience of a campaign that is not sent',
    input: CampaignChange,
    output: Campaign,
  }),
  'DELETE /campaigns/:campaign_id': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'campaigns.write',
    summary: 'Delete a draft, or a campaign that was canceled before it went out',
    input: z.object({}),
    output: z.undefined(),
    status: 204,
  }),
}
