import { useEffect, useRef, useState } from 'react'

import { asApiError } from '#client/api-error.ts'
import { connection as said } from '#web/messages/en/connection.ts'
import { useOnline } from '#web/session/online.ts'
import { type KeySession, useSession } from '#web/session/session.ts'
import { ConnectionLine, LineAction } from './banner.tsx'

/** There is a network and no service: counts down to the next try. */
export function UnreachableLine() {
  const unreachable = useUnreachable()
  return useOnline() && unreachable && <Unreachable />
}

const isUnreachable = (error: unknown) => error != null && asApiError(error).code === 'unreachable'

/** Whether the last read that ended got no answer at all. */
function useUnreachable() {
  const { cache } = useSession()
  const [unreachable, setUnreachable] = useState(() => isAwayNow(cache))
  useEffect(
    () =>
      cache.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated') return
        if (event.action.type === 'success') setUnreachable(false)
        // `failed` is a try that will be made again, `error` the last of them.
        if (event.action.type === 'failed' || event.action.type === 'error') {
          setUnreachable(isUnreachable(event.action.error))
        }
      }),
    [cache],
  )
  return unreachable
}

// This code comes after the first reads, so the first failures are looked up.
const isAwayNow = (cache: KeySession['cache']) =>
  cache
    .getQueryCache()
    .findAll({ type: 'active' })
    .some(({ state }) => isUnreachable(state.error ?? state.fetchFailureReason))

const WAIT = 8

function Unreachable() {
  const { call, cache } = useSession()
  const [left, setLeft] = useState(WAIT)
  const tryNow = () => {
    setLeft(WAIT)
    const isBack = () => void cache.refetchQueries({ type: 'active' })
    // One small question first: asking for everything again would turn what the page says back into a skeleton.
    call('GET /me', {}).then(isBack, (error) => isUnreachable(error) || isBack())
  }
  const due = useRef(tryNow)
  useEffect(() => void (due.current = tryNow))
  useEffect(() => {
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : due.current()), 1000)
    return () => clearTimeout(timer)
  }, [left])

  return (
    <ConnectionLine said={said.unreachable(WAIT)}>
      {said.unreachable(left)}
      <LineAction onClick={tryNow}>{said.tryNow}</LineAction>
    </ConnectionLine>
  )
}
