import { isBackdated } from '#contract/feedback/changelog.rules.ts'
import type { Entry } from '#contract/feedback/changelog.ts'
import { conflict } from '#service/refusal.ts'

/** An entry and whether subscribers were already notified of it, which no reader sees. */
export type StoredEntry = Entry & { readonly announced: boolean }

type Schedule = Pick<Entry, 'publish_at' | 'published_at'>

/** The status by the dates. A due entry is published, whether or not the sweep has run. */
export function statusAt({ publish_at, published_at }: Schedule, now: Date): Entry['status'] {
  if (published_at !== null) return 'published'
  if (publish_at === null) return 'draft'
  return publish_at <= now.toISOString() ? 'published' : 'scheduled'
}

export const isDue = (entry: Schedule, now: Date): boolean =>
  entry.published_at === null && statusAt(entry, now) === 'published'

/** As the sweep saves it, so that a reader before the sweep sees the same entry, including its version. */
export function toPublished(entry: StoredEntry): StoredEntry {
  const at = entry.publish_at ?? entry.updated_at
  return {
    ...entry,
    status: 'published',
    published_at: at,
    announced: entry.announced || entry.notify,
    version: String(Number(entry.version) + 1),
    updated_at: entry.updated_at > at ? entry.updated_at : at,
  }
}

/** Subscribers are never notified of old or imported entries, nor twice of one. */
export function shouldNotify(
  notify: boolean,
  publish_at: string | null,
  now: Date,
  { isImport: importing, announced }: { readonly isImport: boolean; readonly announced: boolean },
): boolean {
  return notify && !importing && !announced && !isBackdated(publish_at, now)
}

/** The entry with a new schedule. A published one keeps its date. */
export function reschedule(entry: StoredEntry, publish_at: string | null, now: Date): StoredEntry {
  if (publish_at === entry.publish_at) return entry
  if (entry.status === 'published')
    throw conflict('already_published', 'The date of a published entry cannot change.')
  const isPublished = publish_at !== null && publish_at <= now.toISOString()
  const after = { ...entry, publish_at, published_at: isPublished ? publish_at : null }
  return { ...after, status: statusAt(after, now) }
}

export function publishNow(entry: StoredEntry, now: Date): StoredEntry {
  if (entry.status === 'published')
    throw conflict('already_published', 'This entry is already published.')
  const published_at = now.toISOString()
  return { ...entry, status: 'published', publish_at: published_at, published_at }
}
