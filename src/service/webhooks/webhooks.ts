import type { Event } from '#contract/developers/events.ts'
import type { Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { lockForLimit } from '#service/db/rows.ts'
import { judgeResolvedTarget, type Lookup } from '#service/outgoing/resolve-target.ts'
import { fetchPage } from '#service/page-query.ts'
import { conflict, invalidField, orNotFound } from '#service/refusal.ts'
import { openText, sealText } from '#service/secret.ts'
import { formatChatMessage } from './chat-format.rules.ts'
import {
  countDeliveries,
  countFailedSince,
  countWaiting,
  deliveriesAfter,
  findDelivery,
  insertTestDelivery,
  queueAgain,
  recoverFailed,
  skipWaiting,
} from './deliveries.store.ts'
import { describeEventKinds } from './event-kinds.rules.ts'
import { createSample } from './event-samples.ts'
import { countReplay, replayEvents } from './queue-deliveries.ts'
import { createSecret } from './signature.ts'
import {
  type WebhookChanges,
  type WebhookRow,
  countWebhooks,
  deleteWebhook,
  findWebhookRow,
  insertWebhook,
  lockWebhookRow,
  readStats,
  saveWebhook,
  sealContext,
  toWebhook,
  webhooksAfter,
} from './webhooks.store.ts'

export interface WebhookOptions {
  /** Seals secrets and header values. */
  readonly key: Uint8Array
  readonly allowPrivate: boolean
  readonly publicUrl: string | null
  readonly lookup?: Lookup
  /** Called after a commit that may have made a delivery of the workspace due. */
  readonly onDue: (workspace_id: string) => void
}

const maxWebhooks = 20
const maxHeaders = 10
const maxPauses = 10

/** A factory, because secrets are sealed with a key of this instance. */
export const webhookVerbs = ({ key, publicUrl, onDue }: WebhookOptions) =>
  ({
    async 'GET /webhooks'({ db, cursor }, page) {
      return fetchPage(cursor, page, {
        rows: (last, limit) => webhooksAfter(db, last, limit),
        keyOf: ({ id }) => [id],
        total: () => countWebhooks(db),
      })
    },

    async 'POST /webhooks'({ db, now, emit }, { secret = createSecret(), headers, ...draft }) {
      await lockForLimit(db)
      if ((await countWebhooks(db)) >= maxWebhooks)
        throw conflict('limit_reached', `A workspace may have at most ${maxWebhooks} webhooks.`)
      const id = newId('whk', now)
      const row = await insertWebhook(
        db,
        {
          id,
          ...draft,
          url: new URL(draft.url).href,
          description: draft.description ?? null,
          headers: sealHeaders(key, id, headers, {}),
          secret: sealText(key, secret, sealContext(id, 'secret')),
        },
        now,
      )
      await emit('settings.changed', { type: 'webhook', id, action: 'created' })
      return { ...toWebhook(row), secret }
    },

    async 'GET /webhooks/:webhook_id'({ db }, { webhook_id }) {
      return toWebhook(await requireWebhook(db, webhook_id))
    },

    async 'PATCH /webhooks/:webhook_id'(
      { db, now, emit, expectVersion, afterCommit },
      { webhook_id, enabled, headers, ...change },
    ) {
      const before = orNotFound(await lockWebhookRow(db, webhook_id), 'webhook', webhook_id)
      expectVersion(toWebhook(before))
      if (change.url !== undefined && new URL(change.url).origin !== new URL(before.url).origin)
        requireHeaderValues(before, headers)
      const changes: WebhookChanges = {
        ...presentFields(change),
        ...(change.url === undefined ? {} : { url: new URL(change.url).href }),
        ...(headers === undefined
          ? {}
          : { headers: sealHeaders(key, webhook_id, headers, before.headers) }),
        ...(enabled === undefined ? {} : stateChanges(before, enabled, now)),
      }
      if (!hasChanged(key, before, changes)) return toWebhook(before)
      await saveWebhook(db, webhook_id, changes, now)
      await emit('settings.changed', { type: 'webhook', id: webhook_id, action: 'updated' })
      afterCommit(() => onDue(db.workspace_id))
      return toWebhook(await requireWebhook(db, webhook_id))
    },

    async 'DELETE /webhooks/:webhook_id'({ db, emit, expectVersion }, { webhook_id }) {
      const before = orNotFound(await lockWebhookRow(db, webhook_id), 'webhook', webhook_id)
      expectVersion(toWebhook(before))
      await deleteWebhook(db, webhook_id)
      await emit('settings.changed', { type: 'webhook', id: webhook_id, action: 'deleted' })
      return undefined
    },

    async 'POST /webhooks/:webhook_id/rotate-secret'(
      { db, now, emit, expectVersion },
      { webhook_id, overlap_hours, secret = createSecret() },
    ) {
      const before = orNotFound(await lockWebhookRow(db, webhook_id), 'webhook', webhook_id)
      expectVersion(toWebhook(before))
      const hasOverlap = overlap_hours > 0
      if (hasOverlap) requireNoOverlap(before, now)
      const until = new Date(now.getTime() + overlap_hours * 3_600_000)
      await saveWebhook(
        db,
        webhook_id,
        {
          secret: sealText(key, secret, sealContext(webhook_id, 'secret')),
          previous_secret: hasOverlap ? before.secret : null,
          previous_secret_until: hasOverlap ? until.toISOString() : null,
        },
        now,
      )
      await emit('settings.changed', { type: 'webhook', id: webhook_id, action: 'secret_rotated' })
      return { ...toWebhook(await requireWebhook(db, webhook_id)), secret }
    },

    async 'POST /webhooks/:webhook_id/test'({ db, now, afterCommit }, { webhook_id, kind }) {
      const { format } = await requireWebhook(db, webhook_id)
      const event_id = newId('evt', now)
      const event = sampleEvent(kind, { id: event_id, created_at: now, webhook_id })
      const body =
        format === 'standard' ? JSON.stringify(event) : formatChatMessage(format, event, null)
      const delivery = await insertTestDelivery(db, { webhook_id, event_id, kind, body }, now)
      afterCommit(() => onDue(db.workspace_id))
      return delivery
    },

    async 'GET /webhooks/:webhook_id/stats'({ db }, { webhook_id }) {
      await requireWebhook(db, webhook_id)
      return readStats(db, webhook_id)
    },

    async 'GET /webhooks/:webhook_id/deliveries'({ db, cursor }, { webhook_id, ...input }) {
      await requireWebhook(db, webhook_id)
      const { status, kind, since, ...page } = input
      const filter = { webhook_id, status, kind, since }
      return fetchPage(cursor, page, {
        rows: (last, limit) => deliveriesAfter(db, filter, last, limit),
        keyOf: ({ id }) => [id],
        total: () => countDeliveries(db, filter),
      })
    },

    async 'GET /webhooks/:webhook_id/deliveries/:delivery_id'({ db }, { webhook_id, delivery_id }) {
      return requireDelivery(db, webhook_id, delivery_id)
    },

    async 'POST /webhooks/:webhook_id/deliveries/:delivery_id/redeliver'(
      { db, afterCommit },
      { webhook_id, delivery_id },
    ) {
      const delivery = await queueAgain(db, webhook_id, delivery_id)
      afterCommit(() => onDue(db.workspace_id))
      return orNotFound(delivery, 'delivery', delivery_id)
    },

    async 'POST /webhooks/:webhook_id/recover'(
      { db, afterCommit },
      { webhook_id, since, dry_run },
    ) {
      await requireWebhook(db, webhook_id)
      if (dry_run) return { count: await countFailedSince(db, webhook_id, since) }
      afterCommit(() => onDue(db.workspace_id))
      return { count: await recoverFailed(db, webhook_id, since) }
    },

    async 'POST /webhooks/:webhook_id/replay'(
      { db, now, afterCommit },
      { webhook_id, since, kinds, dry_run },
    ) {
      const row = await requireWebhook(db, webhook_id)
      const webhook = kinds === undefined ? row : { ...row, events: kinds }
      if (dry_run) return { count: await countReplay(db, webhook, since) }
      afterCommit(() => onDue(db.workspace_id))
      return { count: await replayEvents(db, webhook, { since, publicUrl, now }) }
    },

    async 'POST /webhooks/:webhook_id/skip-waiting'({ db }, { webhook_id, dry_run }) {
      await requireWebhook(db, webhook_id)
      const change = dry_run ? countWaiting : skipWaiting
      return { count: await change(db, webhook_id) }
    },

    async 'GET /event-kinds'() {
      return { data: describeEventKinds().map((kind) => ({ ...kind })) }
    },

    async 'GET /event-kinds/:kind/sample'(_, { kind }) {
      const name = describeEventKinds().find((one) => one.kind === kind)?.kind
      const time = new Date('2026-01-02T03:04:05.678Z')
      const webhook_id = 'whk_00000000000000000001'
      const options = { id: 'evt_00000000000000000001', created_at: time, webhook_id }
      return [sampleEvent(orNotFound(name, 'kind of event', kind), options)]
    },
  }) satisfies Partial<Verbs>

/** As a value of the contract: the spread turns an interface into a record. */
function sampleEvent(...input: Parameters<typeof createSample>): Event {
  const { data, ...event } = createSample(...input)
  return { ...event, data: { ...data } }
}

const requireWebhook = async (db: WorkspaceDb, id: string): Promise<WebhookRow> =>
  orNotFound(await findWebhookRow(db, id), 'webhook', id)

export const requireWebhookById = async (db: WorkspaceDb, id: string) =>
  toWebhook(await requireWebhook(db, id))

export const requireDelivery = async (db: WorkspaceDb, webhook_id: string, id: string) =>
  orNotFound(await findDelivery(db, webhook_id, id), 'delivery', id)

/** Judges the URL of a webhook with the addresses that its name has now. It uses the network, so no transaction is open. */
export const webhookChecks = ({ allowPrivate, lookup }: WebhookOptions) => {
  const check = async ({ url }: { readonly url?: string | undefined }) => {
    if (url === undefined) return
    const policy = { allowPrivate, ...(lookup && { lookup }) }
    const verdict = await judgeResolvedTarget(url, policy)
    if (!verdict.isAllowed) throw invalidField('/url', verdict.code, verdict.message)
  }
  return { 'POST /webhooks': check, 'PATCH /webhooks/:webhook_id': check }
}

/** The type of an optional field allows undefined, which would be written as null. */
const presentFields = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }

