import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'

import type { ChangelogEntry as Entry } from '#client/resources.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useSession } from '#web/session/session.ts'
import { useSettledCapabilities } from '#web/session/use-settled-capabilities.ts'
import { now } from '#web/ui/server-time.ts'
import { publishedPages, unpublishedEntries, unpublishedPages } from './changelog.data.ts'
import { deletedEntries } from './deleted-entries.ts'
import { entryReads } from './entry.data.ts'
import { stateOf } from './entry.rules.ts'

export type EntryTab = 'drafts' | 'scheduled' | 'published'

export const parseTab = (tab: string | null): EntryTab =>
  tab === 'scheduled' || tab === 'published' ? tab : 'drafts'

/** The entries of a tab as far as they are loaded, and the counts of the tabs that are loaded completely. */
export function useEntries(tab: EntryTab) {
  const { clock } = useSession()
  const me = useSettledCapabilities()
  const canChoose = me.can('filters')
  const enabled = me.isSettled
  const unpublished = useInfiniteQuery({ ...unpublishedPages(canChoose), enabled })
  const published = useInfiniteQuery({
    ...publishedPages(),
    enabled: enabled && tab === 'published',
  })
  // The service sorts them by date, so the next one to be published may be on the last page.
  useAllPages(unpublished, true)

  const query = tab === 'published' ? published : unpublished
  const options = tab === 'published' ? publishedPages() : unpublishedPages(canChoose)
  const loadingState = useLoadingState([me.query, query], [me.queryKey, options.queryKey])
  const deletedIds = deletedEntries.useIds()
  const loaded = useMemo(() => {
    const entriesOf = (pages: typeof published) =>
      pages.data?.pages.flatMap(({ data }) => data).filter(({ id }) => !deletedIds.has(id))
    // By the state at the time of the response: an entry that is due moves once the service has published it.
    const at = new Date(unpublished.dataUpdatedAt + clock.offset())
    return {
      ...unpublishedEntries(entriesOf(unpublished) ?? [], at),
      published: entriesOf(published)?.filter((entry) => stateOf(entry, now()) === 'published'),
    }
  }, [unpublished, published, deletedIds, clock])
  useRefetchWhenDue(loaded.scheduled[0])

  const isComplete = unpublished.data !== undefined && !unpublished.hasNextPage
  return {
    query,
    loadingState,
    ...loaded,
    entries: query.data === undefined ? undefined : loaded[tab],
    isComplete: query.data !== undefined && !query.hasNextPage,
    counts: {
      drafts: isComplete ? loaded.drafts.length : undefined,
      scheduled: isComplete ? loaded.scheduled.length : undefined,
      published: published.data && !published.hasNextPage ? loaded.published?.length : undefined,
    },
  }
}

export type Entries = ReturnType<typeof useEntries>

/** Browsers fire a longer timer at once. */
const MAX_TIMER_MS = 2 ** 31 - 1
/** Of its own clock and the network. */
const MARGIN_MS = 300

/** Asks the service again at the moment an entry is due. */
function useRefetchWhenDue(next: Entry | undefined) {
  const queryClient = useQueryClient()
  const publish_at = next?.publish_at
  useEffect(() => {
    if (!publish_at) return undefined
    const wait = Date.parse(publish_at) - now().getTime() + MARGIN_MS
    if (wait > MAX_TIMER_MS) return undefined
    const timer = setTimeout(
      () => {
        for (const read of entryReads) void queryClient.invalidateQueries({ queryKey: [read] })
      },
      Math.max(wait, MARGIN_MS),
    )
    return () => clearTimeout(timer)
  }, [queryClient, publish_at])
}
