import { createListeners } from '#web/external-store.ts'
// The inline script of index.html reads these entries before any of this code is loaded, so names and shapes hold for both:
//   sessionStorage  workspace-admin:connections  JSON array of Connection with keep 'tab'
//   localStorage    workspace-admin:connections  JSON array of Connection with keep 'device'
//   sessionStorage  workspace-admin:active       fingerprint of this tab's connection; '' after signing out in this tab
//   localStorage    workspace-admin:active       fingerprint of the 'device' connection used last; a new tab starts with it
// The first entry that is not null decides; its connection is looked up in both arrays.
import { fingerprintOf } from './fingerprint.ts'
import { deviceStore, removeEntries, moveEntries, tabStore } from './storage.ts'
import type { Store } from './storage.ts'

export interface Connection {
  readonly base_url: string
  readonly key: string
  /** Of the workspace, as the service calls it. */
  readonly name?: string | undefined
  /** As the person calls it here. */
  readonly called?: string | undefined
  readonly key_name?: string | undefined
  readonly scope?: 'read' | 'write' | undefined
  readonly admin?: boolean | undefined
  /** All of the key that is ever displayed. */
  readonly last4: string
  /** Refuses every change here, even if the key could write. */
  readonly read_only?: boolean | undefined
  readonly keep: 'tab' | 'device'
  readonly fingerprint: string
  readonly last_used_at?: string | undefined
}

export type NewConnection = Omit<Connection, 'fingerprint' | 'last4' | 'last_used_at'>

const CONNECTIONS = 'workspace-admin:connections'
const ACTIVE = 'workspace-admin:active'
const SIGNED_OUT = 'workspace-admin:signed-out'

