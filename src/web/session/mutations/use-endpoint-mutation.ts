import { useCallback, useRef, useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import type { Input, WriteName } from '#contract/endpoints.ts'
import { randomId } from '#web/session/random-id.ts'
import { useSession } from '#web/session/session.ts'
import type { MutationOptions, MutationResult } from './mutation.ts'

/** `session.mutate` with its state, for forms. The form shows `error`; a second `send` joins the one in flight. */
export function useEndpointMutation<N extends WriteName>(name: N) {
  const { mutate } = useSession()
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  // An unknown outcome is retried under its idempotency key as long as the input is the same.
  const unknownOutcome = useRef({ asked: '', key: '' })
  const current = useRef<Promise<MutationResult<N>> | null>(null)

  const send = useCallback(
    (input: Input<N>, options: MutationOptions<N> = {}): Promise<MutationResult<N>> => {
      if (current.current) return current.current
      setPending(true)
      setError(null)
      const asked = JSON.stringify(input)
      const idempotency_key =
        unknownOutcome.current.asked === asked ? unknownOutcome.current.key : randomId()
      const requestOptions = { silent: true, idempotency_key, ...options }
      const sent = mutate(name, input, requestOptions).then((result) => {
        current.current = null
        setPending(false)
        if (result.state === 'error') setError(result.error)
        const isLost = result.state === 'error' && result.error.isOutcomeUnknown
        unknownOutcome.current = isLost ? { asked, key: idempotency_key } : { asked: '', key: '' }
        return result
      })
      current.current = sent
      return sent
    },
    [mutate, name],
  )
  const reset = useCallback(() => setError(null), [])
  return { send, isPending, error, reset, canDuplicate: mutate.canDuplicate(name) }
}
