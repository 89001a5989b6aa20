import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, createElement, use, useEffect } from 'react'
import type { ReactNode } from 'react'
import { createContext as createRouterContext } from 'react-router-dom'

import type { Call } from '#client/api-client.ts'
import type { FirstAnswers } from '#client/prefetched-responses.ts'
import { type Observable, observable } from '#web/external-store.ts'
import { createQueryClient } from '#web/query/query-client.ts'
import { type Holds, createHolds } from '#web/query/refetch-lock.ts'
import { createRun } from '#web/session/mutations/mutate.ts'
import { createWriteQueue } from '#web/session/mutations/mutation-queue.ts'
import type { Run, Write } from '#web/session/mutations/mutation.ts'
import { createUndo } from '#web/session/mutations/undo-history.ts'
import type { Undo } from '#web/session/mutations/undo-history.ts'
import { createOwnKey } from './api-key.ts'
import type { KeyState, OwnKey } from './api-key.ts'
import { createAbilities } from './capabilities.ts'
import type { Abilities } from './capabilities.ts'
import type { Connection } from './connections.ts'
import { newId } from './random-id.ts'
import { createClock } from './server-clock.ts'
import type { Clock } from './server-clock.ts'

/** Everything that belongs to one key. Another key is another session: nothing is shared. */
export interface KeySession {
  readonly connection: Connection
  /** Tells sessions apart; stays when a key is followed by another of the same workspace. */
  readonly id: string
  /** What this server can do and whether the key may write; components ask `capabilities.ts`. */
  readonly abilities: Abilities
  readonly call: Call
  readonly cache: QueryClient
  readonly run: Run
  readonly undo: Undo
  readonly clock: Clock
  /** Whether the service still accepts the key. */
  readonly keyState: Observable<KeyState>
  readonly ownKey: Pick<OwnKey, 'replace' | 'leave' | 'anotherKey'>
  /** Keep the cache from asking again by itself: while dragging and typing. */
  readonly holds: Holds
  /** Changes are told by the service as they happen, so nothing needs to ask now and then. */
  readonly following: Observable<boolean>
  /** Aborted by `close`. */
  readonly signal: AbortSignal
  readonly close: () => void
}

declare global {
  /** Left by the inline script of index.html. */
  var __first: FirstAnswers | undefined
}

export function openSession(opened: Connection): KeySession {
  const abort = new AbortController()
  const { signal } = abort
  const clock = createClock()
  const { call, ...ownKey } = createOwnKey(opened, clock, signal, globalThis.__first)
  const queue = createWriteQueue<Write>()
  const holds = createHolds()
  const cache = createQueryClient(call, queue.isWaiting, holds.isHeld)
  const abilities = createAbilities(cache, opened)
  const undo = createUndo()
  const run = createRun({ call, cache, queue, abilities, undo, signal, ...ownKey })

  cache.mount()
  const close = () => {
    if (signal.aborted) return
    abilities.stop()
    // Cleared before the abort: a cleared query hears no answer, not even that of its own ending.
    cache.clear()
    abort.abort()
    undo.clear()
    cache.unmount()
  }
  return {
    get connection() {
      return ownKey.connection()
    },
    id: newId(),
    abilities,
    call,
    cache,
    run,
    undo,
    clock,
    keyState: ownKey.state,
    ownKey,
    holds,
    following: observable(false),
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
  const { abilities, cache } = props.session
  useEffect(() => {
    const root = document.documentElement.dataset
    const show = () => void (root['scope'] = abilities.get().may_write ? 'write' : 'read')
    show()
    const stop = abilities.subscribe(show)
    return () => {
      stop()
      delete root['scope']
    }
  }, [abilities])
  return createElement(
    SessionContext,
    { value: props.session },
    createElement(QueryClientProvider, { client: cache }, props.children),
  )
}

/** The session of the page. Throws outside of `SessionProvider`, where nothing can be asked. */
export function useSession(): KeySession {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it.')
  return session
}
