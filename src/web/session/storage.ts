/** A browser store that always works: what the browser refuses to keep stays in memory until the page goes. */
export interface Store {
  get: (name: string) => string | null
  set: (name: string, value: string) => void
  remove: (name: string) => void
  names: () => string[]
}

/** `open` may throw or answer nothing: private windows and policies refuse even to look at the store. */
export function safeStore(open: () => Storage | undefined): Store {
  const memory = new Map<string, string>()
  const attempt = <T>(work: (storage: Storage) => T): T | undefined => {
    try {
      const storage = open()
      return storage && work(storage)
    } catch {
      return undefined
    }
  }
  return {
    // What could not be written is newer than what the store still holds.
    get: (name) => memory.get(name) ?? attempt((storage) => storage.getItem(name)) ?? null,
    set: (name, value) => {
      const kept = attempt((storage) => (storage.setItem(name, value), true)) ?? false
      if (kept) memory.delete(name)
      else memory.set(name, value)
    },
    remove: (name) => {
      memory.delete(name)
      attempt((storage) => storage.removeItem(name))
    },
    names: () => {
      const stored = attempt((storage) =>
        Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ''),
      )
      return [...new Set([...(stored ?? []), ...memory.keys()])]
    },
  }
}

/** Until the tab closes. */
export const tabStore = safeStore(() => globalThis.sessionStorage)
/** On this device. */
export const deviceStore = safeStore(() => globalThis.localStorage)

/** The name of an entry that belongs to one connection; signing out removes all of its fingerprint. */
export const entryName = (fingerprint: string, what: string) =>
  `workspace-admin:${fingerprint}:${what}`

/** Another key of the same workspace goes on with what was kept under the old one. */
export function moveEntries(store: Store, from: string, to: string): void {
  const start = entryName(from, '')
  for (const name of store.names().filter((one) => one.startsWith(start))) {
    const value = store.get(name)
    if (value !== null) store.set(entryName(to, name.slice(start.length)), value)
    store.remove(name)
  }
}

/** Removes what was kept for one connection, or for every one. */
export function removeEntries(store: Store, fingerprint?: string): void {
  const owned = /^workspace-admin:([0-9a-f]{12}):/
  for (const name of store.names()) {
    const owner = owned.exec(name)?.[1]
    if (owner !== undefined && (fingerprint === undefined || owner === fingerprint)) {
      store.remove(name)
    }
  }
}
