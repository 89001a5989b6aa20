import type { ChangelogEntry as Entry } from '#client/resources.ts'
import type { ReadName } from '#contract/endpoints.ts'
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
