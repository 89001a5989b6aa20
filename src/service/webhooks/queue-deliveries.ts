import type { Event } from '#contract/developers/events.ts'
import { filterPaths } from '#contract/developers/webhook-filter.rules.ts'
import type { WebhookFormat } from '#contract/developers/webhook-resources.ts'
import { type EventKind, isInternal } from '#contract/events.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { formatChatMessage } from './chat-format.rules.ts'
import { linkTo } from './dashboard-link.rules.ts'
import {
  type QueuedEvent,
  eventsToQueue,
  eventsSince,
  insertDeliveries,
  lockWebhooksWithNewEvents,
  saveQueuedSeq,
} from './event-queue.store.ts'
import type { WebhookRow } from './webhooks.store.ts'

/** Creates the deliveries of events that were numbered since the last round, in their order. Returns whether more events wait. */
export async function queueDeliveries(
  db: WorkspaceDb,
  publicUrl: string | null,
  now: Date,
): Promise<boolean> {
  const webhooks = await lockWebhooksWithNewEvents(db)
  const [first, ...others] = webhooks.map(({ queued_seq }) => BigInt(queued_seq))
  if (first === undefined) return false
  const after = others.reduce((least, seq) => (seq < least ? seq : least), first)
  const { events, last, hasMore } = await eventsToQueue(db, String(after))
  if (last === undefined) return false
  const deliveries = webhooks.flatMap((webhook) =>
    events
      .filter(({ seq }) => BigInt(seq) > BigInt(webhook.queued_seq))
      .filter((event) => isDuringSubscription(webhook, event) && isWanted(webhook, event))
      .map((event) => toDelivery(webhook, publicUrl, event)),
  )
  await insertDeliveries(db, deliveries, now)
  await saveQueuedSeq(
    db,
    webhooks.map(({ id }) => id),
    last,
  )
  return hasMore
}

/** The request that caused the event began while the webhook was there and enabled. */
const isDuringSubscription = (
  { events_since, pauses, disabled_at }: WebhookRow,
  { created_at }: QueuedEvent,
): boolean =>
  created_at > events_since &&
  !pauses.some(([from, to]) => created_at >= from && created_at <= to) &&
  (disabled_at === null || created_at < disabled_at)

/** What is sent to this webhook of an event. */
const toDelivery = (
  { id, format }: Pick<WebhookRow, 'id' | 'format'>,
  publicUrl: string | null,
  event: Pick<QueuedEvent, 'id' | 'kind' | 'body'>,
) => ({
  webhook_id: id,
  event_id: event.id,
  kind: event.kind,
  body: formatBody(format, publicUrl, event.body),
})

/** Null for the event itself, whose bytes are stored with it. */
function formatBody(format: WebhookFormat, publicUrl: string | null, body: string): string | null {
  if (format === 'standard') return null
  const event = JSON.parse(body) as Event // written by the outbox
  return formatChatMessage(format, event, linkTo(publicUrl, event))
}

type Subscription = Pick<WebhookRow, 'events' | 'filter' | 'ignore_api'>

/** `*` is every kind except those of internal comments, which must be named. */
function isWanted(
  { events, filter, ignore_api }: Subscription,
  { kind, key_id, body }: Pick<QueuedEvent, 'kind' | 'key_id' | 'body'>,
): boolean {
  // The outbox writes no other kinds.
  const isNamed = events.includes(kind) || (events.includes('*') && !isInternal(kind as EventKind))
  if (!isNamed || (ignore_api && key_id !== null)) return false
  const path = filterPaths(kind as EventKind)
  const ids = path && filter[path.field]
  if (!path || !ids) return true
  const { data } = JSON.parse(body) as { data: Record<string, unknown> } // written by the outbox
  const id = data[path.path]
  // A campaign without a list carries no id to restrict.
  return typeof id !== 'string' || ids.includes(id)
}

/** Queues the kept events since a time that the webhook has no delivery of, oldest first. Returns how many. */
export async function replayEvents(
  db: WorkspaceDb,
  webhook: WebhookRow,
  { since, publicUrl, now }: { since: string; publicUrl: string | null; now: Date },
): Promise<number> {
  let count = 0
  // The insert ignores what has a delivery. A join with the rows that this transaction adds would read all of them again.
  for await (const events of keptEvents(db, webhook, since, { hasNoDelivery: false })) {
    const deliveries = events.map((event) => toDelivery(webhook, publicUrl, event))
    count += await insertDeliveries(db, deliveries, now, { isReplay: true })
  }
  return count
}

export async function countReplay(
  db: WorkspaceDb,
  webhook: WebhookRow,
  since: string,
): Promise<number> {
  let count = 0
  const options = { hasNoDelivery: true }
  for await (const events of keptEvents(db, webhook, since, options)) count += events.length
  return count
}

async function* keptEvents(
  db: WorkspaceDb,
  webhook: WebhookRow,
  since: string,
  options: { hasNoDelivery: boolean },
) {
  let after = '0'
  for (;;) {
    const { events, last } = await eventsSince(db, webhook, since, after, options)
    yield events.filter((event) => isWanted(webhook, event))
    if (last === undefined) return
    after = last
  }
}
