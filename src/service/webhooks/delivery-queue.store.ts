import { type Kysely, type RawBuilder, sql } from 'kysely'

import { type Lease, claimColumns, isLeaseExpired } from '#service/claims/claims.store.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import type { Tables } from '#service/db/schema/tables.ts'
import type { LastAttempt } from '#service/db/schema/webhooks.ts'
import type { WebhookRow } from './webhooks.store.ts'

const maxPerWebhook = 10
const maxPerWorkspace = 50
/** After so many failures in a row, one delivery at a time tries whether the receiver is back. */
const failuresBeforeProbe = 10
const probeSeconds = 30
/** Ten a second, one at a time: a receiver gets a replay in the order of its events. */
const replaySpacingMs = 100

/** Workspaces with events that have no deliveries yet, or with deliveries that are due: all, or those of `candidates`. */
export async function workspacesWithDeliveries(
  pool: Kysely<Tables>,
  candidates?: readonly string[],
): Promise<string[]> {
  const isCandidate =
    candidates === undefined ? sql`true` : sql`w.workspace_id = any (${candidates}::text[])`
  const hasDue = (condition: RawBuilder<unknown>) => sql`exists (
    select 1 from webhook_deliveries d where d.workspace_id = w.workspace_id
      and d.webhook_id = w.id and d.state = 'waiting' and d.due_at <= now() and ${condition})`
  const { rows } = await sql<{ workspace_id: string }>`
    select distinct w.workspace_id from webhooks w
    where ${isCandidate} and (
      exists (select 1 from events e where e.workspace_id = w.workspace_id and e.seq > w.queued_seq)
      or w.disabled_at is null and (w.probe_at is null or w.probe_at <= now()) and (
        ${hasDue(sql`not d.replay`)}
        or (w.next_replay_at is null or w.next_replay_at <= now()) and ${hasDue(sql`d.replay`)})
      or ${hasDue(sql`d.manual`)})`.execute(pool)
  return rows.map(({ workspace_id }) => workspace_id)
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
  readonly replay: boolean
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly secret: string
  readonly previous_secret: string | null
}

/**
 * Claims due deliveries of one workspace: of each webhook what it may have under way, taken in turn, so that no
 * receiver delays the others. What a person asked for goes first, also to a webhook that is disabled. A webhook that is
 * locked follows in a later round. What was picked and locked is updated by its place in the table: by its key, a plan
 * that was made while nothing waited compares it with all that waits.
 */
