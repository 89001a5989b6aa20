/** A browser store that always works: what the browser refuses to keep stays in memory until the page goes. */
export interface Store {
  get: (name: string) => string | null
  /** Whether it outlives the page. */
  set: (name: string, value: string) => boolean
  remove: (name: string) => void
  keys: () => string[]
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
      const isStored = attempt((storage) => (storage.setItem(name, value), true)) ?? false
      if (isStored) memory.delete(name)
      else memory.set(name, value)
      return isStored
    },
    remove: (name) => {
      memory.delete(name)
      attempt((storage) => storage.removeItem(name))
    },
    keys: () => {
      const stored = attempt((storage) =>
        Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ''),
      )
      return [...new Set([...(stored ?? []), ...memory.keys()])]
    },
  }
}

/** Parses a stored entry; undefined for one that is not JSON, as edited by hand. */
export function parseEntry(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}

export function parseList<T>(text: string | null, isItem: (value: unknown) => value is T): T[] {
  const value = parseEntry(text)
  return Array.isArray(value) ? value.filter(isItem) : []
}

/** Entries may come from an older version: checks the text fields that must be there. */
export const hasStrings = (value: unknown, ...fields: readonly string[]): boolean =>
  typeof value === 'object' &&
  value !== null &&
  fields.every((field) => typeof Reflect.get(value, field) === 'string')

/** Until the tab closes. */
export const tabStore = safeStore(() => globalThis.sessionStorage)
/** On this device. */
export const deviceStore = safeStore(() => globalThis.localStorage)

/** The name of an entry that belongs to one connection; signing out removes all of its fingerprint. */
export const entryKey = (fingerprint: string, what: string) =>
  `workspace-admin:${fingerprint}:${what}`

/** Another key of the same workspace goes on with what was kept under the old one. */
export function moveEntries(store: Store, from: string, to: string): void {
  const start = entryKey(from, '')
  for (const name of store.keys().filter((one) => one.startsWith(start))) {
    const value = store.get(name)
    if (value !== null) store.set(entryKey(to, name.slice(start.length)), value)
    store.remove(name)
  }
}

/** Removes what was kept for one connection, or for every one. */
export function removeEntries(store: Store, fingerprint?: string): void {
  const owned = /^workspace-admin:([0-9a-f]{12}):/
  for (const name of store.keys()) {
    const owner = owned.exec(name)?.[1]
    if (owner !== undefined && (fingerprint === undefined || owner === fingerprint)) {
      store.remove(name)
    }
  }
}

/** The browser's own database, for what a store is too small for. Its name must stay: older tabs have it open. */
export const DATABASE = 'workspace-admin:imports'

export function removeDatabase(): void {
  try {
    globalThis.indexedDB?.deleteDatabase(DATABASE)
  } catch {
    // The browser refuses to keep anything.
  }
}
