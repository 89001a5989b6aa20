import { useSyncExternalStore } from 'react'

const isOnline = () => globalThis.navigator.onLine

function onConnectivity(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether the browser has a network at all; whether the service answers is another question. */
export const useOnline = (): boolean => useSyncExternalStore(onConnectivity, isOnline)
