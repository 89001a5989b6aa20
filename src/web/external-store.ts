/** One value that can be watched; the shape `useSyncExternalStore` wants. */
export interface Observable<T> {
  get: () => T
  set: (value: T) => void
  subscribe: (listener: () => void) => () => void
}

export function observable<T>(value: T): Observable<T> {
  const { subscribe, notify } = createListeners()
  let current = value
  return {
    subscribe,
    get: () => current,
    set: (next) => {
      if (Object.is(next, current)) return
      current = next
      notify()
    },
  }
}

/** Who wants to hear of something that happens. A listener that fails does not keep it from the others. */
export function createListeners<Args extends unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>()
  return {
    subscribe: (listener: (...args: Args) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify: (...args: Args) => {
      for (const listener of listeners) safely(() => listener(...args))
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
