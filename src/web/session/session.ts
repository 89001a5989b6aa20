import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { createContext, createElement, use, useEffect, type ReactNode } from 'react'
import { createContext as createRouterContext } from 'react-router-dom'

import type { Call } from '#client/api-client.ts'
import type { PrefetchedResponses } from '#client/prefetched-responses.ts'
import { type Observable, observable } from '#web/external-store.ts'
import { createQueryClient } from '#web/query/query-client.ts'
import { type RefetchLock, createRefetchLock } from '#web/query/refetch-lock.ts'
import { createMutate } from '#web/session/mutations/mutate.ts'
import { createMutationQueue } from '#web/session/mutations/mutation-queue.ts'
import type { Mutate, Mutation } from '#web/session/mutations/mutation.ts'
import { createUndoHistory, type UndoHistory } from '#web/session/mutations/undo-history.ts'
import { createApiKeyState, type KeyState, type ApiKeyState } from './api-key.ts'
import { createCapabilities, type Capabilities } from './capabilities.ts'
import type { Connection } from './connections.ts'
import { randomId } from './random-id.ts'
import { createServerClock, type ServerClock } from './server-clock.ts'

/** Everything that belongs to one key. Another key is another session: nothing is shared. */
export interface KeySession {
  readonly connection: Connection
  /** Tells sessions apart; stays when a key is followed by another of the same workspace. */
  readonly id: string
  /** What this server can do and whether the key may write; components ask `capabilities.ts`. */
  readonly capabilities: Capabilities
  readonly call: Call
  readonly queryClient: QueryClient
  readonly mutate: Mutate
  readonly undo: UndoHistory
  readonly clock: ServerClock
  /** Whether the server still accepts the key. */
  readonly keyState: Observable<KeyState>
  /** Whether the last request got a response, or the event stream is connected. */
  readonly reachable: Observable<boolean>
  readonly apiKey: Pick<
    ApiKeyState,
    'replace' | 'dismiss' | 'requestReplacementKey' | 'expectRefusal'
  >
  /** Keep the cache from asking again by itself: while dragging and typing. */
  readonly refetchLock: RefetchLock
  /** The server sends changes as they happen, so no poller runs. */
  readonly eventStreamActive: Observable<boolean>
  /** Aborted by `close`. */
  readonly signal: AbortSignal
  readonly close: () => void
}

declare global {
  /** Left by the inline script of index.html. */
  var __prefetched: PrefetchedResponses | undefined
}

export function openSession(initial: Connection): KeySession {
  const abort = new AbortController()
  const { signal } = abort
  const clock = createServerClock()
  const { call, ...apiKey } = createApiKeyState(initial, clock, signal, globalThis.__prefetched)
  const queue = createMutationQueue<Mutation>()
  const refetchLock = createRefetchLock()
  // A refetch while a mutation is pending would show what the server has without it.
  const isLocked = () => refetchLock.isLocked() || queue.pendingCount() > 0
  const queryClient = createQueryClient(call, queue.hasQueuedMutations, isLocked)
  const capabilities = createCapabilities(queryClient, initial)
  const undo = createUndoHistory()
  const mutate = createMutate({ call, queryClient, queue, capabilities, undo, signal, ...apiKey })

  queryClient.mount()
  const close = () => {
    if (signal.aborted) return
    capabilities.stop()
    // Cleared before the abort: a cleared query hears no answer, not even that of its own ending.
    queryClient.clear()
    abort.abort()
    undo.clear()
    queryClient.unmount()
  }
  return {
    get connection() {
      return apiKey.connection()
    },
    id: randomId(),
    capabilities,
    call,
    queryClient,
    mutate,
    undo,
    clock,
    keyState: apiKey.state,
    reachable: apiKey.reachable,
    apiKey,
    refetchLock,
    eventStreamActive: observable(false),
    signal,
    close,
  }
}

const SessionContext = createContext<KeySession | null>(null)

/** Where the router keeps the session for loaders; put there by `requireSession`. */
export const currentSession = createRouterContext<KeySession>()

/** Gives a session and its cache to the pages, and tells the styles whether the key may write. */
export function SessionProvider(props: {
  readonly session: KeySession
  readonly children: ReactNode
}) {
  const { capabilities, queryClient } = props.session
  useEffect(() => {
    const root = document.documentElement.dataset
    const show = () => void (root['scope'] = capabilities.get().can_write ? 'write' : 'read')
    show()
    const stop = capabilities.subscribe(show)
    return () => {
      stop()
      delete root['scope']
    }
  }, [capabilities])
  return createElement(
    SessionContext,
    { value: props.session },
    createElement(QueryClientProvider, { client: queryClient }, props.children),
  )
}

/** The session of the page. Throws outside of `SessionProvider`, where nothing can be asked. */
export function useSession(): KeySession {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it.')
  return session
}
