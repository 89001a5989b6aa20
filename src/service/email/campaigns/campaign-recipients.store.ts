import { type RawBuilder, sql } from 'kysely'

import type { RecipientEvent, SeriesPoint } from '#contract/email/campaign-delivery.ts'
import type { Campaign } from '#contract/email/campaigns.ts'
import type { Contact } from '#contract/email/contacts.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { countRows } from '#service/db/pagination.ts'
import { retryOnMissingReference } from '#service/db/transaction-conflict.ts'
import { contactColumns, filterCondition } from '#service/email/contacts/contact-filter.store.ts'
import type { LastKey } from '#service/email/lists/list-order.store.ts'
import { findSegmentFilter, segmentContacts } from '#service/email/segments/segments.store.ts'

/** Freezes the subscribed contacts of the list or segment as recipients. Returns how many there are. */
export async function freezeAudience(
  db: WorkspaceDb,
  campaign: Pick<Campaign, 'id' | 'segment_id'> & { readonly list_id: string },
  now: Date,
): Promise<number> {
  const { workspace_id, tx } = db
  const { list_id, segment_id } = campaign
  const segment = segment_id === null ? undefined : await findSegmentFilter(db, segment_id)
  const audience = segment ? segmentContacts(list_id, segment.filter, () => now) : { list_id }
  const { rows } = await sql<{ count: number }>`
    with frozen as (
      insert into campaign_recipients (workspace_id, campaign_id, contact_id)
      select ${workspace_id}, ${campaign.id}, contacts.id from contacts
      where ${filterCondition(db, { ...audience, status: ['subscribed'] })}
      returning contact_id
    ) select count(*)::int as count from frozen`
    .execute(tx)
    .catch(retryOnMissingReference)
  const count = rows[0]?.count ?? 0
  if (count >= largeAudience) await analyzeAudience(db)
  return count
}

const largeAudience = 1000

/** Without statistics of these rows, a batch of events would be compared with all of them. */
async function analyzeAudience({ tx }: WorkspaceDb): Promise<void> {
  await sql`analyze (skip_locked) contacts (workspace_id, id, list_id, address_key)`.execute(tx)
  await sql`analyze (skip_locked) campaign_recipients (workspace_id, campaign_id, contact_id)`.execute(
    tx,
  )
}

// Must agree with `outcomeOf` in delivery.rules.ts.
const isBounced = sql<boolean>`(recipient.hard_bounced_at is not null or (
  recipient.soft_bounced_at is not null and recipient.opened_at is null and recipient.clicked_at is null
  and not coalesce(recipient.delivered_at > recipient.soft_bounced_at, false)))`
const isDelivered = sql<boolean>`(not ${isBounced} and coalesce(recipient.delivered_at, recipient.opened_at,
  recipient.clicked_at, recipient.complained_at, recipient.unsubscribed_at) is not null)`

const conditions: Readonly<Record<RecipientEvent, RawBuilder<boolean>>> = {
  opened: sql`recipient.opened_at is not null`,
  not_opened: sql`recipient.opened_at is null and not ${isBounced}`,
  clicked: sql`recipient.clicked_at is not null`,
  not_clicked: sql`recipient.clicked_at is null and not ${isBounced}`,
  bounced: isBounced,
  complained: sql`recipient.complained_at is not null`,
  unsubscribed: sql`recipient.unsubscribed_at is not null`,
}

const recipientsOf = ({ tx, workspace_id }: WorkspaceDb, campaign_id: string) =>
  tx
    .selectFrom('campaign_recipients as recipient')
    .where('recipient.workspace_id', '=', workspace_id)
    .where('recipient.campaign_id', '=', campaign_id)

interface RecipientFilter {
  readonly campaign_id: string
  /** All recipients without it. */
  readonly event?: RecipientEvent | undefined
}

const filtered = (db: WorkspaceDb, { campaign_id, event }: RecipientFilter) =>
  event === undefined
    ? recipientsOf(db, campaign_id)
    : recipientsOf(db, campaign_id).where(conditions[event])

/** Newest first: ids are sorted by time. */
export const recipientsAfter = (
  db: WorkspaceDb,
  filter: RecipientFilter,
  last: LastKey,
  limit: number,
): Promise<Contact[]> =>
  filtered(db, filter)
    .innerJoin('contacts', (join) =>
      join
        .onRef('contacts.workspace_id', '=', 'recipient.workspace_id')
        .onRef('contacts.id', '=', 'recipient.contact_id'),
    )
    .select(contactColumns)
    .$if(last !== undefined, (query) =>
      query.where('recipient.contact_id', '<', String(last?.[0] ?? '')),
    )
    .orderBy('recipient.contact_id', 'desc')
    .limit(limit)
    .execute()

export const countRecipients = (db: WorkspaceDb, filter: RecipientFilter) =>
  countRows(filtered(db, filter))

/** How many the sender reported as delivered; undefined while it has reported none. */
export async function countDelivered(db: WorkspaceDb, campaign_id: string) {
  const row = await recipientsOf(db, campaign_id)
    .select([
      sql<number>`count(recipient.delivered_at)::int`.as('reported'),
      sql<number>`count(*) filter (where ${isDelivered})::int`.as('delivered'),
    ])
    .executeTakeFirstOrThrow()
  return row.reported === 0 ? undefined : row.delivered
}

/** Oldest first. */
export async function seriesOf(
  { tx, workspace_id }: WorkspaceDb,
  campaign_id: string,
  interval: 'hour' | 'day',
): Promise<SeriesPoint[]> {
  const { rows } = await sql<SeriesPoint>`
    select date_trunc(${interval}, hour, 'UTC') as at,
      sum(opens_unique)::int as opens_unique, sum(opens_total)::int as opens_total,
      sum(clicks_unique)::int as clicks_unique, sum(clicks_total)::int as clicks_total
    from campaign_hours where workspace_id = ${workspace_id} and campaign_id = ${campaign_id}
    group by 1 order by 1`.execute(tx)
  return rows
}
