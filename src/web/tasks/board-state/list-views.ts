import { useSyncExternalStore } from 'react'

import type { Card } from '#client/resources.ts'
import { createListeners } from '#web/external-store.ts'
import { useSession } from '#web/session/session.ts'
import { deviceStore, entryKey, parseEntry } from '#web/session/storage.ts'
import { type ListSort, sortCards } from './card-sort.rules.ts'

/** How one list is shown on this device; nothing of it is known to the server. */
interface ListView {
  readonly isCollapsed?: boolean | undefined
  /** Null is the order of the board. */
  readonly sort?: ListSort | null | undefined
}
type ListViews = Readonly<Record<string, ListView>>

const changed = createListeners()
const entryOf = (fingerprint: string) => entryKey(fingerprint, 'list-views')
// The same object until the entry changes.
let cached: { readonly text: string | null; readonly views: ListViews } = { text: null, views: {} }

function getListViews(fingerprint: string): ListViews {
  const text = deviceStore.get(entryOf(fingerprint))
  if (text !== cached.text) {
    const entry = parseEntry(text)
    // Written by `setListView`; a field that is missing has its default.
    cached = { text, views: typeof entry === 'object' && entry ? (entry as ListViews) : {} }
  }
  return cached.views
}

export function setListView(fingerprint: string, list_id: string, change: ListView) {
  const { [list_id]: previous, ...others } = getListViews(fingerprint)
  const { isCollapsed, sort } = { ...previous, ...change }
  const next = isCollapsed || sort ? { ...others, [list_id]: { isCollapsed, sort } } : others
  deviceStore.set(entryOf(fingerprint), JSON.stringify(next))
  changed.notify()
}

const subscribe = (listener: () => void) => {
  const stop = changed.subscribe(listener)
  addEventListener('storage', listener) // another tab
  return () => {
    stop()
    removeEventListener('storage', listener)
  }
}

/** The views of all lists, by their ids. */
export function useListViews(): ListViews {
  const { fingerprint } = useSession().connection
  return useSyncExternalStore(subscribe, () => getListViews(fingerprint))
}

const lastSorted = new WeakMap<readonly Card[], { sort: ListSort; cards: readonly Card[] }>()

/** The cards in the order of the view; the same array while nothing changes. */
export function viewCards(cards: readonly Card[], sort: ListView['sort']): readonly Card[] {
  if (!sort) return cards
  const last = lastSorted.get(cards)
  if (last?.sort === sort) return last.cards
  const next = { sort, cards: sortCards(cards, sort) }
  lastSorted.set(cards, next)
  return next.cards
}