export async function claimDeliveries(
  db: WorkspaceDb,
  lease: Lease,
  most: number,
): Promise<ClaimedDelivery[]> {
  const { tx, workspace_id } = db
  const ids = await lockFreeWebhooks(db)
  if (ids.length === 0) return []
  const { rows } = await sql<ClaimedDelivery>`
    with open as (
      select w.id, w.disabled_at is null and (w.probe_at is null or w.probe_at <= now()) as is_open,
        case when w.probe_at is null then ${maxPerWebhook}::int else 1 end as most, busy.count as busy,
        w.next_replay_at is null or w.next_replay_at <= now() as may_replay
      from webhooks w cross join lateral (
        select count(*)::int as count from webhook_deliveries c where c.workspace_id = w.workspace_id
          and c.webhook_id = w.id and c.state = 'claimed') busy
      where w.workspace_id = ${workspace_id} and w.id = any (${ids}::text[])
    ), manual as (
      select d.webhook_id, d.id, d.row, 0::bigint as nth from open cross join lateral (
        select webhook_id, id, ctid as row from webhook_deliveries
        where workspace_id = ${workspace_id} and webhook_id = open.id and state = 'waiting'
          and manual and due_at <= now()
        order by due_at, id limit greatest(0, ${maxPerWebhook}::int - open.busy)
        for update skip locked) d
    ), due as (
      select d.webhook_id, d.id, d.row,
        open.busy + row_number() over (partition by d.webhook_id order by d.due_at, d.id) as nth
      from open cross join lateral (
        select webhook_id, id, due_at, ctid as row from webhook_deliveries
        where workspace_id = ${workspace_id} and webhook_id = open.id and state = 'waiting'
          and not manual and not replay and due_at <= now()
        order by due_at, id limit greatest(0, open.most - open.busy) for update skip locked) d
      where open.is_open
    ), replay as (
      select d.webhook_id, d.id, d.row, open.busy + 1::bigint as nth from open cross join lateral (
        select webhook_id, id, ctid as row from webhook_deliveries
        where workspace_id = ${workspace_id} and webhook_id = open.id and state = 'waiting'
          and not manual and replay and due_at <= now()
        order by due_at, id limit case when open.busy < open.most then 1 else 0 end
        for update skip locked) d
      where open.is_open and open.may_replay
    ), candidates as (
      select * from manual union all select * from replay union all select * from due
    ), picked as (
      select one.row from (
        select one.*, row_number() over (partition by one.webhook_id order by nth, one.id) as place
        from candidates one) one
      join open on open.id = one.webhook_id
      where place <= case when nth = 0 then ${maxPerWebhook}::int else open.most end - open.busy
      order by nth, one.id limit (
        select least(${most}::int, greatest(0, ${maxPerWorkspace}::int - count(*))) from webhook_deliveries
        where workspace_id = ${workspace_id} and state = 'claimed')
    ), claimed as (
      update webhook_deliveries d
      set ${claimColumns(lease)}, tries = tries + 1, attempt_count = attempt_count + 1
      where d.ctid = any (array(select row from picked))
      returning d.id, d.webhook_id, d.event_id, d.kind, d.body, d.tries, d.attempt_count, d.replay
    ), spaced as (
      update webhooks w set next_replay_at = now() + ${replaySpacingMs} * interval '1 ms'
      from claimed where claimed.replay and w.workspace_id = ${workspace_id} and w.id = claimed.webhook_id
    )
    select claimed.id, claimed.webhook_id, claimed.event_id, claimed.kind, claimed.tries,
      claimed.attempt_count, claimed.replay, coalesce(claimed.body, e.body) as body, w.url, w.headers, w.secret,
      case when w.previous_secret_until > now() then w.previous_secret end as previous_secret
    from claimed
    join webhooks w on w.workspace_id = ${workspace_id} and w.id = claimed.webhook_id
    left join events e on e.workspace_id = ${workspace_id} and e.id = claimed.event_id`.execute(tx)
  return rows
}

/**
 * Locks webhooks that no other process claims from, so that their limits are true of all processes. A statement of its
 * own: the next one sees what a process has committed that held the lock before.
 */
async function lockFreeWebhooks({ tx, workspace_id }: WorkspaceDb): Promise<string[]> {
  const rows = await tx
    .selectFrom('webhooks')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .orderBy('id')
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}

