import { useMemo, useSyncExternalStore } from 'react'

import { createListeners } from '#web/external-store.ts'
import type { Connection } from './connections.ts'
import { deviceStore, entryKey } from './storage.ts'
import { useConnection } from './use-connection.ts'

const changed = createListeners()

/** Also hears changes made in another tab. */
function subscribe(listener: () => void) {
  const stop = changed.subscribe(listener)
  addEventListener('storage', listener)
  return () => {
    stop()
    removeEventListener('storage', listener)
  }
}

/** A text kept on this device for the workspace, such as the columns of a list; empty until it is set. */
export function openDeviceEntry({ fingerprint }: Pick<Connection, 'fingerprint'>, name: string) {
  const key = entryKey(fingerprint, name)
  const get = () => deviceStore.get(key) ?? ''
  const update = (change: (text: string) => string) => {
    const value = change(get())
    if (value === '') deviceStore.remove(key)
    else deviceStore.set(key, value)
    changed.notify()
  }
  return { get, update }
}

export function useDeviceEntry(
  name: string,
): readonly [string, (change: (text: string) => string) => void] {
  const { fingerprint } = useConnection()
  const { get, update } = useMemo(() => openDeviceEntry({ fingerprint }, name), [fingerprint, name])
  return [useSyncExternalStore(subscribe, get), update]
}
