import { type Kysely, sql } from 'kysely'

import { type Lease, claimColumns, isLapsed } from '#service/claims/claims.store.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import type { Tables } from '#service/db/schema/tables.ts'
import type { LastAttempt } from '#service/db/schema/webhooks.ts'
import type { WebhookRow } from './webhooks.store.ts'

const maxPerWebhook = 10
const maxPerWorkspace = 50
/** After so many failures in a row, one delivery at a time tries whether the receiver is back. */
const failuresBeforeProbe = 10
const probeSeconds = 30
const eventsPerRound = 1000

/** Workspaces with events that have no deliveries yet, or with deliveries that are due. */
export async function workspacesWithDeliveries(pool: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ workspace_id: string }>`
    select distinct w.workspace_id from webhooks w
    where exists (select 1 from events e where e.workspace_id = w.workspace_id and e.seq > w.queued_seq)
      or w.disabled_at is null and (w.probe_at is null or w.probe_at <= now()) and exists (
        select 1 from webhook_deliveries d where d.workspace_id = w.workspace_id
          and d.webhook_id = w.id and d.state = 'waiting' and d.due_at <= now())
      or exists (
        select 1 from webhook_deliveries d where d.workspace_id = w.workspace_id
          and d.webhook_id = w.id and d.state = 'waiting' and d.manual and d.due_at <= now())`.execute(
    pool,
  )
  return rows.map(({ workspace_id }) => workspace_id)
}

/** An event that has no deliveries yet. */
export interface QueuedEvent {
  readonly id: string
  readonly kind: string
  readonly seq: string
  readonly key_id: string | null
  readonly created_at: string
  readonly body: string
}

/**
 * Locks the webhooks of a workspace that have not seen its latest events. One that a request has locked follows in a
 * later round. Inserting deliveries only locks keys, so it does not wait.
 */
export const lockBehindWebhooks = ({ tx, workspace_id }: WorkspaceDb): Promise<WebhookRow[]> =>
  tx
    .selectFrom('webhooks')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .orderBy('id')
    .forNoKeyUpdate()
    .skipLocked()
    .execute()

/** The next events in the order of their numbers, and the number of the last one that was looked at. */
export async function eventsToQueue(
  { tx, workspace_id }: WorkspaceDb,
  after: string,
): Promise<{ events: QueuedEvent[]; last: string | undefined }> {
  const rows = await tx
    .selectFrom('events')
    .select(['id', 'kind', 'seq', 'key_id', 'created_at', 'body', 'silent'])
    .where('workspace_id', '=', workspace_id)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(eventsPerRound)
    .execute()
  const events = rows.flatMap(({ silent, seq, ...event }) =>
    silent ? [] : [{ ...event, seq: seq ?? '' }],
  )
  return { events, last: rows.at(-1)?.seq ?? undefined }
}

export const saveQueuedSeq = (
  { tx, workspace_id }: WorkspaceDb,
  webhook_ids: readonly string[],
  seq: string,
) =>
  sql`
    update webhooks set queued_seq = greatest(queued_seq, ${seq}::bigint)
    where workspace_id = ${workspace_id} and id = any (${webhook_ids}::text[])`.execute(tx)

/** The next numbered events since a time that the webhook has no delivery of. Later ones are queued anyway. */
export async function eventsWithoutDelivery(
  { tx, workspace_id }: WorkspaceDb,
  { id, queued_seq }: WebhookRow,
  since: string,
  after: string,
): Promise<{ events: QueuedEvent[]; last: string | undefined }> {
  const rows = await tx
    .selectFrom('events as e')
    .select(['e.id', 'e.kind', 'e.seq', 'e.key_id', 'e.created_at', 'e.body'])
    .where('e.workspace_id', '=', workspace_id)
    .where('e.seq', '>', after)
    .where('e.created_at', '>=', since)
    .where('e.silent', '=', false)
    .where('e.seq', '<=', queued_seq)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('webhook_deliveries as d')
            .select('d.id')
            .where('d.workspace_id', '=', workspace_id)
            .where('d.webhook_id', '=', id)
            .whereRef('d.event_id', '=', 'e.id'),
        ),
      ),
    )
    .orderBy('e.seq')
    .limit(eventsPerRound)
    .execute()
  return {
    events: rows.map(({ seq, ...event }) => ({ ...event, seq: seq ?? '' })),
    last: rows.length === eventsPerRound ? (rows.at(-1)?.seq ?? undefined) : undefined,
  }
}

interface NewDelivery {
  readonly webhook_id: string
  readonly event_id: string
  readonly kind: string
  /** Null when the bytes are those of the event. */
  readonly body: string | null
}

