import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, createElement, use, useEffect } from 'react'
import type { ReactNode } from 'react'
import { createContext as createRouterContext } from 'react-router-dom'

import { ApiError } from '#client/api-error.ts'
import { createApi } from '#client/client.ts'
import type { Call } from '#client/client.ts'
import type { FirstAnswers } from '#client/first-answers.ts'
import { createQueryClient } from '#web/query/query-client.ts'
import { createAbilities } from './abilities.ts'
import type { Abilities } from './abilities.ts'
import type { Connection } from './connections.ts'
import { observable } from './observable.ts'
import type { Observable } from './observable.ts'
import { createRun } from './run.ts'
import { createUndo } from './undo.ts'
import type { Undo } from './undo.ts'
import { createWriteQueue } from './write-queue.ts'
import type { Run, Write } from './write.ts'

/** Everything that belongs to one key. Another key is another session: nothing is shared. */
export interface KeySession {
  readonly connection: Connection
  /** What this server can do and whether the key may write; components ask `capabilities.ts`. */
  readonly abilities: Abilities
  readonly call: Call
  readonly cache: QueryClient
  readonly run: Run
  readonly undo: Undo
  /** True once the service said that this key is not accepted any more. */
  readonly keyRefused: Observable<boolean>
  /** Aborted by `close`. */
  readonly signal: AbortSignal
  readonly close: () => void
}

declare global {
  /** Left by the inline script of index.html. */
  var __first: FirstAnswers | undefined
}

export function openSession(connection: Connection): KeySession {
  const abort = new AbortController()
  const { signal } = abort
  const keyRefused = observable(false)
  const { base_url, key } = connection
  const call = noticing(createApi({ base_url, key, signal, first: globalThis.__first }), () =>
    keyRefused.set(true),
  )
  const queue = createWriteQueue<Write>()
  const cache = createQueryClient(call, queue.isWaiting)
  const abilities = createAbilities(cache, connection)
  const undo = createUndo()
  const run = createRun({ call, cache, queue, abilities, undo, signal })

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
  return { connection, abilities, call, cache, run, undo, keyRefused, signal, close }
}

const noticing =
  (call: Call, onKeyRefused: () => void): Call =>
  async (name, input, options) => {
    try {
      return await call(name, input, options)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'unauthenticated') onKeyRefused()
      throw error
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
