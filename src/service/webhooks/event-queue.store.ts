import { sql } from 'kysely'

import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { retryOnMissingReference } from '#service/db/transaction-conflict.ts'
import type { WebhookRow } from './webhooks.store.ts'

const eventsPerRound = 1000

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
export const lockWebhooksWithNewEvents = ({
  tx,
  workspace_id,
}: WorkspaceDb): Promise<WebhookRow[]> =>
  tx
    .selectFrom('webhooks as w')
    .selectAll()
    .where('w.workspace_id', '=', workspace_id)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('events as e')
          .select('e.id')
          .where('e.workspace_id', '=', workspace_id)
          .whereRef('e.seq', '>', 'w.queued_seq'),
      ),
    )
    .orderBy('w.id')
    .forNoKeyUpdate()
    .skipLocked()
    .execute()

/** The next events in the order of their numbers, and the number of the last one that was looked at. */
export async function eventsToQueue(
  { tx, workspace_id }: WorkspaceDb,
  after: string,
): Promise<{ events: QueuedEvent[]; last: string | undefined; hasMore: boolean }> {
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
  return { events, last: rows.at(-1)?.seq ?? undefined, hasMore: rows.length === eventsPerRound }
}

export const saveQueuedSeq = (
  { tx, workspace_id }: WorkspaceDb,
  webhook_ids: readonly string[],
  seq: string,
) =>
  sql`
    update webhooks set queued_seq = greatest(queued_seq, ${seq}::bigint)
    where workspace_id = ${workspace_id} and id = any (${webhook_ids}::text[])`.execute(tx)

/** The next numbered events since a time; later ones than the webhook has seen are queued anyway. */
export async function eventsSince(
  { tx, workspace_id }: WorkspaceDb,
  { id, queued_seq }: WebhookRow,
  since: string,
  after: string,
  { hasNoDelivery }: { hasNoDelivery: boolean },
): Promise<{ events: QueuedEvent[]; last: string | undefined }> {
  const rows = await tx
    .selectFrom('events as e')
    .select(['e.id', 'e.kind', 'e.seq', 'e.key_id', 'e.created_at', 'e.body'])
    .where('e.workspace_id', '=', workspace_id)
    .where('e.seq', '>', after)
    .where('e.created_at', '>=', since)
    .where('e.silent', '=', false)
    .where('e.seq', '<=', queued_seq)
    .$if(hasNoDelivery, (query) =>
      query.where((eb) =>
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

/** Ignores events that a webhook has a delivery of. Those of a replay are attempted one at a time, as they are inserted. */
export async function insertDeliveries(
  { tx, workspace_id }: WorkspaceDb,
  deliveries: readonly NewDelivery[],
  now: Date,
  { isReplay } = { isReplay: false },
): Promise<number> {
  if (deliveries.length === 0) return 0
  const ids = deliveries.map(() => newId('dlv', now))
  const column = (name: keyof NewDelivery) => deliveries.map((delivery) => delivery[name])
  const { numAffectedRows } = await sql`
    insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, kind, body, replay, due_at, created_at)
    select ${workspace_id}, id, webhook_id, event_id, kind, body, ${isReplay}, now(), ${now}
    from unnest(${ids}::text[], ${column('webhook_id')}::text[], ${column('event_id')}::text[],
      ${column('kind')}::text[], ${column('body')}::text[]) as one (id, webhook_id, event_id, kind, body)
    on conflict (workspace_id, webhook_id, event_id) do nothing`
    .execute(tx)
    .catch(retryOnMissingReference)
  return Number(numAffectedRows ?? 0)
}