/** The connections as one tab sees them. */
export function createConnections(tab: Store, device: Store) {
  const changed = createListeners()
  const signedOut = createListeners()
  const read = { tab: reader(tab), device: reader(device) }
  const stores = { tab, device }
  const listAll = joined(read.tab, read.device)
  let lastSignOut = ''

  const write = (keep: 'tab' | 'device', connections: readonly Connection[]) => {
    if (connections.length === 0) stores[keep].remove(CONNECTIONS)
    else stores[keep].set(CONNECTIONS, JSON.stringify(connections))
  }
  const without = (keep: 'tab' | 'device', fingerprint: string) =>
    read[keep]().filter((one) => one.fingerprint !== fingerprint)
  const put = (connection: Connection) => {
    for (const keep of ['tab', 'device'] as const) {
      const others = without(keep, connection.fingerprint)
      if (keep === connection.keep) write(keep, [connection, ...others])
      else if (others.length !== read[keep]().length) write(keep, others)
    }
    changed.notify()
  }
  const find = (fingerprint: string | null) =>
    listAll().find((one) => one.fingerprint === fingerprint)

  function forgetHere() {
    for (const store of [tab, device]) {
      store.remove(CONNECTIONS)
      removeEntries(store)
    }
    tab.set(ACTIVE, '')
    device.remove(ACTIVE)
    changed.notify()
  }

  function heardSignOut(id: unknown) {
    if (typeof id !== 'string' || id === lastSignOut) return
    lastSignOut = id
    forgetHere()
    signedOut.notify()
  }

  const channel = lazy(() => {
    if (!globalThis.BroadcastChannel) return undefined
    const opened = new BroadcastChannel(SIGNED_OUT)
    opened.onmessage = (event) => heardSignOut(event.data)
    return opened
  })

  return {
    /** Those of this tab first, each group by last use. */
    listConnections: listAll,

    /** This tab's connection. A new tab takes the one used last on this device and stays with it. */
    activeConnection: (): Connection | undefined => {
      const own = tab.get(ACTIVE)
      if (own !== null) return find(own)
      const last = read.device().find((one) => one.fingerprint === device.get(ACTIVE))
      if (last) tab.set(ACTIVE, last.fingerprint)
      return last
    },

    /** Keeps a connection where it asks to be kept, in place of one with the same address and key. */
    saveConnection: async (given: NewConnection): Promise<Connection> => {
      const fingerprint = await fingerprintOf(given.base_url, given.key)
      const { called } = find(fingerprint) ?? {}
      const connection = { called, ...given, fingerprint, last4: given.key.slice(-4) }
      put(connection)
      return connection
    },

    /** Changes what a saved connection is called or knows about its key. */
    updateConnection: (
      fingerprint: string,
      known: Partial<
        Pick<Connection, 'name' | 'called' | 'key_name' | 'scope' | 'admin' | 'read_only'>
      >,
    ): void => {
      const connection = find(fingerprint)
      if (connection) put({ ...connection, ...known })
    },

    /** Another key of the same workspace takes the place of one that stopped working. */
    replaceConnection: async (old: Connection, given: NewConnection): Promise<Connection> => {
      const fingerprint = await fingerprintOf(given.base_url, given.key)
      const { called } = find(old.fingerprint) ?? old
      const next = { called, ...given, fingerprint, last4: given.key.slice(-4) }
      if (fingerprint !== old.fingerprint) {
        for (const store of [tab, device]) moveEntries(store, old.fingerprint, fingerprint)
        for (const keep of ['tab', 'device'] as const) write(keep, without(keep, old.fingerprint))
      }
      put(next)
      return next
    },

    /** Makes it this tab's connection, and the one new tabs start with when it is kept on this device. */
    activate: (fingerprint: string): void => {
      const connection = find(fingerprint)
      if (!connection) return
      tab.set(ACTIVE, fingerprint)
      if (connection.keep === 'device') device.set(ACTIVE, fingerprint)
      put({ ...connection, last_used_at: new Date().toISOString() })
    },

    /** Forgets one connection and all that was kept under its fingerprint. */
    forget: (fingerprint: string): void => {
      write('tab', without('tab', fingerprint))
      write('device', without('device', fingerprint))
      removeEntries(tab, fingerprint)
      removeEntries(device, fingerprint)
      if (tab.get(ACTIVE) === fingerprint) tab.set(ACTIVE, '')
      if (device.get(ACTIVE) === fingerprint) device.remove(ACTIVE)
      changed.notify()
    },

    /** Forgets everything that names a workspace, here and in the other open tabs. */
    removeAllConnections: (): void => {
      forgetHere()
      lastSignOut = `${Date.now()} ${Math.random()}`
      channel()?.postMessage(lastSignOut)
      // Tabs without BroadcastChannel hear the storage event of this entry, which then goes again.
      device.set(SIGNED_OUT, lastSignOut)
      device.remove(SIGNED_OUT)
    },

    /** Calls when another tab signed out everywhere; this tab has forgotten by then and should show the sign-in page. */
    onSignedOutElsewhere: (listener: () => void): (() => void) => {
      channel()
      const heard = (event: StorageEvent) => {
        if (event.key === SIGNED_OUT) heardSignOut(event.newValue)
      }
      globalThis.addEventListener?.('storage', heard)
      const stop = signedOut.subscribe(listener)
      return () => {
        stop()
        globalThis.removeEventListener?.('storage', heard)
      }
    },

    onConnectionsChanged: changed.subscribe,
    close: () => channel()?.close(),
  }
}

/** Reads a list again only when its text changed, so that unchanged lists stay the same object. */
function reader(store: Store) {
  let text: string | null = null
  let connections: readonly Connection[] = []
  return () => {
    const now = store.get(CONNECTIONS)
    if (now !== text) {
      text = now
      connections = parsed(now)
    }
    return connections
  }
}

/** Both lists as one, which is another list only when one of them is. */
function joined(first: () => readonly Connection[], second: () => readonly Connection[]) {
  let parts: readonly (readonly Connection[])[] = []
  let all: readonly Connection[] = []
  return () => {
    const now = [first(), second()]
    if (now.some((list, index) => list !== parts[index])) {
      parts = now
      all = now.flat()
    }
    return all
  }
}

function parsed(text: string | null): readonly Connection[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter(isConnection) : []
  } catch {
    return []
  }
}

// Written by an older version, or by hand: what lacks these cannot be used.
const isConnection = (value: unknown): value is Connection =>
  typeof value === 'object' &&
  value !== null &&
  ['base_url', 'key', 'fingerprint', 'last4'].every(
    (field) => typeof (value as Record<string, unknown>)[field] === 'string',
  )

function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

export const {
  listConnections,
  activeConnection,
  saveConnection,
  updateConnection,
  replaceConnection,
  activate,
  forget,
  removeAllConnections,
  onSignedOutElsewhere,
  onConnectionsChanged,
} = createConnections(tabStore, deviceStore)
