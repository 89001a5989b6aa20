import type { Entry } from '#contract/feedback/changelog.ts'
import { conflict } from '#service/refusal.ts'

/** An entry with what no reader sees: whether subscribers were told of it already. */
export type StoredEntry = Entry & { readonly announced: boolean }

type Plan = Pick<Entry, 'publish_at' | 'published_at'>

/** What the moments say. Due is published, whether or not the sweep has come by. */
export function statusAt({ publish_at, published_at }: Plan, now: Date): Entry['status'] {
  if (published_at !== null) return 'published'
  if (publish_at === null) return 'draft'
  return publish_at <= now.toISOString() ? 'published' : 'scheduled'
}

export const isDue = (entry: Plan, now: Date): boolean =>
  entry.published_at === null && statusAt(entry, now) === 'published'

/** As the sweep will write it, so that a reader who comes first sees the very same, version included. */
export function asPublished(entry: StoredEntry): StoredEntry {
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

const dayMs = 86_400_000

/** Old news and imported news are told to nobody, and no news is told twice. */
export function notifies(
  wanted: boolean,
  publish_at: string | null,
  now: Date,
  { importing, announced }: { readonly importing: boolean; readonly announced: boolean },
): boolean {
  const isOld = publish_at !== null && now.getTime() - Date.parse(publish_at) > dayMs
  return wanted && !importing && !announced && !isOld
}

/** The moments of an entry after a change of its plan. A published one keeps its date. */
export function planned(entry: StoredEntry, publish_at: string | null, now: Date): StoredEntry {
  if (publish_at === entry.publish_at) return entry
  if (entry.status === 'published')
    throw conflict('already_published', 'This entry is published: its date stays.')
  const isPublished = publish_at !== null && publish_at <= now.toISOString()
  const after = { ...entry, publish_at, published_at: isPublished ? publish_at : null }
  return { ...after, status: statusAt(after, now) }
}

export function publishedNow(entry: StoredEntry, now: Date): StoredEntry {
  if (entry.status === 'published')
    throw conflict('already_published', 'This entry is published already.')
  const moment = now.toISOString()
  return { ...entry, status: 'published', publish_at: moment, published_at: moment }
}
