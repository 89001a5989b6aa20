import { useSyncExternalStore } from 'react'

import { type Connection, listConnections, onConnectionsChanged } from './connections.ts'
import { useSession } from './session.ts'

/** This session's connection with what has been learned of it since it was opened: the name of its workspace, the scope of its key. */
export function useConnection(): Connection {
  const { connection } = useSession()
  const saved = useSyncExternalStore(onConnectionsChanged, listConnections)
  return saved.find(({ fingerprint }) => fingerprint === connection.fingerprint) ?? connection
}

const isOnline = () => globalThis.navigator.onLine

function onConnectivity(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether the browser has a network at all; whether the server responds is another question. */
export const useOnline = (): boolean => useSyncExternalStore(onConnectivity, isOnline)