/** Ignores events that a webhook has a delivery of. Each is due `spacingMs` after the one before; `first` are ahead. */
export async function insertDeliveries(
  { tx, workspace_id }: WorkspaceDb,
  deliveries: readonly NewDelivery[],
  now: Date,
  { spacingMs, first } = { spacingMs: 0, first: 0 },
): Promise<number> {
  if (deliveries.length === 0) return 0
  const ids = deliveries.map(() => newId('dlv', now))
  const column = (name: keyof NewDelivery) => deliveries.map((delivery) => delivery[name])
  const { numAffectedRows } = await sql`
    insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, kind, body, due_at, created_at)
    select ${workspace_id}, id, webhook_id, event_id, kind, body,
      now() + (${first}::int + nth - 1) * ${spacingMs}::int * interval '1 ms', ${now}
    from unnest(${ids}::text[], ${column('webhook_id')}::text[], ${column('event_id')}::text[],
      ${column('kind')}::text[], ${column('body')}::text[])
      with ordinality as one (id, webhook_id, event_id, kind, body, nth)
    on conflict (workspace_id, webhook_id, event_id) do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** A delivery and all that its attempt needs. */
export interface ClaimedDelivery {
  readonly id: string
  readonly webhook_id: string
  readonly event_id: string
  /** Null when its event is gone. */
  readonly body: string | null
  readonly tries: number
  readonly attempt_count: number
  readonly kind: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly secret: string
  readonly previous_secret: string | null
}

/**
 * Claims due deliveries of one workspace: of each webhook what it may have under way, taken in turn, so that no
 * receiver delays the others. What a person asked for goes first, also to a webhook that is disabled.
 */
export async function claimDeliveries(
  { tx, workspace_id }: WorkspaceDb,
  lease: Lease,
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with open as (
      select w.id, w.disabled_at is null and (w.probe_at is null or w.probe_at <= now()) as is_open,
        case when w.probe_at is null then ${maxPerWebhook}::int else 1 end as most, busy.count as busy
      from webhooks w cross join lateral (
        select count(*)::int as count from webhook_deliveries c where c.workspace_id = w.workspace_id
          and c.webhook_id = w.id and c.state = 'claimed') busy
      where w.workspace_id = ${workspace_id}
    ), manual as (
      select d.webhook_id, d.id, 0::bigint as nth from open cross join lateral (
        select webhook_id, id from webhook_deliveries
        where workspace_id = ${workspace_id} and webhook_id = open.id and state = 'waiting'
          and manual and due_at <= now()
        order by due_at, id limit greatest(0, ${maxPerWebhook}::int - open.busy)
        for update skip locked) d
    ), due as (
      select d.webhook_id, d.id,
        open.busy + row_number() over (partition by d.webhook_id order by d.due_at, d.id) as nth
      from open cross join lateral (
        select webhook_id, id, due_at from webhook_deliveries
        where workspace_id = ${workspace_id} and webhook_id = open.id and state = 'waiting'
          and not manual and due_at <= now()
        order by due_at, id limit greatest(0, open.most - open.busy) for update skip locked) d
      where open.is_open
    ), picked as (
      select webhook_id, id from (select * from manual union all select * from due) one
      order by nth, id limit (
        select greatest(0, ${maxPerWorkspace}::int - count(*)) from webhook_deliveries
        where workspace_id = ${workspace_id} and state = 'claimed')
    ), claimed as (
      update webhook_deliveries d
      set ${claimColumns(lease)}, tries = tries + 1, attempt_count = attempt_count + 1
      from picked where d.workspace_id = ${workspace_id} and d.webhook_id = picked.webhook_id
        and d.id = picked.id and d.state = 'waiting'
      returning d.id, d.webhook_id, d.event_id, d.kind, d.body, d.tries, d.attempt_count
    )
    select claimed.id, claimed.webhook_id, claimed.event_id, claimed.kind, claimed.tries,
      claimed.attempt_count, coalesce(claimed.body, e.body) as body, w.url, w.headers, w.secret,
      case when w.previous_secret_until > now() then w.previous_secret end as previous_secret
    from claimed
    join webhooks w on w.workspace_id = ${workspace_id} and w.id = claimed.webhook_id
    left join events e on e.workspace_id = ${workspace_id} and e.id = claimed.event_id`.execute(tx)
  return rows
}

/** What became of one attempt. */
export interface AttemptRecord extends LastAttempt {
  readonly delivery_id: string
  readonly webhook_id: string
  readonly number: number
  readonly request_headers: Readonly<Record<string, string>>
  readonly response_headers: Readonly<Record<string, string>> | null
  readonly response_excerpt: string | null
  readonly next:
    | { readonly state: 'succeeded' | 'failed' | 'skipped' }
    /** `isFree`: the attempt does not count, because the service itself stopped. */
    | { readonly state: 'waiting'; readonly delayMs: number; readonly isFree: boolean }
}

const lastAttemptOf = ({ at, http_status, duration_ms, error }: AttemptRecord): LastAttempt => ({
  at,
  http_status,
  duration_ms,
  error,
})

