import { createListeners } from '#web/external-store.ts'
// The inline script of index.html reads these entries before any of this code is loaded, so names and shapes hold for both:
//   sessionStorage  workspace-admin:connections  JSON array of Connection with keep 'tab'
//   localStorage    workspace-admin:connections  JSON array of Connection with keep 'device'
//   sessionStorage  workspace-admin:active       fingerprint of this tab's connection; '' after signing out in this tab
//   localStorage    workspace-admin:active       fingerprint of the 'device' connection used last; a new tab starts with it
// The first entry that is not null decides; its connection is looked up in both arrays.
import { fingerprintOf } from './fingerprint.ts'
import {
  deviceStore,
  hasStrings,
  moveEntries,
  parseList,
  removeEntries,
  removeDatabase,
  type Store,
  tabStore,
} from './storage.ts'

export interface Connection {
  readonly base_url: string
  readonly key: string
  /** Of the workspace, as the server calls it. */
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

/** All of it that may be displayed. */
export type ConnectionInfo = Omit<Connection, 'key'>

export const hostOf = ({ base_url }: ConnectionInfo) => new URL(base_url).host

/** The name from the user or the server, else the host. */
export const nameOf = (connection: ConnectionInfo) =>
  connection.called ?? connection.name ?? hostOf(connection)

export type NewConnection = Omit<Connection, 'fingerprint' | 'last4' | 'last_used_at'>

const CONNECTIONS = 'workspace-admin:connections'
const ACTIVE = 'workspace-admin:active'
const SIGNED_OUT = 'workspace-admin:signed-out'

/** The connections as one tab sees them. */
export function createConnections(tab: Store, device: Store) {
  const changed = createListeners()
  const signedOut = createListeners()
  const read = { tab: createReader(tab), device: createReader(device) }
  const stores = { tab, device }
  const listAll = concatLists(read.tab, read.device)
  let lastSignOut = ''

  const write = (keep: 'tab' | 'device', connections: readonly Connection[]) => {
    if (connections.length === 0) stores[keep].remove(CONNECTIONS)
    else stores[keep].set(CONNECTIONS, JSON.stringify(connections))
  }
  const without = (keep: 'tab' | 'device', fingerprint: string) =>
    read[keep]().filter((connection) => connection.fingerprint !== fingerprint)
  const upsert = (connection: Connection) => {
    for (const keep of ['tab', 'device'] as const) {
      const others = without(keep, connection.fingerprint)
      if (keep === connection.keep) write(keep, [connection, ...others])
      else if (others.length !== read[keep]().length) write(keep, others)
    }
    changed.notify()
  }
  const find = (fingerprint: string | null) =>
    listAll().find((connection) => connection.fingerprint === fingerprint)

  function clearAll() {
    for (const store of [tab, device]) {
      store.remove(CONNECTIONS)
      removeEntries(store)
    }
    removeDatabase()
    tab.set(ACTIVE, '')
    device.remove(ACTIVE)
    changed.notify()
  }

  function onSignOut(id: unknown) {
    if (typeof id !== 'string' || id === lastSignOut) return
    lastSignOut = id
    clearAll()
    signedOut.notify()
  }

  let channel: BroadcastChannel | undefined
  function openChannel() {
    if (channel || !globalThis.BroadcastChannel) return channel
    channel = new BroadcastChannel(SIGNED_OUT)
    channel.onmessage = (event) => onSignOut(event.data)
    return channel
  }

  return {
    /** Those of this tab first, each group by last use. */
    listConnections: listAll,

    /** This tab's connection. A new tab takes the one used last on this device and stays with it. */
    activeConnection: (): Connection | undefined => {
      const own = tab.get(ACTIVE)
      if (own !== null) return find(own)
      const last = read.device().find((connection) => connection.fingerprint === device.get(ACTIVE))
      if (last) tab.set(ACTIVE, last.fingerprint)
      return last
    },

    /** Keeps a connection where it asks to be kept, in place of one with the same address and key. */
    saveConnection: async (input: NewConnection): Promise<Connection> => {
      const fingerprint = await fingerprintOf(input.base_url, input.key)
      const { called } = find(fingerprint) ?? {}
      const connection = { called, ...input, fingerprint, last4: input.key.slice(-4) }
      upsert(connection)
      return connection
    },

    /** Changes what a saved connection is called or knows about its key. */
    updateConnection: (
      fingerprint: string,
      changes: Partial<
        Pick<Connection, 'name' | 'called' | 'key_name' | 'scope' | 'admin' | 'read_only'>
      >,
    ): void => {
      const connection = find(fingerprint)
      if (connection) upsert({ ...connection, ...changes })
    },

    /** Another key of the same workspace takes the place of one that stopped working. */
    replaceConnection: async (old: Connection, input: NewConnection): Promise<Connection> => {
      const fingerprint = await fingerprintOf(input.base_url, input.key)
      const { called } = find(old.fingerprint) ?? old
      const next = { called, ...input, fingerprint, last4: input.key.slice(-4) }
      if (fingerprint !== old.fingerprint) {
        for (const store of [tab, device]) moveEntries(store, old.fingerprint, fingerprint)
        for (const keep of ['tab', 'device'] as const) write(keep, without(keep, old.fingerprint))
      }
      upsert(next)
      return next
    },

    /** Makes it this tab's connection, and the one new tabs start with when it is kept on this device. */
    activate: (fingerprint: string): void => {
      const connection = find(fingerprint)
      if (!connection) return
      tab.set(ACTIVE, fingerprint)
      if (connection.keep === 'device') device.set(ACTIVE, fingerprint)
      upsert({ ...connection, last_used_at: new Date().toISOString() })
    },

    /** Forgets one connection and all that was kept under its fingerprint. */
    forget: (fingerprint: string): void => {
      write('tab', without('tab', fingerprint))
      write('device', without('device', fingerprint))
      removeEntries(tab, fingerprint)
      removeEntries(device, fingerprint)
      removeDatabase()
      if (tab.get(ACTIVE) === fingerprint) tab.set(ACTIVE, '')
      if (device.get(ACTIVE) === fingerprint) device.remove(ACTIVE)
      changed.notify()
    },

    /** Forgets everything that names a workspace, here and in the other open tabs. */
    removeAllConnections: (): void => {
      clearAll()
      lastSignOut = `${Date.now()} ${Math.random()}`
      openChannel()?.postMessage(lastSignOut)
      // Tabs without BroadcastChannel hear the storage event of this entry, which then goes again.
      device.set(SIGNED_OUT, lastSignOut)
      device.remove(SIGNED_OUT)
    },

    /** Calls when another tab signed out everywhere; this tab has forgotten by then and should show the sign-in page. */
    onSignedOutElsewhere: (listener: () => void): (() => void) => {
      openChannel()
      const onStorage = (event: StorageEvent) => {
        if (event.key === SIGNED_OUT) onSignOut(event.newValue)
      }
      globalThis.addEventListener?.('storage', onStorage)
      const stop = signedOut.subscribe(listener)
      return () => {
        stop()
        globalThis.removeEventListener?.('storage', onStorage)
      }
    },

    onConnectionsChanged: changed.subscribe,
    close: () => channel?.close(),
  }
}

/** Reads a list again only when its text changed, so that unchanged lists stay the same object. */
function createReader(store: Store) {
  let text: string | null = null
  let connections: readonly Connection[] = []
  return () => {
    const now = store.get(CONNECTIONS)
    if (now !== text) {
      text = now
      connections = parseList(now, isConnection)
    }
    return connections
  }
}

/** Both lists as one, which is another list only when one of them is. */
function concatLists(first: () => readonly Connection[], second: () => readonly Connection[]) {
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

export const isConnection = (value: unknown): value is Connection =>
  hasStrings(value, 'base_url', 'key', 'fingerprint', 'last4')

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
