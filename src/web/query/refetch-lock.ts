/** Who wants the cache to ask nothing by itself for a while. */
export function createRefetchLock() {
  const held = new Set<symbol>()
  const waiting = new Set<() => void>()
  return {
    isLocked: (): boolean => held.size > 0,
    /** Tells when nothing is held any more. */
    subscribe: (listener: () => void): (() => void) => {
      waiting.add(listener)
      return () => void waiting.delete(listener)
    },
    acquire: (): (() => void) => {
      const own = Symbol('hold')
      held.add(own)
      return () => {
        if (held.delete(own) && held.size === 0) for (const listener of waiting) listener()
      }
    },
  }
}

export type RefetchLock = ReturnType<typeof createRefetchLock>
