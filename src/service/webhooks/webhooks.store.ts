import { type Selectable, sql } from 'kysely'

import { maskHeaders } from '#contract/developers/webhook-headers.rules.ts'
import type { Webhook } from '#contract/developers/webhook-resources.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type CursorValue, countRows } from '#service/db/pagination.ts'
import { deleteById, updateById } from '#service/db/rows.ts'
import type { WebhooksTable } from '#service/db/schema/webhooks.ts'

export type WebhookRow = Selectable<WebhooksTable>

const rowsOf = ({ tx, workspace_id }: WorkspaceDb) =>
  tx.selectFrom('webhooks').where('workspace_id', '=', workspace_id)

export async function webhooksAfter(
  db: WorkspaceDb,
  last: readonly CursorValue[] | undefined,
  limit: number,
): Promise<Webhook[]> {
  const rows = await rowsOf(db)
    .selectAll()
    .$if(last !== undefined, (query) => query.where('id', '<', String(last?.[0])))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toWebhook)
}

export const countWebhooks = (db: WorkspaceDb) => countRows(rowsOf(db))

export const findWebhookRow = (db: WorkspaceDb, id: string): Promise<WebhookRow | undefined> =>
  rowsOf(db).selectAll().where('id', '=', id).executeTakeFirst()

export const lockWebhookRow = (db: WorkspaceDb, id: string): Promise<WebhookRow | undefined> =>
  rowsOf(db).selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

interface NewWebhook extends Pick<
  WebhookRow,
  'id' | 'url' | 'description' | 'events' | 'format' | 'headers' | 'filter' | 'ignore_api'
> {
  readonly secret: string
  readonly enabled: boolean
}

/** A new webhook receives the events of requests that begin later. */
export async function insertWebhook(
  db: WorkspaceDb,
  { enabled, headers, filter, ...columns }: NewWebhook,
  now: Date,
): Promise<WebhookRow> {
  return db.tx
    .insertInto('webhooks')
    .values({
      workspace_id: db.workspace_id,
      ...columns,
      headers: JSON.stringify(headers),
      filter: JSON.stringify(filter),
      ...(enabled ? {} : { disabled_reason: 'manual', disabled_at: now }),
      queued_seq: await latestSeq(db),
      events_since: now,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Events up to this number need not be looked at. */
async function latestSeq({ tx, workspace_id }: WorkspaceDb): Promise<string> {
  const row = await tx
    .selectFrom('events')
    .select('seq')
    .where('workspace_id', '=', workspace_id)
    .where('seq', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.seq ?? '0'
}

/** A missing field stays as it is. */
export type WebhookChanges = Partial<
  Pick<
    WebhookRow,
    | 'url'
    | 'description'
    | 'events'
    | 'format'
    | 'headers'
    | 'filter'
    | 'ignore_api'
    | 'secret'
    | 'previous_secret'
    | 'previous_secret_until'
    | 'disabled_reason'
    | 'disabled_at'
    | 'events_since'
    | 'pauses'
    | 'failure_count'
    | 'failing_since'
    | 'probe_at'
  >
>

export const saveWebhook = (
  db: WorkspaceDb,
  id: string,
  { headers, filter, pauses, ...changes }: WebhookChanges,
  now: Date,
) =>
  updateById(db, 'webhooks', id, {
    ...changes,
    ...(headers === undefined ? {} : { headers: JSON.stringify(headers) }),
    ...(filter === undefined ? {} : { filter: JSON.stringify(filter) }),
    ...(pauses === undefined ? {} : { pauses: JSON.stringify(pauses) }),
    updated_at: now,
  })

/** With its deliveries and their log, which may be more than other statements have time for. */
export async function deleteWebhook(db: WorkspaceDb, id: string): Promise<void> {
  await allowLongStatement(db)
  await deleteById(db, 'webhooks', id)
}

/** For what changes all deliveries of a webhook, until the end of the transaction. */
export const allowLongStatement = ({ tx }: WorkspaceDb) =>
  sql`set local statement_timeout = '10min'`.execute(tx)

/** Binds a sealed text to its place, so that it cannot be copied to another webhook or header. */
export const sealContext = (webhook_id: string, name: string) =>
  `${webhook_id}/${name.toLowerCase()}`

export function toWebhook(row: WebhookRow): Webhook {
  const isDisabled = row.disabled_at !== null
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.events,
    format: row.format,
    headers: maskHeaders(row.headers),
    filter: row.filter,
    ignore_api: row.ignore_api,
    enabled: !isDisabled,
    state: isDisabled ? 'disabled' : 'active',
    disabled_reason: row.disabled_reason,
    disabled_at: row.disabled_at,
    previous_secret_until: row.previous_secret_until,
    last_attempt: row.last_attempt,
    version: String(row.version),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** How many deliveries ended in the last 24 hours, how long attempts took, and what waits. */
export async function readStats({ tx, workspace_id }: WorkspaceDb, id: string) {
  const { rows } = await sql<{
    delivered: number
    failed: number
    p95_ms: number | null
    waiting: number
    oldest_waiting_at: string | null
  }>`
    select ended.delivered, ended.failed, timed.p95_ms, open.waiting, open.oldest_waiting_at from (
      select (count(*) filter (where state = 'succeeded'))::int as delivered,
        (count(*) filter (where state = 'failed'))::int as failed
      from webhook_deliveries where workspace_id = ${workspace_id} and webhook_id = ${id}
        and finished_at > now() - interval '24 hours'
    ) ended, (
      select percentile_disc(0.95) within group (order by duration_ms) as p95_ms
      from webhook_attempts where workspace_id = ${workspace_id} and webhook_id = ${id}
        and at > now() - interval '24 hours' and http_status is not null
    ) timed, (
      select count(*)::int as waiting, min(created_at) as oldest_waiting_at
      from webhook_deliveries where workspace_id = ${workspace_id} and webhook_id = ${id}
        and (state = 'waiting' or state = 'claimed')
    ) open`.execute(tx)
  const [row] = rows
  return {
    last_24h: {
      delivered: row?.delivered ?? 0,
      failed: row?.failed ?? 0,
      p95_ms: row?.p95_ms ?? null,
    },
    waiting: row?.waiting ?? 0,
    oldest_waiting_at: row?.oldest_waiting_at ?? null,
  }
}
