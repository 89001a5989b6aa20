import { type Selectable, sql } from 'kysely'

import { sendTime } from '#contract/email/campaigns.rules.ts'
import type { Campaign, CampaignSort, Link, StatsGiven } from '#contract/email/campaigns.ts'
import type { Parsed } from '#contract/endpoints.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type CursorValue, countRows } from '#service/db/pagination.ts'
import { deleteById } from '#service/db/rows.ts'
import type { CampaignsTable } from '#service/db/schema/email.ts'
import {
  retryOnMissingReference,
  retryOnUniqueViolation,
} from '#service/db/transaction-conflict.ts'
import {
  type LastKey,
  type Order,
  orderByAgeOrName,
  sortKeyBy,
} from '#service/email/lists/list-order.store.ts'
import { matchesSearch, searchColumns } from '#service/search-columns.store.ts'
import { foldCase } from '#service/search-text.rules.ts'
import { computeStats } from './campaign-stats.rules.ts'

type Filter = Pick<
  Parsed<'GET /campaigns'>,
  'status' | 'list_id' | 'search' | 'external_ref' | 'sort'
>
/** As stored: counters without the rates, which are computed. */
export type StoredCampaign = Omit<Campaign, 'stats'> & {
  readonly counters: StatsGiven
  /** When the audience was frozen; null for a draft and an imported campaign. */
  readonly audience_at: string | null
}

const columns = [
  'id',
  'name',
  'subject',
  'preview_text',
  'status',
  'from_name',
  'from_address',
  'list_id',
  'segment_id',
  'scheduled_at',
  'sent_at',
  'stats',
  'audience_at',
  'external_ref',
  'version',
  'created_at',
  'updated_at',
] as const
type Row = Pick<Selectable<CampaignsTable>, (typeof columns)[number]>

function filtered({ tx, workspace_id }: WorkspaceDb, filter: Filter) {
  const { status, list_id, search, external_ref } = filter
  let query = tx.selectFrom('campaigns').where('workspace_id', '=', workspace_id)
  if (status?.length === 1) query = query.where('status', '=', status[0] ?? 'draft')
  else if (status) query = query.where('status', 'in', status)
  if (list_id) query = query.where('list_id', 'in', list_id)
  if (search !== undefined) query = query.where(matchesSearch('campaigns', search))
  return external_ref === undefined ? query : query.where('external_ref', '=', external_ref)
}

function campaignOrder(sort: CampaignSort | undefined, last: LastKey): Order {
  if (sort !== 'date' && sort !== '-date') return orderByAgeOrName(sort, last)
  const key = sql`(dated_at, id)`
  const end = last && sql`(${last[0]}::timestamptz, ${last[1]})`
  return sort === 'date'
    ? { by: sql`dated_at, id`, after: end && sql<boolean>`${key} > ${end}` }
    : { by: sql`dated_at desc, id desc`, after: end && sql<boolean>`${key} < ${end}` }
}

/** The sort key of a campaign: it must match the columns of `campaignOrder`. */
export const campaignSortKey =
  (sort: CampaignSort | undefined) =>
  (campaign: Campaign): CursorValue[] =>
    sort === 'date' || sort === '-date'
      ? [sendTime(campaign) ?? campaign.created_at, campaign.id]
      : sortKeyBy(sort)(campaign)

export async function campaignsAfter(
  db: WorkspaceDb,
  filter: Filter,
  last: LastKey,
  limit: number,
) {
  const { by, after } = campaignOrder(filter.sort, last)
  const query = filtered(db, filter).select(columns).orderBy(by).limit(limit)
  return (await (after ? query.where(after) : query).execute()).map((row) =>
    toCampaign(toStoredCampaign(row)),
  )
}

export const countCampaigns = (db: WorkspaceDb, filter: Filter) => countRows(filtered(db, filter))

const byId = ({ tx, workspace_id }: WorkspaceDb, campaign_id: string) =>
  tx
    .selectFrom('campaigns')
    .select(columns)
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', campaign_id)

