import type { Link } from '#contract/email/campaigns.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { foldCase } from '#service/search-text.rules.ts'
import { fillAudience } from './campaign-audiences.ts'
import { type Counters, countersOf, linksOf, withLinks } from './campaign-stats.rules.ts'
import type { PlannedList } from './contacts.ts'
import { type CampaignText, campaignTexts } from './email-texts.ts'
import {
  after,
  arrivalOf,
  arrivedBy,
  atHour,
  dayMs,
  daysBefore,
  hourMs,
} from './random-dates.rules.ts'
import { type Random, drawn } from './random.rules.ts'
import { type Row, insertRows, searchedBy } from './rows.store.ts'
import type { Kit } from './seed-context.ts'

type Status = NonNullable<Row<'campaigns'>['status']>

/** One of each first, so that all can be seen at every size; the latest two went out to everybody. */
const beginning: readonly Status[] = [
  'scheduled',
  'draft',
  'sending',
  'sent',
  'sent',
  'paused',
  'sent',
  'cancelled',
  'error',
]
const statusOf = drawn<Status>({
  sent: 84,
  draft: 9,
  scheduled: 4,
  sending: 0.5,
  paused: 0.5,
  cancelled: 2,
  error: 0,
})

/** Newest first, a week apart. */
export async function fillCampaigns(
  db: WorkspaceDb,
  kit: Kit,
  lists: readonly PlannedList[],
  segments: readonly Row<'segments'>[],
): Promise<void> {
  const rows = campaignRows(kit, lists, segments)
  await insertRows(db, 'campaigns', rows)
  for (const { id, list_id, audience_at, stats } of rows)
    if (list_id && audience_at)
      // Those that went out have every counter.
      await fillAudience(db, { id, list_id, sent_at: audience_at, counters: stats as Counters })
}

/** A workspace to look at has recipients and hours; in one that measures sizes they would be most of its rows. */
const hasAudiences = (kit: Kit) => kit.amounts.campaigns < 20

function campaignRows(
  kit: Kit,
  lists: readonly PlannedList[],
  segments: readonly Row<'segments'>[],
): Row<'campaigns'>[] {
  const random = kit.random('campaigns')
  const makeId = kit.ids('campaigns')
  const inUse = lists.slice(0, kit.amounts.lists)
  // All of them within the time that lists have been kept, or weekly where they are few.
  const lived = (kit.now.getTime() - arrivalOf(0, kit.now).at.getTime()) / dayMs
  const apart = Math.min(7, (lived - 30) / kit.amounts.campaigns)
  return Array.from({ length: kit.amounts.campaigns }, (_, index) => {
    const last = kit.amounts.campaigns - index
    const usual = hasAudiences(kit) ? 'sent' : statusOf(random)
    const status = last <= 2 ? 'sent' : (beginning[index] ?? usual)
    const text = textOf(index)
    const sent_at = atHour(kit.now, -Math.ceil(3 + index * apart), 9)
    // The last two are what a division by nothing would trip over.
    const list =
      (last === 2 ? undefined : index < 6 ? inUse[0] : random.oneOf(inUse)) ?? lists.at(-1)
    const times = timesOf(status, sent_at, kit.now)
    const audience_at = status === 'sent' && hasAudiences(kit) ? times.sent_at : null
    // Recipients are contacts of the whole list.
    const segment =
      index % 6 === 4 && !audience_at
        ? segments.find(({ list_id }) => list_id === list?.id)
        : undefined
    const recipients = list ? reached(list, sent_at, kit.now, segment ? 0.12 : 0.86) : 0
    const mailing = mailed(random, status, text, recipients, {
      unopened: last === 1,
      age_years: (index * apart) / 365,
    })
    const created_at = daysBefore(
      status === 'scheduled' || status === 'sending' ? kit.now : sent_at,
      2,
    )
    return {
      id: makeId('cmp', created_at),
      ...textColumns(text),
      status,
      from_name: 'Fern & Field',
      from_address: 'hello@fernandfield.example',
      list_id: status === 'draft' ? null : (list?.id ?? null),
      segment_id: status === 'draft' ? null : (segment?.id ?? null),
      ...times,
      audience_at,
      stats: mailing.counters,
      links: mailing.links,
      created_at,
      updated_at: times.sent_at ?? created_at,
    }
  })
}

const textColumns = ({ name, subject, preview }: CampaignText) => ({
  name,
  name_key: foldCase(name),
  subject,
  preview_text: preview,
  ...searchedBy(`${name}\n${subject}`),
})

function textOf(index: number): CampaignText {
  const text = campaignTexts[index % campaignTexts.length]
  if (!text) throw new Error('No campaign is written.')
  const round = Math.floor(index / campaignTexts.length)
  return round === 0 ? text : { ...text, name: `${text.name} (${round + 1})` }
}

/** How many of a list could be written to at that moment. */
const reached = (list: PlannedList, at: Date, now: Date, share: number) =>
  Math.floor(list.size * arrivedBy(at, now) * share)

/** How much of a mailing went out. */
const sentPart: Readonly<Record<Status, number>> = {
  sent: 1,
  sending: 0.45,
  paused: 0.6,
  error: 0.02,
  draft: 0,
  scheduled: 0,
  cancelled: 0,
}

function mailed(
  random: Random,
  status: Status,
  text: CampaignText,
  recipients: number,
  how: { readonly unopened: boolean; readonly age_years: number },
): { readonly counters: Partial<Counters>; readonly links: Link[] } {
  const part = sentPart[status]
  if (part === 0) return { counters: {}, links: [] }
  const counters = countersOf(random, Math.floor(recipients * part), how)
  const urls = [
    ...text.pages.map((page) => `https://fernandfield.example/${page}`),
    'https://hollispottery.example/autumn',
    'https://fernandfield.example/unsubscribe',
  ]
  const links = linksOf(random, urls, counters.clicks_unique)
  return { counters: withLinks(counters, links), links }
}

function timesOf(
  status: Status,
  sent_at: Date,
  now: Date,
): { readonly scheduled_at: Date | null; readonly sent_at: Date | null } {
  if (status === 'draft') return { scheduled_at: null, sent_at: null }
  if (status === 'scheduled') return { scheduled_at: atHour(now, 5, 9), sent_at: null }
  if (status === 'sending') return { scheduled_at: after(now, -hourMs / 4), sent_at: null }
  return { scheduled_at: sent_at, sent_at: status === 'sent' ? sent_at : null }
}
