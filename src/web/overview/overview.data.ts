import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Post } from '#client/resources.ts'
import { sentCampaignsQuery } from '#web/email/campaigns/campaigns.data.ts'
import { unpublishedEntries, unpublishedPages } from '#web/feedback/changelog/changelog.data.ts'
import { postsSinceQuery } from '#web/feedback/posts/posts.data.ts'
import { paths } from '#web/paths.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useSession } from '#web/session/session.ts'
import { deviceStore, entryKey, tabStore } from '#web/session/storage.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { now } from '#web/ui/server-time.ts'

const DAY = 86_400_000

/** A number of items; `isExact` is false while more pages exist, so the number is a lower bound. */
export interface Count {
  readonly value: number
  readonly isExact: boolean
}

/** The first page of campaigns that are scheduled. */
const scheduledCampaignsQuery = () => endpointQuery('GET /campaigns', { status: 'scheduled' })

/** Campaigns and changelog entries that go out by themselves, and which one does next. */
export function useScheduled() {
  const campaigns = useQuery(scheduledCampaignsQuery())
  const entries = useInfiniteQuery(unpublishedPages(useCapability('filters')))
  const isPending = campaigns.isPending || entries.isPending
  if (!campaigns.data || !entries.data) return { isPending, data: undefined }

  const loadedEntries = entries.data.pages.flatMap(({ data }) => data)
  const { scheduled } = unpublishedEntries(loadedEntries, now())
  const items = [
    ...campaigns.data.data.map(({ id, name, scheduled_at }) => ({
      name,
      time: scheduled_at,
      to: paths.campaign(id),
    })),
    ...scheduled.map(({ id, title, publish_at }) => ({
      name: title,
      time: publish_at,
      to: paths.entry(id),
    })),
  ].flatMap(({ time, ...item }) => (time ? { ...item, at: new Date(time) } : []))
  const isExact = !campaigns.data.paging.next && !entries.hasNextPage
  const [next] = items.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  return {
    isPending,
    data: {
      count: { value: campaigns.data.data.length + scheduled.length, isExact },
      // Of a part, the first one need not be the next.
      next: isExact ? next : undefined,
    },
  }
}

/** Posts created or changed since the last visit; on a first visit the newest posts. */
export function useRecentPosts() {
  const { fingerprint } = useSession().connection
  const [lastVisit] = useState(() => readLastVisit(fingerprint, now()))
  const options = postsSinceQuery(lastVisit, useCapability('totals'))
  const query = useQuery(options)
  const wait = useLoadingState([query], [options.queryKey])
  return { query, wait, lastVisit }
}

/** Posts created since the last visit, or in the last seven days; undefined where the server sends no dates. */
export function useNewPosts() {
  const { query, lastVisit } = useRecentPosts()
  const since = lastVisit ? new Date(lastVisit) : new Date(now().getTime() - 7 * DAY)
  const isNew = ({ created_at }: Post) => created_at !== undefined && new Date(created_at) >= since
  const page = query.data
  const hasDates = page?.data.every(({ created_at }) => created_at !== undefined)
  const { isPending } = query
  if (!page || !hasDates) return { isPending, data: undefined }
  const value = page.data.filter(isNew).length
  // Without a last visit the newest come first, so the first older post ends the count.
  const isExact = !page.paging.next || (!lastVisit && value < page.data.length)
  return { isPending, data: { count: { value, isExact }, since: lastVisit && since } }
}

/** Whether every list is loaded and empty. Later queries run only after the earlier ones found nothing. */
export function useIsEmptyWorkspace(boards: number | undefined): boolean {
  const campaigns = useQuery(sentCampaignsQuery())
  const entries = useInfiniteQuery({
    ...unpublishedPages(useCapability('filters')),
    enabled: boards === 0,
  })
  const isEmptySoFar =
    boards === 0 && isEmptyPage(campaigns.data) && isEmptyPage(entries.data?.pages[0])
  const posts = useQuery({ ...postsSinceQuery(undefined, false), enabled: isEmptySoFar })
  const lists = useQuery({ ...endpointQuery('GET /lists', {}), enabled: isEmptySoFar })
  return isEmptySoFar && isEmptyPage(posts.data) && isEmptyPage(lists.data)
}

const isEmptyPage = (page: { data: readonly unknown[] } | undefined) => page?.data.length === 0

const LAST_VISIT = 'last-visit'

/** The last visit before this tab was opened; undefined on a first visit. Constant for the life of the tab. */
function readLastVisit(fingerprint: string, at: Date): string | undefined {
  const entry = entryKey(fingerprint, LAST_VISIT)
  const stored = tabStore.get(entry)
  if (stored !== null) return stored || undefined
  const last = deviceStore.get(entry) ?? ''
  tabStore.set(entry, last)
  deviceStore.set(entry, at.toISOString())
  return last || undefined
}
