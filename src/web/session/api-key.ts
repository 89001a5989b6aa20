import { createApiClient, type Call } from '#client/api-client.ts'
import { ApiError } from '#client/api-error.ts'
import type { PrefetchedResponses } from '#client/prefetched-responses.ts'
import { createListeners, observable } from '#web/external-store.ts'
import type { Connection } from './connections.ts'
import type { ServerClock } from './server-clock.ts'

/** `dismissed`: the server rejected the key, and the user reads the page without another one. */
export type KeyState = 'accepted' | 'rejected' | 'dismissed'

/**
 * The key of one session, and how to ask with it. A key that stops working can be followed by another one of the same
 * workspace: what is on the page stays, and refused changes are sent again.
 */
export function createApiKeyState(
  initial: Connection,
  clock: ServerClock,
  signal: AbortSignal,
  prefetched: PrefetchedResponses | undefined,
) {
  const createClient = (target: Connection) =>
    createApiClient({ base_url: target.base_url, key: target.key, signal, prefetched })
  const state = observable<KeyState>('accepted')
  const decisions = createListeners<[boolean]>()
  const reachable = observable(true)
  let connection = initial
  let currentClient = createClient(initial)
  let isRefusalExpected = false

  const call: Call = async (name, input, options) => {
    const client = currentClient
    const onHeaders = (headers: Headers) => {
      clock.sync(headers.get('date'))
      reachable.set(true)
      options?.onHeaders?.(headers)
    }
    try {
      return await client(name, input, { ...options, onHeaders })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'unreachable') reachable.set(false)
      // What is said of a key that was replaced meanwhile is no news.
      const isNews = client === currentClient && !isRefusalExpected
      if (isNews && isRefusal(error) && state.get() === 'accepted') state.set('rejected')
      throw error
    }
  }

  return {
    call,
    state,
    /** Whether the last request got a response. */
    reachable,
    connection: () => connection,
    replace: (next: Connection) => {
      connection = next
      currentClient = createClient(next)
      state.set('accepted')
      decisions.notify(true)
    },
    /** The person closed the question: what waits for a key is refused. */
    dismiss: () => {
      state.set('dismissed')
      decisions.notify(false)
    },
    /** The session may have revoked its own key: a refusal asks for no other one. Returns how to take it back. */
    expectRefusal: () => {
      isRefusalExpected = true
      return () => void (isRefusalExpected = false)
    },
    /** Asks for another key, and answers whether one came. */
    requestReplacementKey: (): Promise<boolean> => {
      if (isRefusalExpected) return Promise.resolve(false)
      if (state.get() === 'accepted') return Promise.resolve(true)
      state.set('rejected')
      return new Promise((resolve) => {
        const stop = decisions.subscribe((hasKey) => (stop(), resolve(hasKey)))
        signal.addEventListener('abort', () => (stop(), resolve(false)), { once: true })
      })
    },
  }
}

export type ApiKeyState = ReturnType<typeof createApiKeyState>

const isRefusal = (error: unknown) => error instanceof ApiError && error.code === 'unauthenticated'
