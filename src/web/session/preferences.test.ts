import { expect, test, vi } from 'vitest'

import { createPreferences } from './preferences.ts'
import { safeStore } from './storage.ts'

const inMemory = () => safeStore(() => undefined)

test('a preference defaults to its first value', () => {
  const { preference } = createPreferences(inMemory())
  expect([preference('theme'), preference('density'), preference('single_key_shortcuts')]).toEqual([
    'system',
    'comfortable',
    'on',
  ])
})

test('a preference is stored under its name and notifies subscribers', () => {
  const store = inMemory()
  const { preference, setPreference, subscribe } = createPreferences(store)
  const told = vi.fn()
  const stop = subscribe(told)
  setPreference('theme', 'dark')
  stop()
  setPreference('density', 'compact')
  expect(preference('theme')).toBe('dark')
  expect(store.get('workspace-admin:theme')).toBe('dark')
  expect(told).toHaveBeenCalledTimes(1)
})

test('an invalid stored preference is ignored', () => {
  const store = inMemory()
  store.set('workspace-admin:theme', 'sepia')
  expect(createPreferences(store).preference('theme')).toBe('system')
})

test('boards are starred per connection, in the order of starring', () => {
  const { starredBoards, toggleStar } = createPreferences(inMemory())
  for (const board of ['b', 'a', 'c', 'b']) toggleStar('0123456789ab', board)
  expect(starredBoards('0123456789ab')).toEqual(['a', 'c'])
  expect(starredBoards('ba9876543210')).toEqual([])
})

test('recent boards are the last twelve, the newest first', () => {
  const { recentBoards, recordBoard } = createPreferences(inMemory())
  for (const board of ['a', 'b', 'a', ...'cdefghijklm', 'c', 'c'])
    recordBoard('0123456789ab', board)
  expect(recentBoards('0123456789ab')).toEqual([...'cmlkjihgfeda'])
  expect(recentBoards('ba9876543210')).toEqual([])
})

test('unchanged starred boards keep their object identity', () => {
  const { starredBoards, toggleStar } = createPreferences(inMemory())
  toggleStar('0123456789ab', 'a')
  const before = starredBoards('0123456789ab')
  expect(starredBoards('ba9876543210')).toEqual([])
  expect(starredBoards('0123456789ab')).toBe(before)
})

test('a time zone is empty until chosen and notifies subscribers', () => {
  const { textPreference, setTextPreference, subscribe } = createPreferences(inMemory())
  expect(textPreference('time_zone')).toBe('')
  const listener = vi.fn()
  subscribe(listener)()
  setTextPreference('locale', 'en-IE')
  expect(listener).not.toHaveBeenCalled()
  const stop = subscribe(listener)
  setTextPreference('time_zone', 'Asia/Tokyo')
  stop()
  expect([textPreference('time_zone'), listener.mock.calls.length]).toEqual(['Asia/Tokyo', 1])
})
