import { useEffect, useState, useRef } from 'react'

import { asApiError } from '#client/api-error.ts'
import { connectionText as text } from '#web/messages/en/connection.ts'
import { useSession, type KeySession } from '#web/session/session.ts'
import { useOnline } from '#web/session/use-connection.ts'
import { formatClock } from '#web/ui/format.ts'
import { ConnectionLine, BannerAction } from './banner.tsx'

/** Offline, and for three seconds after that. */
export function OfflineLine() {
  const online = useOnline()
  const back = useBack(online)
  if (online) return back && <ConnectionLine tone="ok" text={text.online} />
  return <Offline />
}

function Offline() {
  const { queryClient } = useSession()
  const shown = queryClient.getQueryCache().findAll({ type: 'active', predicate: isOfThisPage })
  // The oldest of what is on the page: nothing there is older than this.
  const oldest = Math.min(...shown.map(({ state }) => state.dataUpdatedAt))
  const copy = Number.isFinite(oldest) ? text.savedCopy(formatClock(new Date(oldest))) : ''
  return (
    <ConnectionLine text={text.offline}>
      <span>
        {text.offline} {copy}
      </span>
    </ConnectionLine>
  )
}

const isOfThisPage = (query: { queryKey: readonly unknown[]; state: { data: unknown } }) =>
  query.queryKey[0] !== 'GET /me' && query.state.data !== undefined

function useBack(online: boolean): boolean {
  const [was, setWas] = useState(online)
  const [back, setBack] = useState(false)
  if (was !== online) {
    setWas(online)
    setBack(online)
  }
  useEffect(() => {
    if (!back) return
    const timer = setTimeout(() => setBack(false), 3000)
    return () => clearTimeout(timer)
  }, [back])
  return back
}

/** There is a network and no service: counts down to the next try. */
export function UnreachableLine() {
  const unreachable = useUnreachable()
  return useOnline() && unreachable && <Unreachable />
}

const isUnreachable = (error: unknown) => error != null && asApiError(error).code === 'unreachable'

/** Whether the last read that ended got no answer at all. */
function useUnreachable() {
  const { queryClient } = useSession()
  const [unreachable, setUnreachable] = useState(() => isAwayNow(queryClient))
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated') return
        if (event.action.type === 'success') setUnreachable(false)
        // `failed` is a try that will be made again, `error` the last of them.
        if (event.action.type === 'failed' || event.action.type === 'error') {
          setUnreachable(isUnreachable(event.action.error))
        }
      }),
    [queryClient],
  )
  return unreachable
}

// This code comes after the first reads, so the first failures are looked up.
const isAwayNow = (queryClient: KeySession['queryClient']) =>
  queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .some(({ state }) => isUnreachable(state.error ?? state.fetchFailureReason))

const WAIT = 8

function Unreachable() {
  const { call, queryClient } = useSession()
  const [left, setLeft] = useState(WAIT)
  const tryNow = () => {
    setLeft(WAIT)
    const isBack = () => void queryClient.refetchQueries({ type: 'active' })
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
    <ConnectionLine text={text.unreachable(WAIT)}>
      {text.unreachable(left)}
      <BannerAction onClick={tryNow}>{text.tryNow}</BannerAction>
    </ConnectionLine>
  )
}
