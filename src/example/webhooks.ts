import type { EventKind } from '#contract/events.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import type { LastAttempt } from '#service/db/schema/webhooks.ts'
import { createSample } from '#service/webhooks/event-samples.ts'
import { type Row, insertRows } from './rows.store.ts'
import type { Kit } from './seed-context.ts'

/** Seals the secret of a webhook with the key of the instance. */
export type SealSecret = (webhook_id: string) => string

const minuteMs = 60_000
const hourMs = 60 * minuteMs

type Outcome = Pick<LastAttempt, 'http_status' | 'duration_ms' | 'error'> & {
  excerpt: string | null
}
const broken = { http_status: 500, duration_ms: 212, error: null, excerpt: 'Database is locked' }
const silent = { http_status: null, duration_ms: 10_000, error: 'timeout', excerpt: null } as const
const fine = { http_status: 200, duration_ms: 96, error: null, excerpt: '' }

const deliveries: readonly {
  kind: EventKind
  hoursAgo: number
  outcomes: readonly Outcome[]
}[] = [
  { kind: 'contact.created', hoursAgo: 76, outcomes: [fine] },
  { kind: 'post.created', hoursAgo: 52, outcomes: [silent, broken, broken] },
  { kind: 'card.moved', hoursAgo: 27, outcomes: [broken, broken] },
]

/** One webhook that was switched off when its receiver began to fail, with what it had sent. */
export async function fillWebhooks(db: WorkspaceDb, kit: Kit, seal: SealSecret): Promise<void> {
  const makeId = kit.ids('webhooks')
  const before = (ms: number) => new Date(kit.now.getTime() - ms)
  const created_at = before(90 * hourMs)
  const id = makeId('whk', created_at)
  const rows = deliveries.map(({ kind, hoursAgo, outcomes }) => {
    const at = before(hoursAgo * hourMs)
    const event_id = makeId('evt', at)
    const attempts = outcomes.map((outcome, index) => ({
      ...outcome,
      at: new Date(at.getTime() + index * 6 * minuteMs),
      number: index + 1,
    }))
    const sample = createSample(kind, { id: event_id, created_at: at, webhook_id: id })
    return { id: makeId('dlv', at), event_id, kind, at, attempts, body: JSON.stringify(sample) }
  })
  const lastOf = ({ attempts }: (typeof rows)[number]): LastAttempt | null => {
    const last = attempts.at(-1)
    if (!last) return null
    const { http_status, duration_ms, error } = last
    return { at: last.at.toISOString(), http_status, duration_ms, error }
  }
  const latest = rows.at(-1)
  const lastAttempt = latest && lastOf(latest)
  const webhook: Row<'webhooks'> = {
    id,
    url: 'https://hooks.fernandfield.example/in',
    description: 'Stock sheet of the workshop',
    events: ['contact.created', 'post.created', 'card.moved'],
    format: 'standard',
    headers: {},
    filter: {},
    ignore_api: false,
    secret: seal(id),
    disabled_reason: 'manual',
    disabled_at: before(26 * hourMs),
    queued_seq: '0',
    events_since: created_at,
    failure_count: 5,
    failing_since: before(52 * hourMs),
    last_attempt: latest && lastAttempt ? { ...lastAttempt, delivery_id: latest.id } : null,
    version: 1,
    created_at,
    updated_at: before(26 * hourMs),
  }
  await insertRows(db, 'webhooks', [webhook])
  await insertRows(
    db,
    'webhook_deliveries',
    rows.map((row): Row<'webhook_deliveries'> => {
      const isDone = row.attempts.at(-1)?.http_status === 200
      return {
        webhook_id: id,
        id: row.id,
        event_id: row.event_id,
        kind: row.kind,
        body: row.body,
        state: isDone ? 'succeeded' : 'failed',
        manual: false,
        tries: row.attempts.length,
        attempt_count: row.attempts.length,
        last_attempt: lastOf(row),
        created_at: row.at,
        finished_at: row.attempts.at(-1)?.at ?? null,
      }
    }),
  )
  await insertRows(
    db,
    'webhook_attempts',
    rows.flatMap((row) =>
      row.attempts.map(({ excerpt, ...attempt }): Row<'webhook_attempts'> => ({
        webhook_id: id,
        delivery_id: row.id,
        ...attempt,
        request_headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'Service-Webhooks/1',
          'X-Service-Event': row.kind,
        },
        response_headers: attempt.http_status === null ? null : { 'content-type': 'text/plain' },
        response_excerpt: excerpt,
      })),
    ),
  )
}
