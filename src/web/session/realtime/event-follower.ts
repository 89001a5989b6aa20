import { useEffect } from 'react'

import { followStream } from '#client/event-stream.ts'
import { type KeySession, useSession } from '#web/session/session.ts'
import { type StreamedEvent, staleQueries, queriesAffectedBy } from './event-invalidation.rules.ts'

const kinds = [
  '*',
  'comment.internal_created',
  'comment.internal_updated',
  'comment.internal_deleted',
]

// Throttles invalidation: an import emits a thousand events in a second.
const BATCH_MS = 150
const SETTLE_MS = 16_000

/** Follows the changes of the workspace while the tab is seen. Part of what is loaded after the first paint. */
export function useEventFollower(): void {
  const session = useSession()
  useEffect(() => {
    const follower = createFollower(session)
    const { capabilities, keyState } = session
    const update = () =>
      follower.run(
        !document.hidden && capabilities.can('events.stream') && keyState.get() === 'accepted',
      )
    const stops = [capabilities.subscribe(update), keyState.subscribe(update)]
    document.addEventListener('visibilitychange', update)
    update()
    return () => {
      document.removeEventListener('visibilitychange', update)
      for (const stop of stops) stop()
      follower.stop()
    }
  }, [session])
}

function createFollower(session: KeySession) {
  const { queryClient, refetchLock, mutate, eventStreamActive, reachable, signal } = session
  const bufferedEvents: StreamedEvent[] = []
  let hasGap = false
  let last_event_id: string | undefined
  let connection: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let settleTimer: ReturnType<typeof setTimeout> | undefined

  /** Invalidates the queries affected by the buffered events, unless a drag, typing or a mutation postpones it. */
  function apply() {
    clearTimeout(timer)
    timer = undefined
    if ((bufferedEvents.length === 0 && !hasGap) || refetchLock.isLocked() || mutate.isMutating())
      return
    // A response in flight may be older than the event: refetch once it has arrived.
    if (queryClient.isFetching() > 0) return void schedule()
    const events = bufferedEvents.splice(0)
    const stale = staleAfter(events)
    // Together: one by one, each of 500 lists would be compared with all others.
    if (hasGap) void queryClient.invalidateQueries()
    else void queryClient.invalidateQueries({ predicate: ({ queryHash }) => stale.has(queryHash) })
    hasGap = false
  }
  const schedule = () => (timer ??= setTimeout(apply, BATCH_MS))

  function staleAfter(events: readonly StreamedEvent[]) {
    const stale = new Set<string>()
    for (const event of events) {
      const affected = queriesAffectedBy(event)
      const reads = queryClient.getQueryCache().findAll({
        predicate: ({ queryKey: [name, params] }) =>
          affected.some((one) => one.name === name && matchesInput(params, one.input)),
      })
      for (const { queryHash } of staleQueries(reads, event)) stale.add(queryHash)
    }
    return stale
  }

  function onLost() {
    clearTimeout(settleTimer)
    eventStreamActive.set(false)
  }

  async function start(controller: AbortController) {
    const { base_url, key } = session.connection
    await followStream({
      base_url: base_url.replace(/\/+$/, ''),
      key,
      kinds,
      last_event_id,
      signal: AbortSignal.any([controller.signal, signal]),
      onOpen: (isWhole, id) => {
        const isFirst = last_event_id === undefined
        reachable.set(true)
        last_event_id = id ?? last_event_id
        if (isWhole || !isFirst) eventStreamActive.set(true)
        // Changes between the first reads and this connection are found by one more poll.
        else settleTimer = setTimeout(() => eventStreamActive.set(true), SETTLE_MS)
        if (isWhole || isFirst) return
        hasGap = true
        schedule()
      },
      onLost,
      onEvent: ({ id, data }) => {
        last_event_id = id ?? last_event_id
        bufferedEvents.push(JSON.parse(data) as StreamedEvent) // an event of the contract
        schedule()
      },
    }).catch(() => undefined) // Rejected: the page falls back to polling.
    if (connection === controller) onLost()
  }

  const stops = [refetchLock.subscribe(apply), mutate.subscribe(apply)]
  return {
    run(isActive: boolean) {
      if (isActive === (connection !== undefined)) return
      connection?.abort()
      connection = isActive ? new AbortController() : undefined
      if (connection) void start(connection)
      else onLost()
    },
    stop() {
      this.run(false)
      clearTimeout(timer)
      for (const stop of stops) stop()
    },
  }
}

const matchesInput = (params: unknown, input: object) =>
  Object.entries(input).every(([param, value]) => Reflect.get(Object(params), param) === value)
