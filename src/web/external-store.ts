import { useSyncExternalStore } from 'react'

/** One value with subscribers, in the shape that `useSyncExternalStore` takes. */
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

/**
 * Whether a media query matches. Its value changes with the event alone: Chromium sends no event to the listeners of a list
 * of which someone has read `matches` between the change and the next frame.
 */
export function observeMedia(query: string): Pick<Observable<boolean>, 'get' | 'subscribe'> {
  const list = matchMedia(query)
  const matches = observable(list.matches)
  list.addEventListener('change', (event) => matches.set(event.matches))
  return matches
}

/** A set of listeners. One that throws does not stop the others. */
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

/** Runs a callback; an error in it is reported to the console and does not propagate. */
export function safely(work: () => unknown): void {
  const report = (error: unknown) => queueMicrotask(() => globalThis.reportError?.(error))
  try {
    const result = work()
    if (result instanceof Promise) result.catch(report)
  } catch (error) {
    report(error)
  }
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
