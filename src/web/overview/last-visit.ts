import { deviceStore, entryName, tabStore } from '#web/session/storage.ts'

const NAME = 'last-visit'

/** When this workspace was last looked at before this tab was opened; undefined on a first visit. Stays the same while the tab lives. */
export function lastVisit(fingerprint: string, now: Date): string | undefined {
  const entry = entryName(fingerprint, NAME)
  const kept = tabStore.get(entry)
  if (kept !== null) return kept || undefined
  const last = deviceStore.get(entry) ?? ''
  tabStore.set(entry, last)
  deviceStore.set(entry, now.toISOString())
  return last || undefined
}
