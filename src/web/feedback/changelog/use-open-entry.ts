import { useInfiniteQuery, useQuery } from '@tanstack/react-query'

import type { ChangelogEntry as Entry } from '#client/resources.ts'
import { useSettledCapabilities } from '#web/session/use-settled-capabilities.ts'
import { now } from '#web/ui/server-time.ts'
import { publishedPages, unpublishedPages } from './changelog.data.ts'
import { entryQuery } from './entry.data.ts'
import { stateOf } from './entry.rules.ts'

/**
 * The entry of the URL. A service that cannot read one entry has it in the pages of all, which the list loads; the pages
 * also show it before the response.
 */
export function useOpenEntry(entry_id: string | undefined) {
  const { isSettled, can } = useSettledCapabilities()
  const canRead = can('changelog.edit')
  const one = useQuery({
    ...entryQuery(entry_id ?? ''),
    enabled: entry_id !== undefined && canRead,
  })
  const unpublished = useInfiniteQuery({
    ...unpublishedPages(can('filters')),
    enabled: isSettled,
  })
  const published = useInfiniteQuery({ ...publishedPages(), enabled: false })
  const find = ({ data }: typeof published): Entry | undefined =>
    data?.pages.flatMap((page) => page.data).find(({ id }) => id === entry_id)

  const entry: Entry | undefined = one.data ?? find(unpublished) ?? find(published)
  const isMissing = canRead
    ? one.error?.code === 'not_found'
    : isSettled && unpublished.data !== undefined && !unpublished.hasNextPage && !entry
  return {
    entry_id,
    /** Of one that was deleted meanwhile the last copy. */
    entry,
    isMissing,
    error: entry ? null : canRead ? one.error : unpublished.error,
    retry: () => void (canRead ? one.refetch() : unpublished.refetch()),
    state: entry && stateOf(entry, now()),
  }
}

export type OpenEntry = ReturnType<typeof useOpenEntry>