// These are the service's own; the transport sets the others.
const reservedHeader =
  /^(host|connection|keep-alive|upgrade|expect|te|trailer|transfer-encoding|content-.*|accept-encoding|user-agent|proxy-.*|webhook-.*|x-service-.*)$/i

/** Seals the values; a null one keeps the stored one. Throws for names that the service sends itself. */
function sealHeaders(
  key: Uint8Array,
  webhook_id: string,
  headers: Readonly<Record<string, string | null>>,
  stored: Readonly<Record<string, string>>,
): Record<string, string> {
  const entries = Object.entries(headers)
  if (entries.length > maxHeaders)
    throw invalidField('/headers', 'too_many', `At most ${maxHeaders} headers are allowed.`)
  const names = new Set(entries.map(([name]) => name.toLowerCase()))
  if (names.size < entries.length)
    throw invalidField('/headers', 'duplicate', 'The name of a header is there twice.')
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (reservedHeader.test(name))
        throw invalidField(
          `/headers/${name}`,
          'reserved_header',
          `${name} is set by the service and cannot be replaced.`,
        )
      const current = Object.entries(stored).find(
        ([one]) => one.toLowerCase() === name.toLowerCase(),
      )
      if (value !== null) return [name, sealText(key, value, sealContext(webhook_id, name))]
      if (current) return [name, current[1]]
      throw invalidField(`/headers/${name}`, 'no_value', `${name} has no stored value to keep.`)
    }),
  )
}