export async function findCampaign(db: WorkspaceDb, campaign_id: string) {
  const row = await byId(db, campaign_id).executeTakeFirst()
  return row && toCampaign(toStoredCampaign(row))
}

export async function lockCampaign(db: WorkspaceDb, campaign_id: string) {
  const row = await byId(db, campaign_id).forUpdate().executeTakeFirst()
  return row && toStoredCampaign(row)
}

/** Undefined when the campaign is not due, or another process is sending it. */
export async function lockDueCampaign(db: WorkspaceDb, campaign_id: string, now: Date) {
  const row = await byId(db, campaign_id)
    .where('status', '=', 'scheduled')
    .where('scheduled_at', '<=', now.toISOString())
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row && toStoredCampaign(row)
}

/** For the report; lists of campaigns do not read this column. */
export async function findLinks({ tx, workspace_id }: WorkspaceDb, campaign_id: string) {
  const row = await tx
    .selectFrom('campaigns')
    .select('links')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', campaign_id)
    .executeTakeFirst()
  return row?.links ?? []
}

export async function insertCampaign(
  { tx, workspace_id }: WorkspaceDb,
  campaign: StoredCampaign,
  links: readonly Link[],
) {
  await tx
    .insertInto('campaigns')
    .values({ workspace_id, ...columnsOf(campaign), links: JSON.stringify(links) })
    .execute()
    .catch(retryOnUniqueViolation)
    .catch(retryOnMissingReference)
}

/** Without `links`, the stored ones stay. */
export async function saveCampaign(
  { tx, workspace_id }: WorkspaceDb,
  campaign: StoredCampaign,
  links: readonly Link[] | undefined,
): Promise<StoredCampaign> {
  const { version } = await tx
    .updateTable('campaigns')
    .set({
      ...columnsOf(campaign),
      ...(links ? { links: JSON.stringify(links) } : {}),
      version: sql`version + 1`,
    })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', campaign.id)
    .returning('version')
    .executeTakeFirstOrThrow()
    .catch(retryOnMissingReference)
  return { ...campaign, version: String(version) }
}

export const deleteCampaign = (db: WorkspaceDb, campaign_id: string) =>
  deleteById(db, 'campaigns', campaign_id)

const toDate = (text: string | null) => (text === null ? null : new Date(text))

const columnsOf = (campaign: StoredCampaign) => ({
  id: campaign.id,
  name: campaign.name,
  name_key: foldCase(campaign.name),
  subject: campaign.subject,
  preview_text: campaign.preview_text,
  status: campaign.status,
  from_name: campaign.from?.name ?? null,
  from_address: campaign.from?.email_address ?? null,
  list_id: campaign.list_id,
  segment_id: campaign.segment_id,
  scheduled_at: toDate(campaign.scheduled_at),
  sent_at: toDate(campaign.sent_at),
  stats: JSON.stringify(campaign.counters),
  audience_at: toDate(campaign.audience_at),
  external_ref: campaign.external_ref,
  created_at: new Date(campaign.created_at),
  updated_at: new Date(campaign.updated_at),
  ...searchColumns(`${campaign.name}\n${campaign.subject}`),
})

const toStoredCampaign = (row: Row): StoredCampaign => ({
  id: row.id,
  name: row.name,
  subject: row.subject,
  preview_text: row.preview_text,
  status: row.status,
  from: row.from_address === null ? null : { name: row.from_name, email_address: row.from_address },
  list_id: row.list_id,
  segment_id: row.segment_id,
  scheduled_at: row.scheduled_at,
  sent_at: row.sent_at,
  counters: row.stats,
  audience_at: row.audience_at,
  external_ref: row.external_ref,
  version: String(row.version),
  created_at: row.created_at,
  updated_at: row.updated_at,
})

export const toCampaign = ({ counters, audience_at, ...campaign }: StoredCampaign): Campaign => ({
  ...campaign,
  stats: computeStats(counters, audience_at !== null || !isReported(campaign, counters)),
})

/** Its counters are those of an import, as far as it had any. */
const isReported = ({ status }: Pick<Campaign, 'status'>, counters: StatsGiven) =>
  status === 'sent' || Object.keys(counters).length > 0
