import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { type ApiError, asApiError } from '#client/api-error.ts'
import { type RawResponse, readRaw } from '#client/raw-reader.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { type KeySession, useSession } from '#web/session/session.ts'
import { useSettledCapabilities } from '#web/session/use-settled-capabilities.ts'

/** A server without the call says one of these. */
const lacking = ['not_found', 'method_not_allowed']

/** The OpenAPI document of this server; it is not asked where `GET /me` is missing, too. */
export function useServerDocument() {
  const { query: me, queryKey } = useSettledCapabilities()
  const isAsked = me.data !== undefined
  // A server describes the same API until it is replaced, and the document is large.
  const options = { ...endpointQuery('GET /openapi.json', {}), staleTime: Infinity }
  const document = useQuery({ ...options, enabled: isAsked })
  const reads = isAsked ? [me, document] : [me]
  const loading = useLoadingState(reads, [queryKey, options.queryKey])
  const error = isAsked ? document.error : me.error
  const isMissing = document.data === undefined && lacking.includes(error?.code ?? '')
  return {
    document: document.data,
    /** The public API is all there is to show. */
    isMissing,
    /** Another try would bring the same: whatever came is no description, such as a page of a proxy. */
    isFinal: document.data !== undefined || isMissing || (isAsked && isFinalError(document.error)),
    error: document.data === undefined ? error : null,
    loading,
    retry: () => void (isAsked ? document : me).refetch(),
  }
}

/** Not the network, the server itself or the key. A page with status 200 is no document either. */
const isFinalError = (error: ApiError | null) =>
  error !== null && error.status > 0 && error.status < 500 && ![401, 429].includes(error.status)

/** What came back for a request that a person has tried. */
export interface Trial {
  readonly path: string
  readonly milliseconds: number
  readonly response?: RawResponse
  /** Also one that the response contains. */
  readonly error?: ApiError | undefined
}

type TrialState = 'idle' | 'sending' | 'slow' | 'canceled'

const SLOW_MS = 3000

/** Sends reads with the key in use, one at a time. What the last one returned stays until the next response. */
export function useTrial() {
  const session = useSession()
  const [state, setState] = useState<TrialState>('idle')
  const [trial, setTrial] = useState<Trial>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const send = async (path: string) => {
    running.current?.abort()
    const own = (running.current = new AbortController())
    const { base_url, key } = session.connection
    const signal = AbortSignal.any([own.signal, session.signal])
    setState('sending')
    const timer = setTimeout(() => setState('slow'), SLOW_MS)
    signal.addEventListener('abort', () => clearTimeout(timer))
    const start = performance.now()
    const outcome = await readRaw({ base_url, key, signal }, path).then(
      (response) => ({ response, error: response.error }),
      (error: unknown) => ({ error: asApiError(error) }),
    )
    clearTimeout(timer)
    if (signal.aborted) return
    setState('idle')
    setTrial({ path, milliseconds: Math.round(performance.now() - start), ...outcome })
    if (outcome.error?.code === 'unauthenticated') rejectKey(session, key)
  }
  const cancel = () => {
    running.current?.abort()
    setState('canceled')
  }
  return { state, trial, send: (path: string) => void send(path), cancel }
}

/** Asks for another key, as every other request does. */
function rejectKey({ connection, keyState }: KeySession, key: string) {
  if (connection.key === key && keyState.get() === 'accepted') keyState.set('rejected')
}
