import { createListeners } from '#web/external-store.ts'

/** Keeps the cache from refetching by itself while at least one holder has the lock. */
export function createRefetchLock() {
  const holders = new Set<symbol>()
  const released = createListeners()
  return {
    isLocked: (): boolean => holders.size > 0,
    /** Notifies when the last holder releases the lock. */
    subscribe: released.subscribe,
    acquire: (): (() => void) => {
      const holder = Symbol('refetch lock')
      holders.add(holder)
      return () => {
        if (holders.delete(holder) && holders.size === 0) released.notify()
      }
    },
  }
}

export type RefetchLock = ReturnType<typeof createRefetchLock>
