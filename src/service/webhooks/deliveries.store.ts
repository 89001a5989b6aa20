import { type Selectable, sql } from 'kysely'

import type {
  Attempt,
  Delivery,
  DeliveryDetails,
  DeliveryStatus,
} from '#contract/developers/webhook-resources.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { idAt, newId } from '#service/db/ids.ts'
import { type CursorValue, countRows } from '#service/db/pagination.ts'
import type { WebhookAttemptsTable, WebhookDeliveriesTable } from '#service/db/schema/webhooks.ts'
import { retryOnMissingReference } from '#service/db/transaction-conflict.ts'
import { attemptId, manualTries } from './attempts.rules.ts'
import { allowLongStatement } from './webhooks.store.ts'

interface DeliveryFilter {
  readonly webhook_id: string
  readonly status?: readonly DeliveryStatus[] | undefined
  readonly kind?: readonly string[] | undefined
  readonly since?: string | undefined
}

const statesOf = {
  pending: ['waiting', 'claimed'],
  succeeded: ['succeeded'],
  failed: ['failed'],
  skipped: ['skipped'],
} as const

/** With constants, of which each alone implies the condition of a partial index. */
const isInState = (states: readonly string[]) =>
  sql<boolean>`(${sql.join(
    states.map((state) => sql`state = ${sql.lit(state)}`),
    sql` or `,
  )})`

const rowsOf = ({ tx, workspace_id }: WorkspaceDb, webhook_id: string) =>
  tx
    .selectFrom('webhook_deliveries')
    .where('workspace_id', '=', workspace_id)
    .where('webhook_id', '=', webhook_id)

const filteredRows = (db: WorkspaceDb, { webhook_id, status, kind, since }: DeliveryFilter) =>
  rowsOf(db, webhook_id)
    .$if(status !== undefined, (query) =>
      query.where(isInState((status ?? []).flatMap((one) => statesOf[one]))),
    )
    .$if(kind !== undefined, (query) => query.where('kind', 'in', kind ?? []))
    .$if(since !== undefined, (query) =>
      query
        .where('id', '>=', idAt('dlv', new Date(since ?? 0)))
        // An id may be later than its time: they ascend also where the clock is set back.
        .where('created_at', '>=', since ?? ''),
    )

/** Newest first: ids ascend with time. */
export async function deliveriesAfter(
  db: WorkspaceDb,
  filter: DeliveryFilter,
  last: readonly CursorValue[] | undefined,
  limit: number,
): Promise<Delivery[]> {
  const rows = await filteredRows(db, filter)
    .select(shownColumns)
    .$if(last !== undefined, (query) => query.where('id', '<', String(last?.[0])))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toDelivery)
}

export const countDeliveries = (db: WorkspaceDb, filter: DeliveryFilter) =>
  countRows(filteredRows(db, filter))

/** Not the body, which a list does not show. */
const shownColumns = [
  'id',
  'webhook_id',
  'event_id',
  'kind',
  'state',
  'due_at',
  'attempt_count',
  'last_attempt',
  'created_at',
] as const

type DeliveryRow = Pick<Selectable<WebhookDeliveriesTable>, (typeof shownColumns)[number]>

const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  webhook_id: row.webhook_id,
  event_id: row.event_id,
  event: row.kind,
  status: row.state === 'waiting' || row.state === 'claimed' ? 'pending' : row.state,
  attempt_count: row.attempt_count,
  last_attempt: row.last_attempt,
  next_attempt_at: row.state === 'waiting' ? row.due_at : null,
  created_at: row.created_at,
})

export async function findDelivery(
  db: WorkspaceDb,
  webhook_id: string,
  id: string,
): Promise<DeliveryDetails | undefined> {
  const row = await rowsOf(db, webhook_id).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const { tx, workspace_id } = db
  const attempts = await tx
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('webhook_id', '=', webhook_id)
    .where('delivery_id', '=', id)
    .orderBy('number')
    .execute()
  const source = await tx
    .selectFrom('webhooks as w')
    .leftJoin('events as e', (join) =>
      join.onRef('e.workspace_id', '=', 'w.workspace_id').on('e.id', '=', row.event_id),
    )
    .select(['w.url', 'e.body'])
    .where('w.workspace_id', '=', workspace_id)
    .where('w.id', '=', webhook_id)
    .executeTakeFirstOrThrow()
  return {
    ...toDelivery(row),
    url: source.url,
    attempts: attempts.map(toAttempt),
    request_body: row.body ?? source.body ?? '',
  }
}

