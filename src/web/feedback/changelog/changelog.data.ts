import type { QueryClient } from '@tanstack/react-query'

import type { ChangelogEntry as Entry } from '#client/resources.ts'
import type { ReadName } from '#contract/endpoints.ts'
import { endpointPages, endpointQuery } from '#web/query/endpoint-query.ts'
import { createPendingIds } from '#web/session/mutations/pending-ids.ts'
import type { KeySession } from '#web/session/session.ts'
import { stateOf } from './entry.rules.ts'

/** Drafts and scheduled entries; a service that cannot choose sends the published ones too. */
export const unpublishedPages = (canChoose: boolean) =>
  endpointPages('GET /feedback/changelog/entries', {
    include_drafts: true,
    ...(canChoose && { status: 'draft,scheduled' }),
  })

/** Newest first. */
export const publishedPages = () => endpointPages('GET /feedback/changelog/entries', {})

/** What the changelog requests first. Before the capabilities are known nothing is: the pages would be requested twice. */
export function changelogQueries(queryClient: QueryClient, tab: string | null) {
  const me = queryClient.getQueryData(endpointQuery('GET /me', {}).queryKey)
  if (!me) return []
  const unpublished = unpublishedPages((me.capabilities ?? []).includes('filters'))
  return tab === 'published' ? [unpublished, publishedPages()] : [unpublished]
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

export const entryQuery = (entry_id: string) =>
  endpointQuery('GET /feedback/changelog/entries/:entry_id', { entry_id })

/** The queries with entries. */
export const entryReads: readonly ReadName[] = [
  'GET /feedback/changelog/entries',
  'GET /feedback/changelog/entries/:entry_id',
]

/** Text that was saved meanwhile belongs to what is published. */
export function latestVersion({ queryClient }: KeySession, entry: Entry): string | undefined {
  const cached = queryClient.getQueryData(entryQuery(entry.id).queryKey)
  const time = (one: Entry) => Date.parse(one.updated_at ?? '')
  return cached && time(cached) >= time(entry) ? cached.version : entry.version
}

/** Entries that are about to be deleted: hidden until the delay is over or undone. */
export const deletedEntries = createPendingIds()