/** What became of one attempt. */
export interface AttemptRecord extends LastAttempt {
  readonly delivery_id: string
  readonly webhook_id: string
  readonly number: number
  /** No request was sent, for a reason of this service: the attempt says nothing about the receiver. */
  readonly isOwnFailure: boolean
  readonly request_headers: Readonly<Record<string, string>>
  readonly response_headers: Readonly<Record<string, string>> | null
  readonly response_excerpt: string | null
  readonly next:
    /** `skipped`: there was nothing to attempt. */
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
    last_attempt: isAttempt(record) ? lastAttemptOf(record) : null,
  }))
  const { rows } = await sql<{ webhook_id: string; id: string }>`
    update webhook_deliveries d set state = one.state,
      manual = d.manual and one.free = 1, claimed_by = null, claimed_until = null,
      tries = d.tries - one.free, due_at = now() + one.delay_ms * interval '1 ms',
      finished_at = case when one.delay_ms is null then now() end,
      last_attempt = coalesce(one.last_attempt, d.last_attempt),
      attempt_count = d.attempt_count - case when one.last_attempt is null then 1 else 0 end
    from jsonb_to_recordset(${JSON.stringify(updates)}::jsonb) as one (
      webhook_id text, id text, number integer, state text, delay_ms double precision, free integer, last_attempt jsonb)
    where d.workspace_id = ${workspace_id} and d.webhook_id = one.webhook_id and d.id = one.id
      and d.state = 'claimed' and d.claimed_by = ${owner} and d.attempt_count = one.number
    returning d.webhook_id, d.id`.execute(tx)
  const ids = new Set(rows.map(({ id }) => id))
  const savedRecords = records.filter(({ delivery_id }) => ids.has(delivery_id))
  const attempts = savedRecords.filter(isAttempt)
  if (attempts.length > 0)
    await tx
      .insertInto('webhook_attempts')
      .values(
        attempts.map((record) => ({
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
  return savedRecords
}

const isAttempt = ({ next }: AttemptRecord) => next.state !== 'skipped'

/**
 * Locks webhooks in the order of their ids. `busy` are those that somebody else has locked, such as for a deletion that takes
 * a while; those that were deleted are in neither.
 */
export async function lockWebhooks(
  { tx, workspace_id }: WorkspaceDb,
  ids: readonly string[],
): Promise<{ webhooks: WebhookRow[]; busy: ReadonlySet<string> }> {
  const named = tx
    .selectFrom('webhooks')
    .where('workspace_id', '=', workspace_id)
    .where('id', 'in', ids)
  const webhooks = await named.selectAll().orderBy('id').forNoKeyUpdate().skipLocked().execute()
  const locked = new Set(webhooks.map(({ id }) => id))
  if (locked.size === ids.length) return { webhooks, busy: new Set() }
  const existing = await named.select('id').execute()
  return {
    webhooks,
    busy: new Set(existing.map(({ id }) => id).filter((id) => !locked.has(id))),
  }
}

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
  if (isSuccess && webhook.failure_count >= failuresBeforeProbe)
    await makeFailedDue(db, webhook.id, failed)
}

const dueAtOnce = 5000

/**
 * The receiver was away and is back: what failed there, but for `failed`, does not wait for hours, unless it said when to
 * come again. What is locked is being changed by somebody else. The next success goes on where many wait.
 */
async function makeFailedDue(
  { tx, workspace_id }: WorkspaceDb,
  webhook_id: string,
  failed: readonly string[],
): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    update webhook_deliveries set due_at = now() where ctid = any (array(
      select d.ctid from webhook_deliveries d
      where d.workspace_id = ${workspace_id} and d.webhook_id = ${webhook_id} and d.state = 'waiting'
        and d.tries > 0 and d.due_at > now() and d.id <> all (${failed}::text[])
        and not exists (
          select 1 from webhook_attempts a
          where a.workspace_id = d.workspace_id and a.webhook_id = d.webhook_id and a.delivery_id = d.id
            and a.number = d.attempt_count and a.http_status in (429, 503)
            and a.response_headers ? 'retry-after')
      limit ${dueAtOnce} for update of d skip locked))`.execute(tx)
  if (numAffectedRows < dueAtOnce) return
  await tx
    .updateTable('webhooks')
    .set({ failure_count: failuresBeforeProbe })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', webhook_id)
    .execute()
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

/**
 * Makes deliveries due whose process is gone. Their attempts are in the log, but do not count. Those that are locked follow
 * later: a webhook that is being deleted must not stop the rounds of all others.
 */
export async function releaseExpiredDeliveries(
  pool: Kysely<Tables>,
  isOnlyProcess: boolean,
): Promise<void> {
  await sql`
    with expired as (
      update webhook_deliveries set state = 'waiting', claimed_by = null, claimed_until = null, due_at = now(),
        tries = greatest(0, tries - 1)
      where ctid = any (array(
        select ctid from webhook_deliveries where ${isLeaseExpired(isOnlyProcess)} for update skip locked))
      returning workspace_id, webhook_id, id, attempt_count
    )
    insert into webhook_attempts (workspace_id, webhook_id, delivery_id, number, at, error, request_headers)
    select workspace_id, webhook_id, id, attempt_count, now(), 'interrupted', '{}' from expired
    on conflict do nothing`.execute(pool)
}