/** Stored values are not sent to another host: whoever may change the URL could read them there. */
function requireHeaderValues(
  before: WebhookRow,
  headers: Readonly<Record<string, string | null>> | undefined,
): void {
  const isKept =
    headers === undefined
      ? Object.keys(before.headers).length > 0
      : Object.values(headers).includes(null)
  if (isKept)
    throw invalidField(
      '/headers',
      'values_required',
      'The URL leads to another host. Send the values of the headers again, or remove them.',
    )
}

/** Two secrets sign at most. The older one would stop at once, although its time was promised. */
function requireNoOverlap({ previous_secret_until }: WebhookRow, now: Date): void {
  if (previous_secret_until === null || new Date(previous_secret_until) <= now) return
  throw conflict(
    'secret_overlap',
    `The previous secret signs until ${previous_secret_until}. To end that now, replace the secret without an overlap.`,
  )
}

/** A webhook that is enabled receives the events from now on, and what was waiting goes on. */
function stateChanges(before: WebhookRow, enabled: boolean, now: Date): WebhookChanges {
  const { disabled_at } = before
  if (enabled === (disabled_at === null)) return {}
  if (disabled_at === null) return { disabled_reason: 'manual', disabled_at: now.toISOString() }
  // Events from before a pause may have no deliveries yet. Those from before the oldest pauses have.
  const pauses = [...before.pauses, [disabled_at, now.toISOString()] as const]
  const [, events_since] = pauses.at(-maxPauses - 1) ?? [undefined, before.events_since]
  return {
    pauses: pauses.slice(-maxPauses),
    disabled_reason: null,
    disabled_at: null,
    // Its failures are kept: the first success makes due what they delayed.
    failing_since: null,
    probe_at: null,
    events_since,
  }
}

const byName = ([one]: [string, string], [other]: [string, string]) => (one < other ? -1 : 1)

/** Header values are compared in the clear, because sealing one twice gives different texts. */
function hasChanged(key: Uint8Array, before: WebhookRow, changes: WebhookChanges): boolean {
  const open = (name: string, value: string) => {
    try {
      return openText(key, value, sealContext(before.id, name))
    } catch {
      // A damaged value equals no other one, so that it can be replaced.
      return undefined
    }
  }
  const clear = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers)
      .toSorted(byName)
      .map(([name, value]) => [name, open(name, value)])
  return Object.entries(changes).some(([name, value]) => {
    if (name === 'headers' && changes.headers)
      return JSON.stringify(clear(changes.headers)) !== JSON.stringify(clear(before.headers))
    return JSON.stringify(value) !== JSON.stringify(before[name as keyof WebhookRow]) // own keys
  })
}
