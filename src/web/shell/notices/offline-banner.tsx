import { useEffect, useState } from 'react'

import { connection as said } from '#web/messages/en/connection.ts'
import { useOnline } from '#web/session/online.ts'
import { useSession } from '#web/session/session.ts'
import { formatClock } from '#web/ui/format.ts'
import { ConnectionLine } from './banner.tsx'

/** Offline, and for three seconds after that. */
export function OfflineLine() {
  const online = useOnline()
  const back = useBack(online)
  if (online) return back && <ConnectionLine tone="ok" said={said.online} />
  return <Offline />
}

function Offline() {
  const { cache } = useSession()
  const shown = cache.getQueryCache().findAll({ type: 'active', predicate: isOfThisPage })
  // The oldest of what is on the page: nothing there is older than this.
  const oldest = Math.min(...shown.map(({ state }) => state.dataUpdatedAt))
  const copy = Number.isFinite(oldest) ? said.savedCopy(formatClock(new Date(oldest))) : ''
  return (
    <ConnectionLine said={said.offline}>
      <span>
        {said.offline} {copy}
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
