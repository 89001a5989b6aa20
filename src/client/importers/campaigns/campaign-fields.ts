import type { UnmappedFields } from '#client/importers/core/import-plan.ts'
import { toUnmappedField } from '#client/importers/formats/unmapped-fields.ts'
import type { StatsGiven } from '#contract/email/campaigns.ts'

/** What one name in a report says. Where a test of two versions reports them side by side there are several values. */
export interface Fact {
  readonly label: string
  /** The heading above it. */
  readonly section: string
  readonly values: readonly string[]
}

/** A campaign as a report tells of it. */
export interface ParsedReport {
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

export type Meaning = keyof StatsGiven | 'name' | 'subject' | 'sent_at' | 'id' | 'open_rate'

/** What Mailchimp, MailerLite and others call it. */
const labels: Readonly<Record<Meaning, readonly string[]>> = {
  name: ['title', 'campaign', 'campaign name', 'campaign title', 'name'],
  subject: ['subject', 'subject line', 'email subject'],
  sent_at: [
    'send date',
    'delivery date/time',
    'delivery date',
    'date sent',
    'sent date',
    'sent on',
    'sent at',
    'sent',
  ],
  id: ['unique id', 'campaign id'],
  open_rate: ['open rate', 'opened rate', 'unique open rate', 'opens rate'],
  recipients: ['total recipients', 'recipients', 'total emails sent', 'emails sent', 'total sent'],
  delivered: [
    'successful deliveries',
    'delivered',
    'total delivered',
    'emails delivered',
    'total emails delivered',
  ],
  opens_unique: ['recipients who opened', 'unique opens', 'opened'],
  opens_total: ['total opens'],
  opens_machine: ['machine opens'],
  clicks_unique: ['recipients who clicked', 'unique clicks', 'clicked'],
  clicks_total: ['total clicks'],
  unsubscribes: ['total unsubs', 'unsubscribes', 'unsubscribed', 'unsubs'],
  complaints: ['total abuse complaints', 'abuse complaints', 'spam complaints', 'marked as spam'],
  bounces_hard: ['hard bounces', 'hard bounced', 'hard bounce'],
  bounces_soft: ['soft bounces', 'soft bounced', 'soft bounce'],
  bounces: ['bounces', 'total bounces', 'bounced', 'total bounced'],
}
const meanings = new Map(
  // Object.entries forgets whose keys they are.
  (Object.entries(labels) as [Meaning, readonly string[]][]).flatMap(([meaning, list]) =>
    list.map((name) => [name, meaning] as const),
  ),
)

export const meaningOf = (label: string): Meaning | undefined =>
  meanings.get(label.toLowerCase().replace(/:\s*$/, '').replaceAll('_', ' ').trim())

/** `Sent` is a date in a report of MailerLite, and elsewhere how many were sent. */
export const createFact = (label: string, section: string, values: readonly string[]): Fact => {
  const isCount = values.some((text) => parseReportNumber(text).count !== undefined)
  const isAmbiguous = /^sent:?$/i.test(label)
  return { label: isAmbiguous && isCount ? 'Total sent' : label, section, values }
}

/** Rates are made of the counters here; the rest is how the source files it. */
const bookkeeping = /^(send weekday|folder id|list|click rate|[a-z]+ rate)$/i

/** What reports tell and no campaign has: by name, in how many of them. Zeros say nothing. */
export function unmappedFacts(reports: readonly ParsedReport[]): UnmappedFields {
  const textsByLabel = new Map<string, string[]>()
  for (const { label, values } of reports.flatMap(({ facts }) => facts)) {
    if (label === '' || meaningOf(label) !== undefined) continue
    const texts = values.filter((text) => !isBlank(text) && !/^0+(\.0+)?%?$/.test(text.trim()))
    textsByLabel.set(label, [...(textsByLabel.get(label) ?? []), ...texts])
  }
  const all = [...textsByLabel]
  return {
    not_mapped: all
      .filter(([, texts]) => texts.length > 0)
      .map(([path, texts]) => toUnmappedField(path, 'values', texts, bookkeeping.test(path))),
    empty: all.filter(([, texts]) => texts.length === 0).map(([label]) => label),
  }
}

/** A cell such as `1,751`, `350 (35.18%)` or `27.78%`: what it counts, and the percentage it prints. */
interface ReportNumber {
  readonly count: number | undefined
  readonly percent: number | undefined
}

const maxCount = 2_147_483_647

export function parseReportNumber(text: string): ReportNumber {
  const [, whole, parenthesized, bare] =
    /^(?:(\d{1,3}(?:,\d{3})+|\d+)(?:\.0+)?(?:\s*\((\d+(?:\.\d+)?)\s*%\))?|(\d+(?:\.\d+)?)\s*%)$/.exec(
      text.trim(),
    ) ?? []
  const count = whole === undefined ? undefined : Number(whole.replaceAll(',', ''))
  const percent = parenthesized ?? bare
  return {
    count: count !== undefined && count <= maxCount ? count : undefined,
    percent: percent === undefined ? undefined : Number(percent),
  }
}

/** A report's way to say that there is nothing to say. */
export const isBlank = (text: string) => /^(n\/?a|none|-+|–|)$/i.test(text.trim())
