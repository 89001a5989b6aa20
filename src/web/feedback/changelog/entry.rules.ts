import type { ChangelogEntry as Entry } from '#client/resources.ts'

type EntryState = 'draft' | 'scheduled' | 'published'

/** Decided by dates, which every server sends. */
export function stateOf(
  { publish_at, published_at }: Pick<Entry, 'publish_at' | 'published_at'>,
  at: Date,
): EntryState {
  if (published_at) return 'published'
  if (!publish_at) return 'draft'
  return Date.parse(publish_at) > at.getTime() ? 'scheduled' : 'published'
}

/** Mutations of one entry reach the server in order. */
export const entryScope = (entry_id: string) => `entry:${entry_id}`

/** Whether both have the same ids; their order does not matter. */
export const isSameList = (one: readonly string[] = [], other: readonly string[] = []) =>
  one.length === other.length && one.every((id) => other.includes(id))
