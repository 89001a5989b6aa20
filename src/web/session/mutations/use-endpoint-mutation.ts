import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'

import type { ApiError } from '#client/api-error.ts'
import type { Input, WriteName } from '#contract/endpoints.ts'
import { randomId } from '#web/session/random-id.ts'
import { useSession } from '#web/session/session.ts'
import type { MutationOptions, MutationResult } from './mutation.ts'

/**
 * `session.mutate` with its state, for forms. The form shows `error`; a second `send` joins the one in flight. A request
 * that still waits for the server when the form closes is not sent.
 */
export function useEndpointMutation<N extends WriteName>(name: N) {
  const { mutate, reachable } = useSession()
  const isReachable = useSyncExternalStore(reachable.subscribe, reachable.get)
  const [isPending, setPending] = useState(false)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  // An unknown outcome is retried under its idempotency key as long as the input is the same.
  const unknownOutcome = useRef({ request: '', key: '' })
  const inFlight = useRef<Promise<MutationResult<N>> | null>(null)
  const stop = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    stop.current = controller
    return () => controller.abort()
  }, [])

  const send = useCallback(
    (input: Input<N>, options: MutationOptions<N> = {}): Promise<MutationResult<N>> => {
      if (inFlight.current) return inFlight.current
      setPending(true)
      setError(null)
      const request = JSON.stringify(input)
      const idempotency_key =
        unknownOutcome.current.request === request ? unknownOutcome.current.key : randomId()
      const requestOptions = {
        silent: true,
        idempotency_key,
        stop: stop.current.signal,
        ...options,
        onSend: () => {
          setSending(true)
          options.onSend?.()
        },
      }
      const promise = mutate(name, input, requestOptions).then((result) => {
        inFlight.current = null
        setPending(false)
        setSending(false)
        if (result.state === 'error') setError(result.error)
        const isUnknown = result.state === 'error' && result.error.isOutcomeUnknown
        unknownOutcome.current = isUnknown
          ? { request, key: idempotency_key }
          : { request: '', key: '' }
        return result
      })
      inFlight.current = promise
      return promise
    },
    [mutate, name],
  )
  const reset = useCallback(() => setError(null), [])
  return {
    send,
    isPending,
    /** It was handed to the network, so the server may get it even if the form is closed. */
    isSending,
    /** Nothing was received yet; the request is sent again when the server can be reached. */
    isWaiting: isPending && !isReachable,
    error,
    reset,
    canDuplicate: mutate.canDuplicate(name),
  }
}
