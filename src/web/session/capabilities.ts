import { QueryObserver, type QueryClient } from '@tanstack/react-query'

import type { Capability } from '#contract/capabilities.ts'
import type { Me } from '#contract/developers/me.ts'
import { observable } from '#web/external-store.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import type { Connection } from './connections.ts'

/** What this service can do and this key may do, as far as it is known. */
export interface SessionCapabilities {
  /** Absent until the first answer, and for good on a service of the public API alone. */
  readonly me: Me | undefined
  /** The service has no `GET /me`: no addition is ever sent. */
  readonly public_api_only: boolean
  readonly can_write: boolean
  readonly capabilities: ReadonlySet<string>
}

/** Learns from `GET /me`, and where there is none from the first refusal. Nothing is sent to find out. */
export function createCapabilities(queryClient: QueryClient, { scope, read_only }: Connection) {
  const canWrite = (known: 'read' | 'write' | undefined) => !read_only && known !== 'read'
  const known = observable<SessionCapabilities>({
    me: undefined,
    public_api_only: false,
    can_write: canWrite(scope),
    capabilities: new Set(),
  })
  const ready = deferred()
  const observer = new QueryObserver(queryClient, {
    ...endpointQuery('GET /me', {}),
    refetchInterval: ({ state }) => (state.error?.isTransient ? 15_000 : false),
  })
  const stop = observer.subscribe(({ data, error, isFetched }) => {
    if (data) {
      const capabilities = new Set(data.capabilities ?? [])
      known.set({
        me: data,
        public_api_only: false,
        can_write: canWrite(data.key?.scope ?? scope),
        capabilities,
      })
    } else if (error?.code === 'not_found') {
      known.set({ ...known.get(), public_api_only: true })
    }
    if (isFetched) ready.resolve()
  })

  return {
    get: known.get,
    subscribe: known.subscribe,
    stop,
    /** Settled once the server has returned its capabilities, or the request failed. */
    settled: ready.promise,
    can: (capability: Capability) => known.get().capabilities.has(capability),
    /** A write was refused for its scope. Where `GET /me` told the scope this was about something else, such as the admin flag. */
    markReadOnly: () => {
      if (!known.get().me) known.set({ ...known.get(), can_write: false })
    },
  }
}

export type Capabilities = ReturnType<typeof createCapabilities>

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve: () => resolve() }
}
