import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import type { Post } from '#client/resources.ts'
import { addDays } from '#contract/plain-date.rules.ts'
import { startOfDay } from '#contract/zoned-time.rules.ts'
import { deletedPosts, getCachedPost } from '#web/feedback/posts/cached-posts.ts'
import { useAllStatuses, useTags } from '#web/feedback/posts/post-options.data.ts'
import { postCountQuery, postPages, postQuery } from '#web/feedback/posts/posts.data.ts'
import { useDebouncedText } from '#web/query/use-debounced-text.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useSession } from '#web/session/session.ts'
import { useSettledCapabilities } from '#web/session/use-settled-capabilities.ts'
import { useSearchState } from '#web/ui/form/use-search-state.ts'
import { localDay, timeZone } from '#web/ui/format.ts'
import { now } from '#web/ui/server-time.ts'
import {
  type InboxFilter,
  isFiltered,
  keepRows,
  parseFilter,
  splitNew,
  stillMatches,
  toRequest,
} from './inbox-filter.rules.ts'
import { useOpenedPosts } from './opened-posts.ts'

interface KnownPosts {
  readonly view: string
  readonly ids: ReadonlySet<string>
  /** Opened since, so that they stay in the list although they are new. */
  readonly openedIds: ReadonlySet<string>
}

/**
 * The posts that the URL filters, as far as they are loaded. One that the filter no longer matches leaves the list,
 * unless it is open or selected.
 */
export function useInbox(openId: string | undefined, selectedIds: ReadonlySet<string>) {
  const session = useSession()
  const [url, setUrl] = useSearchState()
  const me = useSettledCapabilities()
  const { statuses, ...allStatuses } = useAllStatuses()
  const can = {
    filters: me.can('filters'),
    sort: me.can('posts.sort'),
    views: [
      ...(me.can('feedback.restore') ? (['deleted'] as const) : []),
      ...(me.can('filters') ? (['merged'] as const) : []),
    ],
  }
  const filter: InboxFilter = parseFilter(url, can)
  const search = useDebouncedText(filter.search)
  const request = toRequest({ ...filter, search }, statuses, (daysAgo) =>
    startOfDay(addDays(localDay(now()), -daysAgo), timeZone()),
  )
  // Counting what a common word finds takes longer than finding it.
  const isCountedApart = me.can('totals') && search !== undefined
  const options = postPages({
    ...request,
    ...(me.can('totals') && !isCountedApart && { include_total: true }),
  })
  const query = useInfiniteQuery({
    ...options,
    enabled: me.isSettled && request !== undefined,
    placeholderData: keepPreviousData,
  })
  // A filter by category waits for the statuses.
  const awaited = request ? { query, queryKey: options.queryKey } : allStatuses
  const loadingState = useLoadingState([me.query, awaited.query], [me.queryKey, awaited.queryKey])
  const { error, refetch } = awaited.query
  const deletedIds = deletedPosts.useIds()
  const loaded = useMemo(
    () =>
      query.data &&
      uniquePosts(query.data.pages).filter(
        ({ id, deleted_at }) => Boolean(deleted_at) || !deletedIds.has(id),
      ),
    [query.data, deletedIds],
  )

  // What was there at first, or when new posts were last shown.
  const view = JSON.stringify(request ?? null)
  const [known, setKnown] = useState<KnownPosts>()
  const showNew = () =>
    setKnown({ view, ids: new Set(loaded?.map(({ id }) => id)), openedIds: new Set() })
  if (loaded && !query.isPlaceholderData && known?.view !== view) showNew()
  else if (known && openId !== undefined && !known.openedIds.has(openId))
    setKnown({ ...known, openedIds: new Set([...known.openedIds, openId]) })
  const { added, visible } = useMemo(
    () => splitNew(loaded ?? [], known?.ids ?? new Set(), known?.openedIds ?? new Set()),
    [loaded, known],
  )

  const tags = useTags()
  const open = useQuery({ ...postQuery(openId ?? ''), enabled: openId !== undefined })
  const isGone = open.error?.code === 'not_found'
  const isInUse = ({ id }: Post) => (id === openId && !isGone) || selectedIds.has(id)
  const matching = visible.filter(
    (post) => isInUse(post) || !request || stillMatches(post, request, { statuses, tags }),
  )
  const [previous, setPrevious] = useState<ViewRows>()
  // The views of deleted and merged posts have nothing that a change here takes out of them.
  const before = previous?.view === view && !filter.view ? previous.rows : []
  const current = (post: Post) => (isInUse(post) && getCachedPost(session, post.id)) || post
  const rows = keepRows(before.map(current), matching, isInUse)
  if (loaded && !query.isPlaceholderData && !isSameView(previous, { view, rows }))
    setPrevious({ view, rows })
  const count = useQuery({
    ...postCountQuery(request ?? {}),
    enabled: isCountedApart && query.hasNextPage && !query.isPlaceholderData,
  })
  const pages = query.data?.pages
  const total = pages?.at(-1)?.paging.total ?? pages?.[0]?.paging.total ?? count.data?.paging.total
  const listTotal = total ?? (query.hasNextPage ? undefined : loaded?.length)

  /** Begins with the first page of another filter or order. */
  const setParams = (changes: Readonly<Record<string, string | undefined>>) =>
    setUrl(
      (params) => {
        for (const [name, value] of Object.entries(changes))
          if (value) params.set(name, value)
          else params.delete(name)
        return params
      },
      { preventScrollReset: true },
    )
  return {
    can,
    canOwn: can.filters && me.can('members.list'),
    filter,
    search,
    isFiltered: isFiltered(filter),
    statuses,
    query,
    loadingState,
    failure: error && { error, retry: () => void refetch() },
    // Without the statuses that the filter needs, what is cached belongs to another one.
    posts: request && loaded && rows,
    newCount: added.length,
    showNew,
    isChanged: useOpenedPosts(openId),
    total: listTotal === undefined ? undefined : listTotal + rows.length - visible.length,
    setParam: (name: string, value: string | undefined) => setParams({ [name]: value }),
    setParams,
    clear: () => setUrl(() => new URLSearchParams()),
  }
}

interface ViewRows {
  readonly view: string
  readonly rows: readonly Post[]
}

const isSameView = (one: ViewRows | undefined, other: ViewRows) =>
  one?.view === other.view &&
  one.rows.length === other.rows.length &&
  one.rows.every((post, index) => post === other.rows[index])

export type Inbox = ReturnType<typeof useInbox>

/** A post may move to another page between two requests. */
function uniquePosts<Item extends { id: string }>(pages: readonly { data: readonly Item[] }[]) {
  const byId = new Map<string, Item>()
  for (const { data } of pages)
    for (const item of data) if (!byId.has(item.id)) byId.set(item.id, item)
  return [...byId.values()]
}
