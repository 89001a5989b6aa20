import type { QueryClient } from '@tanstack/react-query'

import type { ChangelogEntry as Entry } from '#client/resources.ts'
import { endpointPages, endpointQuery } from '#web/query/endpoint-query.ts'

/** Drafts and scheduled entries; a service that cannot choose sends the published ones too. */
export const unpublishedPages = (canChoose: boolean) =>
  endpointPages('GET /feedback/changelog/entries', {
    include_drafts: true,
    ...(canChoose && { status: 'draft,scheduled' }),
  })

/** Newest first. */
export const publishedPages = () => endpointPages('GET /feedback/changelog/entries', {})

export const entryQuery = (entry_id: string) =>
  endpointQuery('GET /feedback/changelog/entries/:entry_id', { entry_id })

/** What the changelog requests first. Before the capabilities are known nothing is: the pages would be requested twice. */
export function changelogQueries(queryClient: QueryClient, tab: string | null) {
  const me = queryClient.getQueryData(endpointQuery('GET /me', {}).queryKey)
  if (!me) return []
  const unpublished = unpublishedPages((me.capabilities ?? []).includes('filters'))
  return tab === 'published' ? [unpublished, publishedPages()] : [unpublished]
}

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

/** Drafts, and scheduled entries in the order they will be published. */
export function unpublishedEntries(entries: readonly Entry[], at: Date) {
  const time = ({ publish_at }: Entry) => Date.parse(publish_at ?? '')
  return {
    drafts: entries.filter((entry) => stateOf(entry, at) === 'draft'),
    scheduled: entries
      .filter((entry) => stateOf(entry, at) === 'scheduled')
      .sort((one, other) => time(one) - time(other)),
  }
}
