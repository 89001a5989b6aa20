import { kindsQuery } from '#contract/developers/events.ts'
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
import { type StreamTimings, createSseWriter, formatEventFrame, formatFrame } from './sse-writer.ts'

interface Parts {
  readonly database: Database
  readonly feed: EventFeed
  /** Throws when the key of this header is not accepted any more. */
  readonly authenticate: (authorization: string | undefined) => Promise<Caller>
  readonly timings: StreamTimings
}

export interface EventStreams {
  /** `GET /events/stream`: no row of the table, because it has no body that ends. */
  readonly handle: (context: AuthenticatedContext) => Promise<HttpResponse>
  /** Ends every stream; their readers come back. */
  disconnectAll(): void
  /** Ends every stream, and every one that would begin. */
  close(): void
}

const streamType = 'text/event-stream; charset=utf-8'
const perKey = 20
const atOnce = 50

/** The change feed as server-sent events. */
export function createEventStreams({ database, feed, authenticate, timings }: Parts): EventStreams {
  const open = new Map<string, Set<AbortController>>()
  let isClosed = false

  async function handle({ request, headers, caller }: AuthenticatedContext): Promise<HttpResponse> {
    const { workspace_id, key_id } = caller
    setHeader(headers, 'Content-Type', streamType)
    if (request.method === 'HEAD') return { status: 200, headers, body: null }
    const db = database.readOnly(workspace_id)
    const kinds = kindsOf(request.search)
    const { authorization, 'last-event-id': seen } = request.headers
    const number = seen === undefined ? undefined : await numberOf(db, seen)
    const latest = await latestEvent(db)

    const own = key_id ?? ''
    const streams = open.get(own) ?? new Set()
    if (streams.size >= perKey)
      throw new Refusal('rate_limited', `This key has ${perKey} streams open. Close one first.`, {
        headers: { 'Retry-After': '30' },
      })
    const end = new AbortController()
    open.set(own, streams.add(end))
    const outlet = createSseWriter(timings, end)
    let upTo = latest?.seq ?? '0'
    const stop = feed.subscribe(workspace_id, (now) => {
      upTo = now
      outlet.wake()
    })
    end.signal.addEventListener('abort', () => {
      stop()
      streams.delete(end)
      if (streams.size === 0) open.delete(own)
    })

    async function run(): Promise<void> {
      await outlet.send(begin(seen, number, latest?.id))
      let position = number ?? latest?.seq ?? '0'
      let isMore = true
      while (!end.signal.aborted) {
        await authenticate(authorization)
        const known = upTo
        const events: NumberedEvent[] = isMore ? await eventsAfter(db, kinds, position, atOnce) : []
        for (const event of events) {
          await outlet.send(formatEventFrame(event))
          position = event.number
        }
        const isWhole = events.length < atOnce
        // Kinds that nobody asked for are passed over once, and not again with every look.
        if (isMore && isWhole && BigInt(known) > BigInt(position)) position = known
        isMore = !isWhole || (await outlet.pause())
      }
    }
    // A key that was revoked, a reader that went or is too slow, a database that failed: all end it, and the
    // reader comes back with the id of the last event it has seen.
    void run()
      .catch(() => undefined)
      .finally(() => end.abort())
    if (isClosed) end.abort()
    setHeader(headers, 'Cache-Control', 'private, no-store')
    setHeader(headers, 'X-Accel-Buffering', 'no')
    return { status: 200, headers, body: outlet.body }
  }

  const disconnectAll = () =>
    [...open.values()].forEach((streams) => streams.forEach((end) => end.abort()))
  return {
    handle,
    disconnectAll,
    close() {
      isClosed = true
      disconnectAll()
    },
  }
}

function kindsOf(search: string): string[] {
  const given = new URLSearchParams(search).get('kinds') ?? undefined
  const read = kindsQuery.kinds.safeParse(given)
  if (!read.success) throw invalidField('kinds', 'unknown_kind', 'kinds: names no kind of event')
  return read.data ?? ['*']
}

/** `ready` says where the feed goes on, `reset` that something may be missing: the reader asks for everything again. */
const begin = (seen: string | undefined, number: string | undefined, latest: string | undefined) =>
  seen !== undefined && number === undefined
    ? formatFrame({ event: 'reset', id: latest, data: '{}' })
    : formatFrame({ event: 'ready', id: seen ?? latest, data: '{}' })
