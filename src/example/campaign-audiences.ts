import { sql } from 'kysely'

import type { WorkspaceDb } from '#service/db/db.ts'
import type { Counters } from './campaign-stats.rules.ts'

/** A campaign that went out, as far as its recipients follow from it. */
interface SentCampaign {
  readonly id: string
  readonly list_id: string
  readonly sent_at: Date
  readonly counters: Counters
}

/**
 * The recipients of a campaign, and its opens and clicks by hour: as many of each as its counters say. Those who bounced
 * come first and those who unsubscribed or complained last, by what became of the contacts.
 */
export async function fillAudience(
  { tx, workspace_id }: WorkspaceDb,
  { id, list_id, sent_at, counters }: SentCampaign,
): Promise<void> {
  const { recipients, delivered, bounces_soft, complaints, unsubscribes } = counters
  const { opens_unique, opens_total, clicks_unique, clicks_total } = counters
  if (recipients === 0) return
  const bounces = recipients - delivered
  const sent = sql`${sent_at.toISOString()}::timestamptz`
  // Spread evenly: the share of one in `total` when the first `position` of `count` have theirs.
  const shareOf = (position: string, total: number, count: number) =>
    count === 0
      ? sql`0`
      : sql`(${sql.raw(position)}::bigint * ${total}::int / ${count}::int
          - (${sql.raw(position)} - 1)::bigint * ${total}::int / ${count}::int)::int`
  await sql`
    with audience as (
      select id, status from contacts
      where workspace_id = ${workspace_id} and list_id = ${list_id}
      order by created_at <= ${sent} desc, md5(id || ${id}::text) limit ${recipients}::int
    ), ranked as (
      select id as contact_id, row_number() over (order by
        case status when 'bounced' then 0 when 'unsubscribed' then 2 when 'complained' then 3 else 1 end,
        md5(id || ${id}::text))::int - ${bounces}::int as position
      from audience
    ), opened as (
      select contact_id, position,
        ${sent} + interval '2 minutes' + interval '3 days' * power(position::float / ${Math.max(1, opens_unique)}::int, 3)
          as opened_at,
        ${shareOf('position', opens_total, opens_unique)} as opens,
        ${shareOf('position', clicks_unique, opens_unique)} as clickers,
        (position::bigint * ${clicks_unique}::int / ${Math.max(1, opens_unique)}::int)::int as click_position
      from ranked where position between 1 and ${opens_unique}::int
    ), clicked as (
      select contact_id, opened_at + interval '1 minute' * (1 + position % 9) as clicked_at,
        ${shareOf('click_position', clicks_total, clicks_unique)} as clicks
      from opened where clickers > 0
    ), recipients as (
      insert into campaign_recipients (workspace_id, campaign_id, contact_id, delivered_at, opened_at, clicked_at,
        soft_bounced_at, hard_bounced_at, complained_at, unsubscribed_at)
      select ${workspace_id}::text, ${id}::text, contact_id,
        case when position > 0 then ${sent} + interval '1 minute' end, opened_at, clicked_at,
        case when position between ${1 - bounces_soft}::int and 0 then ${sent} + interval '1 minute' end,
        case when position <= ${-bounces_soft}::int then ${sent} + interval '1 minute' end,
        case when position > ${delivered - complaints}::int then ${sent} + interval '1 day' end,
        case when position > ${delivered - complaints - unsubscribes}::int
          and position <= ${delivered - complaints}::int then ${sent} + interval '5 hours' end
      from ranked left join (select contact_id, opened_at from opened) o using (contact_id)
        left join clicked using (contact_id)
    ), counts as (
      select opened_at as at, 1 as opened, opens, 0 as clicked, 0 as clicks from opened
      union all select clicked_at, 0, 0, 1, clicks from clicked
    )
    insert into campaign_hours (workspace_id, campaign_id, hour, opens_unique, opens_total, clicks_unique, clicks_total)
    select ${workspace_id}::text, ${id}::text, date_trunc('hour', at, 'UTC'), sum(opened), sum(opens), sum(clicked),
      sum(clicks)
    from counts group by 3`.execute(tx)
}
