import type { QueryClient } from '@tanstack/react-query'

import type { ChangelogEntry as Entry } from '#client/resources.ts'
import type { ReadName } from '#contract/endpoints.ts'
import { paths } from '#web/paths.ts'
import { endpointPages, endpointQuery } from '#web/query/endpoint-query.ts'
import { toSearch } from '#web/query/use-debounced-text.ts'
import { createPendingIds } from '#web/session/mutations/pending-ids.ts'
import type { KeySession } from '#web/session/session.ts'
import { stateOf } from './entry.rules.ts'

/** Which entries the list shows; needs the capability `filters`. */
export interface EntryFilter {
  readonly search?: string
  /** Its id. */
  readonly label?: string
}

/** Drafts and scheduled entries; a service that cannot choose sends the published ones too. */
export const unpublishedPages = (canChoose: boolean, filter: EntryFilter = {}) =>
  endpointPages('GET /feedback/changelog/entries', {
    include_drafts: true,
    ...(canChoose && { status: 'draft,scheduled' }),
    ...filter,
  })

/** Newest first. */
export const publishedPages = (filter: EntryFilter = {}) =>
  endpointPages('GET /feedback/changelog/entries', { ...filter })

const MAX_LABEL = 255

export function parseEntryFilter(url: URLSearchParams, canFilter: boolean): EntryFilter {
  const search = toSearch(url.get('q'))
  const label = [...(url.get('label') ?? '').replaceAll(/\s+/g, ' ').trim()]
    .slice(0, MAX_LABEL)
    .join('')
  return canFilter ? { ...(search && { search }), ...(label && { label }) } : {}
}

/** The filter in a query string, which an open entry keeps, unlike the tab. */
export function keepEntryFilter(search: string): string {
  const kept = [...new URLSearchParams(search)].filter(([name]) => name === 'q' || name === 'label')
  return kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''
}

export const entryAddress = (entry_id: string, search: string): string =>
  paths.entry(entry_id) + keepEntryFilter(search)

/** What the changelog requests first. Before the capabilities are known nothing is: the pages would be requested twice. */
export function changelogQueries(queryClient: QueryClient, url: URLSearchParams) {
  const me = queryClient.getQueryData(endpointQuery('GET /me', {}).queryKey)
  if (!me) return []
  const canFilter = (me.capabilities ?? []).includes('filters')
  const filter = parseEntryFilter(url, canFilter)
  const unpublished = unpublishedPages(canFilter, filter)
  return url.get('tab') === 'published' ? [unpublished, publishedPages(filter)] : [unpublished]
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