const toAttempt = (row: Selectable<WebhookAttemptsTable>): Attempt => ({
  id: attemptId(row.delivery_id, row.number),
  number: row.number,
  at: row.at,
  http_status: row.http_status,
  duration_ms: row.duration_ms,
  error: row.error,
  request_headers: row.request_headers,
  response_headers: row.response_headers,
  response_excerpt: row.response_excerpt,
})

interface NewDelivery {
  readonly webhook_id: string
  readonly event_id: string
  readonly kind: string
  readonly body: string | null
}

/** A test of a webhook: it is attempted once. */
export async function insertTestDelivery(
  { tx, workspace_id }: WorkspaceDb,
  delivery: NewDelivery,
  now: Date,
): Promise<Delivery> {
  const row = await tx
    .insertInto('webhook_deliveries')
    .values({
      workspace_id,
      id: newId('dlv', now),
      ...delivery,
      manual: true,
      tries: manualTries,
      due_at: sql<string>`now()`,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(retryOnMissingReference)
  return toDelivery(row)
}

/** Makes one more attempt due. One that ended is attempted once; one that waits goes on as before. */
export async function queueAgain(
  db: WorkspaceDb,
  webhook_id: string,
  id: string,
): Promise<Delivery | undefined> {
  const row = await db.tx
    .updateTable('webhook_deliveries')
    .set({
      state: 'waiting',
      manual: true,
      tries: sql`case when state = 'waiting' then tries else ${manualTries} end`,
      due_at: sql`now()`,
      finished_at: null,
    })
    .where('workspace_id', '=', db.workspace_id)
    .where('webhook_id', '=', webhook_id)
    .where('id', '=', id)
    // The attempt that is under way is the one that was asked for.
    .where('state', '!=', 'claimed')
    .returningAll()
    .executeTakeFirst()
  if (row) return toDelivery(row)
  const current = await rowsOf(db, webhook_id).selectAll().where('id', '=', id).executeTakeFirst()
  return current && toDelivery(current)
}

/** A test has no event. Events are kept as long as they can be recovered. */
const isOfEvent = sql<boolean>`exists (
  select 1 from events e where e.workspace_id = webhook_deliveries.workspace_id
    and e.id = webhook_deliveries.event_id)`

const failedSince = (db: WorkspaceDb, webhook_id: string, since: string) =>
  rowsOf(db, webhook_id)
    .where(isInState(['failed']))
    .where('event_id', '>=', idAt('evt', new Date(since)))
    .where(isOfEvent)

export const countFailedSince = (db: WorkspaceDb, webhook_id: string, since: string) =>
  countRows(failedSince(db, webhook_id, since))

/** Queues failed deliveries again, with all their attempts. Returns how many. */
export async function recoverFailed(
  db: WorkspaceDb,
  webhook_id: string,
  since: string,
): Promise<number> {
  await allowLongStatement(db)
  const { numUpdatedRows } = await db.tx
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', tries: 0, due_at: sql`now()`, finished_at: null })
    .where('workspace_id', '=', db.workspace_id)
    .where('webhook_id', '=', webhook_id)
    .where(isInState(['failed']))
    .where('event_id', '>=', idAt('evt', new Date(since)))
    .where(isOfEvent)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export const countWaiting = (db: WorkspaceDb, webhook_id: string) =>
  countRows(rowsOf(db, webhook_id).where('state', '=', 'waiting'))

/** Returns how many were skipped. */
export async function skipWaiting(db: WorkspaceDb, webhook_id: string): Promise<number> {
  await allowLongStatement(db)
  const { numUpdatedRows } = await db.tx
    .updateTable('webhook_deliveries')
    .set({ state: 'skipped', due_at: null, manual: false, finished_at: sql`now()` })
    .where('workspace_id', '=', db.workspace_id)
    .where('webhook_id', '=', webhook_id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
