import { sql } from 'kysely'
import { hash } from 'node:crypto'

import type { Link } from '#contract/email/campaigns.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { retryOnMissingReference } from '#service/db/transaction-conflict.ts'
import type { DeliveryChanges, Recipient } from './delivery.rules.ts'

const timeColumns = [
  'delivered_at',
  'opened_at',
  'clicked_at',
  'soft_bounced_at',
  'hard_bounced_at',
  'complained_at',
  'unsubscribed_at',
] as const

export const recipientsWithId = (
  { tx, workspace_id }: WorkspaceDb,
  campaign_id: string,
  contact_ids: readonly string[],
): Promise<Recipient[]> =>
  tx
    .selectFrom('campaign_recipients')
    .select(['contact_id', ...timeColumns])
    .where('workspace_id', '=', workspace_id)
    .where('campaign_id', '=', campaign_id)
    .where(sql<boolean>`contact_id = any (${contact_ids}::text[])`)
    .execute()

/** The contacts of the list with these addresses. */
export const contactsWithAddress = (
  { tx, workspace_id }: WorkspaceDb,
  list_id: string,
  address_keys: readonly string[],
): Promise<{ readonly id: string; readonly address_key: string }[]> =>
  tx
    .selectFrom('contacts')
    .select(['id', 'address_key'])
    .where('workspace_id', '=', workspace_id)
    .where('list_id', '=', list_id)
    .where(sql<boolean>`address_key = any (${address_keys}::text[])`)
    .execute()

/** Which of these contacts exist, in any list. */
export async function existingContacts(
  { tx, workspace_id }: WorkspaceDb,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('contacts')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where(sql<boolean>`id = any (${ids}::text[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Records the ids; returns those that the sender used for the first time. */
export async function insertEventIds(
  { tx, workspace_id }: WorkspaceDb,
  campaign_id: string,
  event_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ event_id: string }>`
    insert into campaign_event_ids (workspace_id, campaign_id, event_id)
    select ${workspace_id}, ${campaign_id}, id from unnest(${event_ids}::text[]) id
    on conflict do nothing returning event_id`.execute(tx)
  return new Set(rows.map(({ event_id }) => event_id))
}

export async function saveRecipients(
  { tx, workspace_id }: WorkspaceDb,
  campaign_id: string,
  recipients: readonly Recipient[],
): Promise<void> {
  if (recipients.length === 0) return
  const times = sql.join(
    timeColumns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`next.${column}`)}`),
  )
  await sql`
    update campaign_recipients r set ${times}
    from json_populate_recordset(null::campaign_recipients, ${JSON.stringify(recipients)}::json) next
    where r.workspace_id = ${workspace_id} and r.campaign_id = ${campaign_id}
      and r.contact_id = next.contact_id`.execute(tx)
}

/** Adds the counts of each hour. The campaign is locked, so no other batch does so at the same time. */
export async function addToHours(
  { tx, workspace_id }: WorkspaceDb,
  campaign_id: string,
  hours: DeliveryChanges['hours'],
): Promise<void> {
  if (hours.size === 0) return
  const rows = [...hours].map(([hour, counts]) => ({ hour, ...counts }))
  await sql`
    insert into campaign_hours as base
      (workspace_id, campaign_id, hour, opens_unique, opens_total, clicks_unique, clicks_total)
    select ${workspace_id}, ${campaign_id}, hour, opens_unique, opens_total, clicks_unique, clicks_total
    from json_populate_recordset(null::campaign_hours, ${JSON.stringify(rows)}::json)
    on conflict (workspace_id, campaign_id, hour) do update set
      opens_unique = base.opens_unique + excluded.opens_unique,
      opens_total = base.opens_total + excluded.opens_total,
      clicks_unique = base.clicks_unique + excluded.clicks_unique,
      clicks_total = base.clicks_total + excluded.clicks_total`.execute(tx)
}

/** Records who clicked what; returns how many contacts clicked each address for the first time. */
export async function insertClicks(
  { tx, workspace_id }: WorkspaceDb,
  campaign_id: string,
  clicks: DeliveryChanges['clicks'],
): Promise<ReadonlyMap<string, number>> {
  if (clicks.length === 0) return new Map()
  const urlByHash = new Map<string, string>()
  const hashes = new Map<string, string>()
  for (const { url } of clicks) {
    if (hashes.has(url)) continue
    const url_hash = hash('sha256', url, 'base64url')
    hashes.set(url, url_hash)
    urlByHash.set(url_hash, url)
  }
  const { rows } = await sql<{ url_hash: string; count: number }>`
    with inserted as (
      insert into campaign_clicks (workspace_id, campaign_id, contact_id, url_hash)
      select distinct ${workspace_id}, ${campaign_id}, contact_id, url_hash
      from unnest(${clicks.map(({ contact_id }) => contact_id)}::text[],
        ${clicks.map(({ url }) => hashes.get(url) ?? '')}::text[]) as click (contact_id, url_hash)
      on conflict do nothing returning url_hash
    ) select url_hash, count(*)::int as count from inserted group by url_hash`
    .execute(tx)
    .catch(retryOnMissingReference)
  return new Map(rows.map(({ url_hash, count }) => [urlByHash.get(url_hash) ?? '', count]))
}

/** Counters alone are no new version. */
export async function saveCounters(
  { tx, workspace_id }: WorkspaceDb,
  campaign_id: string,
  counters: object,
  links: readonly Link[] | undefined,
): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set({
      stats: JSON.stringify(counters),
      ...(links ? { links: JSON.stringify(links) } : {}),
    })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', campaign_id)
    .execute()
}
