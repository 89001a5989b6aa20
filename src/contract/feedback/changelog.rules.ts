const DAY_MS = 86_400_000

/** Subscribers are never notified of an entry that is dated more than a day back. */
export const isBackdated = (publish_at: string | null, now: Date): boolean =>
  publish_at !== null && now.getTime() - Date.parse(publish_at) > DAY_MS
