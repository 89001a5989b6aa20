import { kindsQuery } from '#contract/developers/events.ts'
import { httpLimits } from '#contract/http-limits.rules.ts'
import type { Caller } from '#service/context.ts'
import type { Database } from '#service/db/db.ts'
import {
  type NumberedEvent,
  eventsAfter,
  latestEvent,
  numberOf,
} from '#service/developers/events.store.ts'
import {
  type AuthenticatedContext,
  type HttpResponse,
  setHeader,
} from '#service/http/http-message.ts'
import type { EventFeed } from '#service/outbox/event-feed.ts'
import { Refusal, invalidField } from '#service/refusal.ts'
import { type StreamTimings, createSseWriter, formatFrame } from './sse-writer.ts'

interface Options {
  readonly database: Database
  readonly feed: EventFeed
  /** Throws when the key of this header is no longer valid. */
  readonly authenticate: (authorization: string | undefined) => Promise<Caller>
  readonly timings: StreamTimings
}

export type EventStreams = ReturnType<typeof createEventStreams>

const batchSize = 50

/** The event feed as server-sent events. */
export function createEventStreams({ database, feed, authenticate, timings }: Options) {
  const openStreams = new Map<string, Set<AbortController>>()
  let isClosed = false

  /** `GET /events/stream`: not a row of the contract, because its body does not end. */
  async function handle({ request, headers, caller }: AuthenticatedContext): Promise<HttpResponse> {
    const { workspace_id, key_id } = caller
    setHeader(headers, 'Content-Type', 'text/event-stream; charset=utf-8')
    if (request.method === 'HEAD') return { status: 200, headers, body: null }
    const db = database.readOnly(workspace_id)
    const kinds = parseKinds(request.search)
    const { authorization, 'last-event-id': lastEventId } = request.headers
    const resumeAfter = lastEventId === undefined ? undefined : await numberOf(db, lastEventId)
    const latest = await latestEvent(db)

    const key = key_id ?? ''
    const streams = openStreams.get(key) ?? new Set()
    if (streams.size >= httpLimits.streamsPerKey)
      throw new Refusal(
        'rate_limited',
        `This key has ${httpLimits.streamsPerKey} streams open. Close one first.`,
        { headers: { 'Retry-After': '30' } },
      )
    const abort = new AbortController()
    openStreams.set(key, streams.add(abort))
    const writer = createSseWriter(timings, abort)
    let latestNumber = latest?.seq ?? '0'
    const unsubscribe = feed.subscribe(workspace_id, (number) => {
      latestNumber = number
      writer.wake()
    })
    abort.signal.addEventListener('abort', () => {
      unsubscribe()
      streams.delete(abort)
      if (streams.size === 0) openStreams.delete(key)
    })

    async function run(): Promise<void> {
      await writer.send(firstFrame(lastEventId, resumeAfter, latest?.id))
      let position = resumeAfter ?? latest?.seq ?? '0'
      let hasMore = true
      while (!abort.signal.aborted) {
        await authenticate(authorization)
        const end = latestNumber
        const events: NumberedEvent[] = hasMore
          ? await eventsAfter(db, kinds, position, batchSize)
          : []
        for (const { id, kind, body, number } of events) {
          await writer.send(formatFrame({ id, event: kind, data: body }))
          position = number
        }
        const isLastBatch = events.length < batchSize
        // Skips events of other kinds, so that the next query does not scan them again.
        if (hasMore && isLastBatch && BigInt(end) > BigInt(position)) position = end
        hasMore = !isLastBatch || (await writer.waitForEvents())
      }
    }
    // A revoked key, a client that disconnected or is too slow, a database failure: each ends the stream. The client
    // reconnects with the id of the last event it received.
    void run()
      .catch(() => undefined)
      .finally(() => abort.abort())
    if (isClosed) abort.abort()
    setHeader(headers, 'Cache-Control', 'private, no-store')
    setHeader(headers, 'X-Accel-Buffering', 'no')
    return { status: 200, headers, body: writer.body }
  }

  /** Ends every open stream; clients reconnect. */
  const disconnectAll = () =>
    [...openStreams.values()].forEach((streams) => streams.forEach((abort) => abort.abort()))
  return {
    handle,
    disconnectAll,
    /** Ends every open stream, and every later one at once. */
    close() {
      isClosed = true
      disconnectAll()
    },
  }
}

function parseKinds(search: string): string[] {
  const kinds = new URLSearchParams(search).get('kinds') ?? undefined
  const result = kindsQuery.kinds.safeParse(kinds)
  if (!result.success) throw invalidField('kinds', 'unknown_kind', 'kinds: unknown kind of event')
  return result.data ?? ['*']
}

/** `ready` starts or resumes the feed. `reset` means that events may be missing: the client refetches everything. */
const firstFrame = (
  lastEventId: string | undefined,
  resumeAfter: string | undefined,
  latestId: string | undefined,
) =>
  lastEventId !== undefined && resumeAfter === undefined
    ? formatFrame({ event: 'reset', id: latestId, data: '{}' })
    : formatFrame({ event: 'ready', id: lastEventId ?? latestId, data: '{}' })
