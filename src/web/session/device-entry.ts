import { useCallback, useMemo, useSyncExternalStore } from 'react'

import { createListeners } from '#web/external-store.ts'
import { addView, formatViews, parseViews, type SavedView } from './saved-views.rules.ts'
import { deviceStore, entryKey } from './storage.ts'
import { useConnection } from './use-connection.ts'

const changed = createListeners()

/** Also hears changes made in another tab. */
function subscribe(listener: () => void) {
  const stop = changed.subscribe(listener)
  addEventListener('storage', listener)
  return () => {
    stop()
    removeEventListener('storage', listener)
  }
}

/** A text kept on this device for the workspace, such as the columns of a list; empty until it is set. */
export function useDeviceEntry(
  name: string,
): readonly [string, (change: (text: string) => string) => void] {
  const { fingerprint } = useConnection()
  const key = entryKey(fingerprint, name)
  const get = useCallback(() => deviceStore.get(key) ?? '', [key])
  const update = useCallback(
    (change: (text: string) => string) => {
      const value = change(get())
      if (value === '') deviceStore.remove(key)
      else deviceStore.set(key, value)
      changed.notify()
    },
    [key, get],
  )
  return [useSyncExternalStore(subscribe, get), update]
}

/** The saved views of an area, such as the contacts of one list, kept on this device. */
export function useSavedViews(area: string) {
  const [text, updateText] = useDeviceEntry(`views:${area}`)
  const views = useMemo(() => parseViews(text), [text])
  return {
    views,
    save: (view: SavedView) => updateText((now) => formatViews(addView(parseViews(now), view))),
    remove: ({ name }: SavedView) =>
      updateText((now) => formatViews(parseViews(now).filter((view) => view.name !== name))),
  }
}
