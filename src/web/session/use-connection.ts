import { useSyncExternalStore } from 'react'

import { type Connection, listConnections, onConnectionsChanged } from './connections.ts'
import { useSession } from './session.ts'

/** This session's connection with what has been learned of it since it was opened: the name of its workspace, the scope of its key. */
export function useConnection(): Connection {
  const { connection } = useSession()
  const saved = useSyncExternalStore(onConnectionsChanged, listConnections)
  return saved.find(({ fingerprint }) => fingerprint === connection.fingerprint) ?? connection
}
