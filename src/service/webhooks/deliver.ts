import { maskHeaders } from '#contract/developers/webhook-headers.rules.ts'
import type { AttemptError } from '#contract/developers/webhook-resources.ts'
import type { ClaimKind } from '#service/claims/claim-runner.ts'
import type { DatabaseAccess, WorkspaceDb } from '#service/db/db.ts'
import type { Log } from '#service/log.ts'
import { createEmit } from '#service/outbox/outbox.ts'
import { type OutgoingResult, sendRequest } from '#service/outgoing/request.ts'
import type { Lookup } from '#service/outgoing/resolve-target.ts'
import { openText } from '#service/secret.ts'
import {
  type AttemptRecord,
  type ClaimedDelivery,
  claimDeliveries,
  isFailingForDays,
  lockWebhooks,
  releaseExpiredDeliveries,
  saveAttempts,
  saveHealth,
  workspacesWithDeliveries,
} from './delivery-queue.store.ts'
import { queueDeliveries } from './queue-deliveries.ts'
import { nextAttemptAt } from './retry.rules.ts'
import { attemptHeaders } from './signature.ts'
import {
  type WebhookRow,
  findWebhookRow,
  saveWebhook,
  sealContext,
  toWebhook,
} from './webhooks.store.ts'

export interface DeliveryOptions {
  /** Opens sealed secrets and header values. */
  readonly key: Uint8Array
  readonly allowPrivate: boolean
  /** Where the dashboard is; null when it is not known. */
  readonly publicUrl: string | null
  readonly log: Log
  /** Replaced in tests. */
  readonly lookup?: Lookup
  readonly deadlineMs?: number
}

/** An answer counts when its headers are complete within this time. */
const deadlineMs = 10_000
/** Long enough for an attempt and its record. */
const leaseMs = 30_000
/** Each needs a socket: processes may have a limit of about 1,000 open files. */
const maxActive = 300

/** The deliveries of webhooks, as a kind of work that leaves the process. */
export const deliveryKind = (
  database: DatabaseAccess,
  options: DeliveryOptions,
): ClaimKind<ClaimedDelivery, AttemptRecord> => ({
  name: 'webhook_delivery',
  leaseMs,
  maxActive,
  findWorkspaces: (candidates) => workspacesWithDeliveries(database.pool, candidates),
  async claim(db, lease, most) {
    const hasMoreEvents = await queueDeliveries(db, options.publicUrl, new Date())
    const items = await claimDeliveries(db, lease, most)
    // The next delivery of a replay is due without any other cause.
    return { items, hasMore: hasMoreEvents || items.some(({ replay }) => replay) }
  },
  act: (delivery, signal) =>
    attempt(delivery, signal, options).catch((error: unknown) => {
      options.log('error', 'delivery_failed', { id: delivery.id, error: String(error) })
      return failedAttempt(delivery)
    }),
  record: (db, owner, results) =>
    recordAttempts(
      db,
      owner,
      results.map(([, result]) => result),
    ),
  releaseExpired: (isOnlyProcess) => releaseExpiredDeliveries(database.pool, isOnlyProcess),
})

async function attempt(
  delivery: ClaimedDelivery,
  signal: AbortSignal,
  { key, allowPrivate, lookup, ...options }: DeliveryOptions,
): Promise<AttemptRecord> {
  const { id, webhook_id, url, body, attempt_count } = delivery
  const at = new Date()
  const record = { delivery_id: id, webhook_id, number: attempt_count, at: at.toISOString() }
  // The event was deleted before its first attempt.
  if (body === null) return { ...noRequest(delivery), error: null, next: { state: 'skipped' } }
  const open = (sealed: string, name: string) =>
    openText(key, sealed, sealContext(webhook_id, name))
  const secret = open(delivery.secret, 'secret')
  const previousSecret =
    delivery.previous_secret === null ? undefined : open(delivery.previous_secret, 'secret')
  const own = attemptHeaders({ ...delivery, body, at, secret, previousSecret })
  const custom = Object.entries(delivery.headers)
  const headers = Object.fromEntries(custom.map(([name, value]) => [name, open(value, name)]))
  const result = await sendRequest({
    deadlineMs: options.deadlineMs ?? deadlineMs,
    allowPrivate,
    ...(lookup && { lookup }),
    owner: webhook_id,
    url,
    method: 'POST',
    headers: { ...headers, ...own },
    body,
    signal,
  })
  const request_headers = { ...maskHeaders(delivery.headers), ...own }
  const outcome = describeResult(delivery, result, new Date())
  return { ...record, isOwnFailure: false, request_headers, ...outcome }
}

