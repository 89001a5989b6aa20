import { createApiClient } from '#client/api-client.ts'
import type { Call } from '#client/api-client.ts'
import { ApiError } from '#client/api-error.ts'
import type { PrefetchedResponses } from '#client/prefetched-responses.ts'
import { createListeners, observable } from '#web/external-store.ts'
import type { Connection } from './connections.ts'
import type { ServerClock } from './server-clock.ts'

/** `dismissed`: the service refused the key, and the person looks at the page without another one. */
export type KeyState = 'accepted' | 'rejected' | 'dismissed'

/**
 * The key of one session, and how to ask with it. A key that stops working can be followed by another one of the same
 * workspace: what is on the page stays, and refused changes are sent again.
 */
export function createApiKeyState(
  given: Connection,
  clock: ServerClock,
  signal: AbortSignal,
  first: PrefetchedResponses | undefined,
) {
  const open = (one: Connection) =>
    createApiClient({ base_url: one.base_url, key: one.key, signal, prefetched: first })
  const state = observable<KeyState>('accepted')
  const decided = createListeners<[boolean]>()
  let connection = given
  let ask = open(given)

  const call: Call = async (name, input, options) => {
    const asked = ask
    const onHeaders = (headers: Headers) => {
      clock.heard(headers.get('date'))
      options?.onHeaders?.(headers)
    }
    try {
      return await asked(name, input, { ...options, onHeaders })
    } catch (error) {
      // What is said of a key that was replaced meanwhile is no news.
      if (asked === ask && isRefusal(error) && state.get() === 'accepted') state.set('rejected')
      throw error
    }
  }

  return {
    call,
    state,
    connection: () => connection,
    replace: (next: Connection) => {
      connection = next
      ask = open(next)
      state.set('accepted')
      decided.notify(true)
    },
    /** The person closed the question: what waits for a key is refused. */
    leave: () => {
      state.set('dismissed')
      decided.notify(false)
    },
    /** Asks for another key, and answers whether one came. */
    requestReplacementKey: (): Promise<boolean> => {
      if (state.get() === 'accepted') return Promise.resolve(true)
      state.set('rejected')
      return new Promise((resolve) => {
        const stop = decided.subscribe((came) => (stop(), resolve(came)))
        signal.addEventListener('abort', () => (stop(), resolve(false)), { once: true })
      })
    },
  }
}

export type ApiKeyState = ReturnType<typeof createApiKeyState>

const isRefusal = (error: unknown) => error instanceof ApiError && error.code === 'unauthenticated'
