import { afterEach, expect, test, vi } from 'vitest'

import { waitFor } from '#web/test-time.ts'
import { createConnections, type NewConnection } from './connections.ts'
import { fingerprintOf, weakFingerprint } from './fingerprint.ts'
import { entryKey, safeStore } from './storage.ts'

const opened: { close: () => void }[] = []
afterEach(() => {
  for (const tab of opened.splice(0)) tab.close()
})

/** A browser's store, as far as it matters here. */
function browserStore(): Storage {
  const entries = new Map<string, string>()
  return {
    get length() {
      return entries.size
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
    removeItem: (name) => void entries.delete(name),
    clear: () => entries.clear(),
  }
}

function refusing(): Storage {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

function openTab(device: Storage | null = browserStore()) {
  const tab = browserStore()
  const deviceStore = safeStore(device ? () => device : refusing)
  const connections = createConnections(safeStore(device ? () => tab : refusing), deviceStore)
  opened.push(connections)
  return { ...connections, tab, deviceStore }
}

const typed = (key: string, keep: 'tab' | 'device'): NewConnection => ({
  base_url: 'https://example.com/v1',
  key,
  keep,
})

const text = (store: Storage) =>
  Array.from({ length: store.length }, (_, index) => {
    const name = store.key(index) ?? ''
    return `${name}=${store.getItem(name)}`
  }).join('\n')

test('a connection is stored per tab or device, never under its key', async () => {
  const device = browserStore()
  const { tab, saveConnection, activate, listConnections } = openTab(device)
  const short = await saveConnection(typed('wsk_w_secret1', 'tab'))
  const long = await saveConnection(typed('wsk_w_secret2', 'device'))
  activate(short.fingerprint)
  activate(long.fingerprint)
  expect(text(tab)).toContain('wsk_w_secret1')
  expect(text(device)).not.toContain('wsk_w_secret1')
  expect(text(device)).toContain('wsk_w_secret2')
  for (const entry of [...text(tab).split('\n'), ...text(device).split('\n')]) {
    expect(entry.split('=')[0]).not.toContain('secret')
  }
  expect(listConnections().map(({ last4 }) => last4)).toEqual(['ret1', 'ret2'])
})

test('saving the same key in the other store moves the connection', async () => {
  const device = browserStore()
  const { tab, saveConnection, listConnections } = openTab(device)
  await saveConnection(typed('wsk_w_secret', 'device'))
  await saveConnection({ ...typed('wsk_w_secret', 'tab'), name: 'Harbour' })
  expect(listConnections()).toMatchObject([{ name: 'Harbour', keep: 'tab' }])
  expect(text(device)).not.toContain('secret')
  expect(text(tab)).toContain('secret')
})

test('replacing a key keeps the stored data of the connection', async () => {
  const device = browserStore()
  const tab = openTab(device)
  const old = await tab.saveConnection(typed('wsk_w_old', 'device'))
  tab.deviceStore.set(entryKey(old.fingerprint, 'starred-boards'), '["b1"]')
  const next = await tab.replaceConnection(old, typed('wsk_w_new', 'device'))
  tab.activate(next.fingerprint)
  expect(tab.listConnections().map(({ key }) => key)).toEqual(['wsk_w_new'])
  expect(tab.deviceStore.get(entryKey(next.fingerprint, 'starred-boards'))).toBe('["b1"]')
  expect(text(device)).not.toContain(old.fingerprint)
})

test('a connection keeps its name when its key is saved or replaced', async () => {
  const tab = openTab()
  const old = await tab.saveConnection(typed('wsk_w_old', 'device'))
  tab.updateConnection(old.fingerprint, { called: 'My shop' })
  const same = await tab.saveConnection(typed('wsk_w_old', 'device'))
  expect(same.called).toBe('My shop')
  const next = await tab.replaceConnection(old, typed('wsk_w_new', 'device'))
  expect(next.called).toBe('My shop')
})

test('a new tab starts with the last connection used on the device', async () => {
  const device = browserStore()
  const [first, second] = [openTab(device), openTab(device)]
  const one = await first.saveConnection(typed('key-1', 'device'))
  const two = await first.saveConnection(typed('key-2', 'device'))
  first.activate(one.fingerprint)
  expect(second.activeConnection()?.key).toBe('key-1')
  second.activate(two.fingerprint)
  expect(first.activeConnection()?.key).toBe('key-1')
  expect(openTab(device).activeConnection()?.key).toBe('key-2')
})

test('a tab keeps its first connection when another tab switches', async () => {
  const device = browserStore()
  const [first, second] = [openTab(device), openTab(device)]
  const one = await first.saveConnection(typed('key-1', 'device'))
  const two = await first.saveConnection(typed('key-2', 'device'))
  first.activate(one.fingerprint)
  expect(second.activeConnection()?.key).toBe('key-1')
  first.activate(two.fingerprint)
  expect(second.activeConnection()?.key).toBe('key-1')
})

test('signing out removes only the data under its fingerprint', async () => {
  const { deviceStore, saveConnection, activate, activeConnection, forget, listConnections } =
    openTab()
  const one = await saveConnection(typed('key-1', 'device'))
  const two = await saveConnection(typed('key-2', 'device'))
  deviceStore.set(entryKey(one.fingerprint, 'draft'), 'text')
  deviceStore.set(entryKey(two.fingerprint, 'draft'), 'text')
  deviceStore.set('workspace-admin:theme', 'dark')
  activate(two.fingerprint)
  activate(one.fingerprint)
  deviceStore.set('workspace-admin:active', two.fingerprint) // by another tab
  forget(one.fingerprint)
  // Not the other one: who signs out wants the sign-in page.
  expect(activeConnection()).toBeUndefined()
  expect(listConnections()).toMatchObject([{ key: 'key-2' }])
  expect(deviceStore.get(entryKey(one.fingerprint, 'draft'))).toBeNull()
  expect(deviceStore.get(entryKey(two.fingerprint, 'draft'))).toBe('text')
  expect(deviceStore.get('workspace-admin:theme')).toBe('dark')
})

test('signing out everywhere clears every tab', async () => {
  const device = browserStore()
  const [first, second] = [openTab(device), openTab(device)]
  const told = vi.fn()
  second.onSignedOutElsewhere(told)
  const own = vi.fn()
  first.onSignedOutElsewhere(own)
  const shared = await first.saveConnection(typed('key-1', 'device'))
  const only = await second.saveConnection(typed('key-2', 'tab'))
  second.activate(only.fingerprint)
  first.activate(shared.fingerprint)
  first.deviceStore.set(entryKey(shared.fingerprint, 'starred-boards'), '["b"]')
  first.deviceStore.set('workspace-admin:density', 'compact')

  first.removeAllConnections()
  await waitFor(() => expect(told).toHaveBeenCalledTimes(1))
  expect(own).not.toHaveBeenCalled()
  expect([first.listConnections(), second.listConnections()]).toEqual([[], []])
  expect([first.activeConnection(), second.activeConnection()]).toEqual([undefined, undefined])
  expect(text(device)).toBe('workspace-admin:density=compact')
  expect(text(second.tab)).not.toContain('key-2')
})

test('without storage the connection is kept in memory', async () => {
  const { saveConnection, activate, activeConnection, listConnections, forget } = openTab(null)
  const { fingerprint } = await saveConnection(typed('wsk_w_secret', 'device'))
  activate(fingerprint)
  expect(activeConnection()).toMatchObject({ key: 'wsk_w_secret', last4: 'cret' })
  expect(listConnections()).toHaveLength(1)
  forget(fingerprint)
  expect(activeConnection()).toBeUndefined()
})

test('entries over the storage quota are kept in memory', () => {
  const storage = browserStore()
  storage.setItem('theme', 'light')
  storage.setItem = () => {
    throw new DOMException('Full.', 'QuotaExceededError')
  }
  const store = safeStore(() => storage)
  expect(store.set('theme', 'dark')).toBe(false)
  expect(store.get('theme')).toBe('dark')
  expect(store.keys()).toEqual(['theme'])
  store.remove('theme')
  expect(store.get('theme')).toBeNull()
})

test.each(['{', 'null', '{"a":1}', '[{"base_url":"x"},7,null]'])(
  'an entry that holds %s is as if there were none',
  (entry) => {
    const device = browserStore()
    device.setItem('workspace-admin:connections', entry)
    expect(openTab(device).listConnections()).toEqual([])
  },
)

test('an unchanged connection list keeps its object identity', async () => {
  const { saveConnection, listConnections, updateConnection } = openTab()
  const { fingerprint } = await saveConnection(typed('key', 'device'))
  const before = listConnections()
  expect(listConnections()).toBe(before)
  updateConnection(fingerprint, { name: 'Harbour' })
  expect(listConnections()).toMatchObject([{ name: 'Harbour' }])
})

test('the fingerprint is a prefix of SHA-256 over URL and key', async () => {
  // printf 'https://example.com/v1\nwsk_w_secret' | sha256sum
  expect(await fingerprintOf('https://example.com/v1', 'wsk_w_secret')).toBe('adc9604a008b')
})

test('without a secure context the fingerprint is an FNV-1a hash', () => {
  const of = (text: string) => weakFingerprint(new TextEncoder().encode(text))
  const all = ['a', 'b', 'ab', 'ba', ''].map(of)
  expect(new Set(all).size).toBe(5)
  for (const one of all) expect(one).toMatch(/^[0-9a-f]{12}$/)
})