/** Its secret does not open, for example: the next attempt may come after that was repaired. */
const failedAttempt = (delivery: ClaimedDelivery): AttemptRecord => ({
  ...noRequest(delivery),
  error: 'interrupted',
  next: nextOf(delivery.tries, new Date(), null, undefined),
})

const noRequest = ({ id, webhook_id, attempt_count }: ClaimedDelivery) => ({
  ...noResponse,
  delivery_id: id,
  webhook_id,
  number: attempt_count,
  at: new Date().toISOString(),
  isOwnFailure: true,
  request_headers: {},
})

const noResponse = {
  http_status: null,
  duration_ms: null,
  response_headers: null,
  response_excerpt: null,
}

function describeResult({ tries }: ClaimedDelivery, result: OutgoingResult, failed_at: Date) {
  if (result.kind === 'failure') {
    const error: AttemptError = result.reason === 'aborted' ? 'interrupted' : result.reason
    const outcome = { ...noResponse, duration_ms: result.ms, error }
    if (error === 'interrupted')
      return { ...outcome, next: { state: 'waiting', delayMs: 0, isFree: true } as const }
    return { ...outcome, next: nextOf(tries, failed_at, null, undefined) }
  }
  const isSuccess = result.status >= 200 && result.status < 300
  const retryAfter = result.headers['retry-after']
  return {
    http_status: result.status,
    duration_ms: result.ms,
    error: null,
    response_headers: result.headers,
    response_excerpt: result.body,
    next: isSuccess
      ? ({ state: 'succeeded' } as const)
      : nextOf(tries, failed_at, result.status, retryAfter),
  }
}

function nextOf(
  tries: number,
  failed_at: Date,
  http_status: number | null,
  retryAfter: string | undefined,
): AttemptRecord['next'] {
  const next = nextAttemptAt({ tries, failed_at, retryAfter, http_status, random: Math.random })
  if (next === null) return { state: 'failed' }
  return { state: 'waiting', delayMs: next.getTime() - failed_at.getTime(), isFree: false }
}

async function recordAttempts(
  db: WorkspaceDb,
  owner: string,
  records: readonly AttemptRecord[],
): Promise<void> {
  const webhooks = await lockWebhooks(db, [...new Set(records.map(({ webhook_id }) => webhook_id))])
  const existing = new Set(webhooks.map(({ id }) => id))
  const savedRecords = await saveAttempts(
    db,
    owner,
    records.filter(({ webhook_id }) => existing.has(webhook_id)),
  )
  for (const webhook of webhooks) {
    const attempts = savedRecords.filter(
      ({ webhook_id, isOwnFailure }) => webhook_id === webhook.id && !isOwnFailure,
    )
    const last = attempts.at(-1)
    if (!last) continue
    const isSuccess = attempts.some(({ next }) => next.state === 'succeeded')
    const failed = attempts.filter(hasFailed).map(({ delivery_id }) => delivery_id)
    await saveHealth(db, webhook, { isSuccess, failed, last })
    if (webhook.disabled_at !== null) continue
    const isGone = attempts.some(({ http_status }) => http_status === 410)
    if (isGone) await disable(db, webhook, 'gone')
    else if (!isSuccess && failed.length > 0 && (await isFailingForDays(db, webhook.id)))
      await disable(db, webhook, 'failing')
  }
}

const hasFailed = ({ next }: AttemptRecord) =>
  next.state === 'failed' || (next.state === 'waiting' && !next.isFree)

async function disable(db: WorkspaceDb, { id }: WebhookRow, reason: 'gone' | 'failing') {
  const now = new Date()
  await saveWebhook(db, id, { disabled_reason: reason, disabled_at: now.toISOString() }, now)
  const row = await findWebhookRow(db, id)
  const caller = {
    key_id: null,
    member_id: null,
    workspace_id: db.workspace_id,
    scope: 'write',
    admin: true,
  } as const
  if (!row) return
  // Without the URL, which may be a credential: reading events needs no admin key.
  const { description, disabled_reason, disabled_at } = toWebhook(row)
  const data = { id, description, host: new URL(row.url).host, disabled_reason, disabled_at }
  await createEmit(db, caller, now, false)('webhook.disabled', data)
}
