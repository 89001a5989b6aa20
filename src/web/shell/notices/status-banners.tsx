import { useEffect } from 'react'

import { updateConnection } from '#web/session/connections.ts'
import { useOnline } from '#web/session/online.ts'
import { useSession } from '#web/session/session.ts'
import { useMe } from '#web/session/use-capabilities.ts'
import { Tooltips } from '#web/ui/tooltip.tsx'
import { KeyLine } from './key-line.tsx'
import { OfflineLine } from './offline-banner.tsx'
import { Paused } from './paused.tsx'
import { RefreshLine } from './refresh-line.tsx'
import { UnreachableLine } from './unreachable-line.tsx'
import { UnsentLines } from './unsent-lines.tsx'

/** Slim lines over the page: the network or the service is away, the key was refused, something was not sent. */
export function ConnectionLines() {
  useKeepConnection()
  const online = useOnline()
  useEffect(() => {
    document.documentElement.dataset['online'] = String(online)
  }, [online])
  return (
    <>
      <RefreshLine />
      <OfflineLine />
      <UnreachableLine />
      <KeyLine />
      <UnsentLines />
      <Paused />
      <Tooltips />
    </>
  )
}

/** What is kept of a connection follows what the service says of it: a renamed workspace, another scope. */
function useKeepConnection() {
  const { connection } = useSession()
  const me = useMe()
  useEffect(() => {
    if (!me) return
    const { name: key_name, scope, admin } = me.key
    updateConnection(connection.fingerprint, { name: me.workspace.name, key_name, scope, admin })
  }, [me, connection.fingerprint])
}
