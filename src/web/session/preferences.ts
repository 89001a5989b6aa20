import { useSyncExternalStore } from 'react'

import { createListeners } from '#web/external-store.ts'
import { deviceStore, entryName } from './storage.ts'
import type { Store } from './storage.ts'

/** What the person chose on this device. The first value of each is what holds until then. */
const choices = {
  /** The inline script of index.html reads this one before the first paint. */
  theme: ['system', 'light', 'dark'],
  density: ['comfortable', 'compact'],
  times: ['relative', 'exact'],
  /** Shortcuts of one letter; some input methods and speech control type them by accident. */
  single_key_shortcuts: ['on', 'off'],
} as const

type PreferenceName = keyof typeof choices
export type Preference<P extends PreferenceName> = (typeof choices)[P][number]

const PREFIX = 'workspace-admin:'

export function createPreferences(store: Store) {
  const changed = createListeners()

  // One list per text, so that a component sees the same one until it changes.
  const parsed = new Map<string, { readonly text: string; readonly stars: readonly string[] }>()

  function starred(fingerprint: string): readonly string[] {
    const text = store.get(entryName(fingerprint, 'starred-boards')) ?? ''
    const known = parsed.get(fingerprint)
    if (known?.text === text) return known.stars
    const stars = starsIn(text)
    parsed.set(fingerprint, { text, stars })
    return stars
  }

  return {
    preference: <P extends PreferenceName>(name: P): Preference<P> => {
      const kept = store.get(PREFIX + name)
      const all: readonly Preference<P>[] = choices[name]
      // Each list of choices has a first one.
      return all.find((value) => value === kept) ?? (all[0] as Preference<P>)
    },
    setPreference: <P extends PreferenceName>(name: P, value: Preference<P>): void => {
      store.set(PREFIX + name, value)
      changed.notify()
    },
    /** Ids of boards, in the order they were starred. */
    starredBoards: starred,
    toggleStar: (fingerprint: string, board_id: string): void => {
      const now = starred(fingerprint)
      const next = now.includes(board_id) ? now.filter((id) => id !== board_id) : [...now, board_id]
      store.set(entryName(fingerprint, 'starred-boards'), JSON.stringify(next))
      changed.notify()
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

const none: readonly string[] = []

function starsIn(text: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : none
  } catch {
    return none
  }
}

const preferences = createPreferences(deviceStore)
export const { preference, setPreference, toggleStar, subscribe } = preferences

export const usePreference = <P extends PreferenceName>(name: P): Preference<P> =>
  useSyncExternalStore(subscribe, () => preference(name))

export const useStarredBoards = (fingerprint: string): readonly string[] =>
  useSyncExternalStore(subscribe, () => preferences.starredBoards(fingerprint))
