import type { StatsGiven } from '#contract/email/campaigns.ts'

/** What one name in a report says. Where a test of two versions reports them side by side there are several values. */
export interface Fact {
  readonly label: string
  /** The heading above it. */
  readonly section: string
  readonly values: readonly string[]
}

/** A campaign as a report tells of it. */
export interface ReadReport {
  readonly path: string
  readonly facts: readonly Fact[]
  /** Undefined when the report has no table of them. */
  readonly links: readonly LinkRow[] | undefined
}

export interface LinkRow {
  readonly url: string
  readonly unique_clicks: string | undefined
  readonly total_clicks: string | undefined
}

type Counter = keyof StatsGiven | 'bounces'
export type Meaning = Counter | 'name' | 'subject' | 'sent_at' | 'id' | 'open_rate'

/** What Mailchimp, MailerLite and others call it. */
const names: Readonly<Record<Meaning, readonly string[]>> = {
  name: ['title', 'campaign', 'campaign name', 'campaign title', 'name'],
  subject: ['subject', 'subject line', 'email subject'],
  sent_at: [
    'send date',
    'delivery date/time',
    'delivery date',
    'date sent',
    'sent date',
    'sent on',
  ],
  id: ['unique id', 'campaign id'],
  open_rate: ['open rate', 'opened rate', 'unique open rate'],
  recipients: ['total recipients', 'recipients', 'total emails sent', 'emails sent', 'total sent'],
  delivered: ['successful deliveries', 'delivered', 'total delivered'],
  opens_unique: ['recipients who opened', 'unique opens', 'opened'],
  opens_total: ['total opens'],
  opens_machine: ['machine opens'],
  clicks_unique: ['recipients who clicked', 'unique clicks', 'clicked'],
  clicks_total: ['total clicks'],
  unsubscribes: ['total unsubs', 'unsubscribes', 'unsubscribed', 'unsubs'],
  complaints: ['total abuse complaints', 'abuse complaints', 'spam complaints', 'marked as spam'],
  bounces_hard: ['hard bounces', 'hard bounced'],
  bounces_soft: ['soft bounces', 'soft bounced'],
  bounces: ['bounces', 'total bounces', 'bounced'],
}
const byName = new Map(
  // Object.entries forgets whose keys they are.
  (Object.entries(names) as [Meaning, readonly string[]][]).flatMap(([meaning, list]) =>
    list.map((name) => [name, meaning] as const),
  ),
)

export const meaningOf = (label: string): Meaning | undefined =>
  byName.get(label.toLowerCase().replace(/:\s*$/, '').replaceAll('_', ' ').trim())