/** Saves attempts of deliveries that `owner` still holds; returns those. The caller has locked the webhooks. */
export async function saveAttempts(
  { tx, workspace_id }: WorkspaceDb,
  owner: string,
  records: readonly AttemptRecord[],
): Promise<AttemptRecord[]> {
  const updates = records.map((record) => ({
    webhook_id: record.webhook_id,
    id: record.delivery_id,
    number: record.number,
    state: record.next.state,
    delay_ms: record.next.state === 'waiting' ? record.next.delayMs : null,
    free: record.next.state === 'waiting' && record.next.isFree ? 1 : 0,
    last_attempt: lastAttemptOf(record),
  }))
  const { rows } = await sql<{ webhook_id: string; id: string }>`
    update webhook_deliveries d set state = one.state,
      manual = d.manual and one.free = 1, claimed_by = null, claimed_until = null,
      tries = d.tries - one.free, due_at = now() + one.delay_ms * interval '1 ms',
      finished_at = case when one.delay_ms is null then now() end, last_attempt = one.last_attempt
    from jsonb_to_recordset(${JSON.stringify(updates)}::jsonb) as one (
      webhook_id text, id text, number integer, state text, delay_ms double precision, free integer, last_attempt jsonb)
    where d.workspace_id = ${workspace_id} and d.webhook_id = one.webhook_id and d.id = one.id
      and d.state = 'claimed' and d.claimed_by = ${owner} and d.attempt_count = one.number
    returning d.webhook_id, d.id`.execute(tx)
  const saved = new Set(rows.map(({ id }) => id))
  const kept = records.filter(({ delivery_id }) => saved.has(delivery_id))
  if (kept.length > 0)
    await tx
      .insertInto('webhook_attempts')
      .values(
        kept.map((record) => ({
          workspace_id,
          webhook_id: record.webhook_id,
          delivery_id: record.delivery_id,
          number: record.number,
          ...lastAttemptOf(record),
          request_headers: JSON.stringify(record.request_headers),
          response_headers: record.response_headers && JSON.stringify(record.response_headers),
          response_excerpt: record.response_excerpt,
        })),
      )
      .execute()
  return kept
}

/** Locks webhooks in the order of their ids; those that were deleted are missing. */
export const lockWebhooks = (
  { tx, workspace_id }: WorkspaceDb,
  ids: readonly string[],
): Promise<WebhookRow[]> =>
  tx
    .selectFrom('webhooks')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Records on the webhook how its attempts went; `failed` are the deliveries whose attempts failed in this transaction. */
export async function saveHealth(
  db: WorkspaceDb,
  webhook: WebhookRow,
  {
    isSuccess,
    failed,
    last,
  }: { isSuccess: boolean; failed: readonly string[]; last: AttemptRecord },
): Promise<void> {
  const { tx, workspace_id } = db
  const { at, http_status, duration_ms, error, delivery_id } = last
  const last_attempt = JSON.stringify({ at, http_status, duration_ms, error, delivery_id })
  const failures = failed.length
  const failure_count = isSuccess ? 0 : webhook.failure_count + failures
  await sql`
    update webhooks set last_attempt = ${last_attempt}, failure_count = ${failure_count},
      failing_since = case when ${isSuccess} then null
        when ${failures} > 0 then coalesce(failing_since, now()) else failing_since end,
      probe_at = case when ${isSuccess} then null
        when ${failures} > 0 and ${failure_count}::int >= ${failuresBeforeProbe}
          then now() + ${probeSeconds} * interval '1 second' else probe_at end
    where workspace_id = ${workspace_id} and id = ${webhook.id}`.execute(tx)
  // The receiver was away and is back: what failed there does not wait for hours, unless it said when to come again.
  if (isSuccess && webhook.failure_count >= failuresBeforeProbe)
    await sql`
      update webhook_deliveries set due_at = now()
      where workspace_id = ${workspace_id} and webhook_id = ${webhook.id} and state = 'waiting'
        and tries > 0 and due_at > now() and id <> all (${failed}::text[])
        and coalesce(last_attempt->>'http_status', '') not in ('429', '503')`.execute(tx)
}

/** Whether nothing succeeded for three days, by the clock of the database. */
export async function isFailingForDays(
  { tx, workspace_id }: WorkspaceDb,
  id: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('webhooks')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('failure_count', '>=', 20)
    .where(sql<boolean>`failing_since < now() - interval '3 days'`)
    .executeTakeFirst()
  return row !== undefined
}

/** Gives back what processes held that are gone. Their attempts are in the log, but do not count. */
export async function takeBackDeliveries(
  pool: Kysely<Tables>,
  isOnlyProcess: boolean,
): Promise<void> {
  await sql`
    with lapsed as (
      update webhook_deliveries set state = 'waiting', claimed_by = null, claimed_until = null, due_at = now(),
        tries = greatest(0, tries - 1)
      where ${isLapsed(isOnlyProcess)}
      returning workspace_id, webhook_id, id, attempt_count
    )
    insert into webhook_attempts (workspace_id, webhook_id, delivery_id, number, at, error, request_headers)
    select workspace_id, webhook_id, id, attempt_count, now(), 'interrupted', '{}' from lapsed
    on conflict do nothing`.execute(pool)
}
