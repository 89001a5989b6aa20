import { useCallback, useRef, useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import type { Input, WriteName } from '#contract/endpoints.ts'
import type { WriteOptions, WriteResult } from './run.ts'
import { useSession } from './session.ts'

/** `session.run` with its state, for forms. The form shows `error` itself; a second `send` while one is on its way joins it. */
export function useWrite<N extends WriteName>(name: N) {
  const { run } = useSession()
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const current = useRef<Promise<WriteResult<N>> | null>(null)

  const send = useCallback(
    (input: Input<N>, options: WriteOptions<N> = {}): Promise<WriteResult<N>> => {
      if (current.current) return current.current
      setPending(true)
      setError(null)
      const sent = run(name, input, { quiet: true, ...options }).then((result) => {
        current.current = null
        setPending(false)
        if (result.state === 'refused') setError(result.error)
        return result
      })
      current.current = sent
      return sent
    },
    [run, name],
  )
  const reset = useCallback(() => setError(null), [])
  return { send, isPending, error, reset }
}
