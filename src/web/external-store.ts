/** One value that can be watched; the shape `useSyncExternalStore` wants. */
export interface Observable<T> {
  get: () => T
  set: (value: T) => void
  subscribe: (listener: () => void) => () => void
}

export function observable<T>(value: T): Observable<T> {
  const { subscribe, tell } = createListeners()
  let current = value
  return {
    subscribe,
    get: () => current,
    set: (next) => {
      if (Object.is(next, current)) return
      current = next
      tell()
    },
  }
}

/** Who wants to hear of something that happens. A listener that fails does not keep it from the others. */
export function createListeners<Heard extends unknown[] = []>() {
  const all = new Set<(...heard: Heard) => void>()
  return {
    subscribe: (listener: (...heard: Heard) => void) => {
      all.add(listener)
      return () => void all.delete(listener)
    },
    tell: (...heard: Heard) => {
      for (const listener of all) safely(() => listener(...heard))
    },
  }
}

/** Runs what somebody else wrote; its failure is reported to the console and goes no further. */
export function safely(work: () => unknown): void {
  const report = (error: unknown) => queueMicrotask(() => globalThis.reportError?.(error))
  try {
    const result = work()
    if (result instanceof Promise) result.catch(report)
  } catch (error) {
    report(error)
  }
}
