import type { ChangelogEntry as Entry } from '#client/resources.ts'
import type { ReadName, ResponseBody } from '#contract/endpoints.ts'
import { updateCachedPages } from '#web/query/cached-pages.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import type { KeySession } from '#web/session/session.ts'

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

type Page = ResponseBody<'GET /feedback/changelog/entries'>

/** Shows a response at once, before the queries are refetched. Takes one of a list too, whose fields may be absent. */
export function cacheEntry({ queryClient, capabilities }: KeySession, entry: Entry) {
  if (capabilities.can('changelog.edit'))
    queryClient.setQueryData(entryQuery(entry.id).queryKey, entry)
  // The list, and the one page of the overview or of the count of drafts.
  updateCachedPages<Page>(queryClient, ['GET /feedback/changelog/entries'], (page) =>
    page.data.some(({ id }) => id === entry.id)
      ? { ...page, data: page.data.map((one) => (one.id === entry.id ? entry : one)) }
      : page,
  )
}
