import { useSyncExternalStore } from 'react'

import { createListeners } from '#web/external-store.ts'
import { deviceStore, entryKey, parseList, type Store } from './storage.ts'

/** What the person chose on this device. The first value of each is what holds until then. */
const values = {
  /** The inline script of index.html reads this one before the first paint. */
  theme: ['system', 'light', 'dark'],
  density: ['comfortable', 'compact'],
  times: ['relative', 'exact'],
  /** Shortcuts of one letter; some input methods and speech control type them by accident. */
  single_key_shortcuts: ['on', 'off'],
  // Cards on boards.
  card_labels: ['names', 'bars'],
  card_members: ['on', 'off'],
  card_size: ['normal', 'compact'],
  card_ids: ['off', 'on'],
  /** `week`: only those completed in the last 7 days. */
  done_cards: ['on', 'week', 'off'],
  /** Numbered as by `Date.getDay`. */
  first_day: ['auto', '1', '6', '0'],
  /** Seconds in which publishing can be undone. */
  publish_wait: ['6', '0', '30'],
} as const

/** Preferences with other values than a few names; empty until chosen. The columns of the card table are JSON. */
type TextPreference = 'time_zone' | 'locale' | 'card_columns'

type PreferenceName = keyof typeof values
export type Preference<P extends PreferenceName> = (typeof values)[P][number]

/** More than are shown: some of them are starred or gone. */
const MAX_RECENT_BOARDS = 12

const PREFIX = 'workspace-admin:'

export function createPreferences(store: Store) {
  const changed = createListeners()

  // One list per text, so that a component sees the same one until it changes.
  const cache = new Map<string, { readonly text: string; readonly ids: readonly string[] }>()

  function readIds(entry: string): readonly string[] {
    const text = store.get(entry) ?? ''
    const cached = cache.get(entry)
    if (cached?.text === text) return cached.ids
    const ids = parseList(text, isString)
    cache.set(entry, { text, ids })
    return ids
  }

  const starsOf = (fingerprint: string) => entryKey(fingerprint, 'starred-boards')
  const recentOf = (fingerprint: string) => entryKey(fingerprint, 'recent-boards')
  const writeIds = (entry: string, ids: readonly string[]) => {
    store.set(entry, JSON.stringify(ids))
    changed.notify()
  }

  return {
    preference: <P extends PreferenceName>(name: P): Preference<P> => {
      const stored = store.get(PREFIX + name)
      const all: readonly Preference<P>[] = values[name]
      // Each list of choices has a first one.
      return all.find((value) => value === stored) ?? (all[0] as Preference<P>)
    },
    setPreference: <P extends PreferenceName>(name: P, value: Preference<P>): void => {
      store.set(PREFIX + name, value)
      changed.notify()
    },
    textPreference: (name: TextPreference): string => store.get(PREFIX + name) ?? '',
    setTextPreference: (name: TextPreference, value: string): void => {
      store.set(PREFIX + name, value)
      changed.notify()
    },
    /** Ids of boards, in the order they were starred. */
    starredBoards: (fingerprint: string) => readIds(starsOf(fingerprint)),
    toggleStar: (fingerprint: string, board_id: string): void => {
      const now = readIds(starsOf(fingerprint))
      const isStarred = now.includes(board_id)
      writeIds(
        starsOf(fingerprint),
        isStarred ? now.filter((id) => id !== board_id) : [...now, board_id],
      )
    },
    /** Ids of the boards opened last, the last one first. */
    recentBoards: (fingerprint: string) => readIds(recentOf(fingerprint)),
    recordBoard: (fingerprint: string, board_id: string): void => {
      const now = readIds(recentOf(fingerprint))
      if (now[0] === board_id) return
      const others = now.filter((id) => id !== board_id)
      writeIds(recentOf(fingerprint), [board_id, ...others].slice(0, MAX_RECENT_BOARDS))
    },
    /** Of a board that no longer exists. */
    forgetBoard: (fingerprint: string, board_id: string): void => {
      const now = readIds(recentOf(fingerprint))
      if (now.includes(board_id))
        writeIds(
          recentOf(fingerprint),
          now.filter((id) => id !== board_id),
        )
    },
    /** Also hears changes made in another tab. */
    subscribe: (listener: () => void): (() => void) => {
      const stop = changed.subscribe(listener)
      globalThis.addEventListener?.('storage', listener)
      return () => {
        stop()
        globalThis.removeEventListener?.('storage', listener)
      }
    },
  }
}

const isString = (value: unknown) => typeof value === 'string'

const preferences = createPreferences(deviceStore)
export const { preference, setPreference, textPreference, setTextPreference } = preferences
export const { toggleStar, recordBoard, forgetBoard, subscribe } = preferences

export const usePreference = <P extends PreferenceName>(name: P): Preference<P> =>
  useSyncExternalStore(subscribe, () => preference(name))

export const useStarredBoards = (fingerprint: string): readonly string[] =>
  useSyncExternalStore(subscribe, () => preferences.starredBoards(fingerprint))

export const useRecentBoards = (fingerprint: string): readonly string[] =>
  useSyncExternalStore(subscribe, () => preferences.recentBoards(fingerprint))

export const useTextPreference = (name: TextPreference): string =>
  useSyncExternalStore(subscribe, () => textPreference(name))
