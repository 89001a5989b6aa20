import { useSyncExternalStore } from 'react'

import type { BoardList } from '#client/resources.ts'
import { createListeners } from '#web/external-store.ts'
import { useSession } from '#web/session/session.ts'
import { deviceStore, entryKey, parseEntry } from '#web/session/storage.ts'
import { useCapability } from '#web/session/use-capabilities.ts'

const changed = createListeners()
const entryOf = (fingerprint: string, list_id: string) =>
  entryKey(fingerprint, `list-limit:${list_id}`)

function getDeviceLimit(fingerprint: string, list_id: string): number | null {
  const limit = parseEntry(deviceStore.get(entryOf(fingerprint, list_id)))
  return typeof limit === 'number' ? limit : null
}

/** Keeps a card limit on this device, for a server that cannot. */
export function setDeviceLimit(fingerprint: string, list_id: string, limit: number | null) {
  const entry = entryOf(fingerprint, list_id)
  if (limit === null) deviceStore.remove(entry)
  else deviceStore.set(entry, String(limit))
  changed.notify()
}

const subscribe = (listener: () => void) => {
  const stop = changed.subscribe(listener)
  addEventListener('storage', listener) // another tab
  return () => {
    stop()
    removeEventListener('storage', listener)
  }
}

/** The list with its card limit: the one of the server; where that keeps none, the one of this device. */
export function useListWithLimit(list: BoardList): BoardList {
  const { fingerprint } = useSession().connection
  const isOnServer = useCapability('boards.write') || Boolean(list.wip_limit)
  const limit = useSyncExternalStore(subscribe, () =>
    isOnServer ? null : getDeviceLimit(fingerprint, list.id),
  )
  return limit === null ? list : { ...list, wip_limit: limit }
}
