import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import type { Post } from '#client/resources.ts'
import { deletedPosts } from '#web/feedback/posts/cached-posts.ts'
import { useAllStatuses } from '#web/feedback/posts/post-options.data.ts'
import { postPages, postQuery } from '#web/feedback/posts/posts.data.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useDeviceEntry } from '#web/session/saved-views/device-entry.ts'
import { parseEntry } from '#web/session/storage.ts'
import { useSettledCapabilities } from '#web/session/use-settled-capabilities.ts'
import { now } from '#web/ui/server-time.ts'
import {
  type InboxFilter,
  isFiltered,
  parseFilter,
  splitNew,
  toRequest,
} from './inbox-filter.rules.ts'

const SEARCH_PAUSE_MS = 250

/** The posts that the URL filters, as far as they are loaded. */
export function useInbox(openId: string | undefined) {
  const [url, setUrl] = useSearchParams()
  const me = useSettledCapabilities()
  const statuses = useAllStatuses()
  const can = { filters: me.can('filters'), sort: me.can('posts.sort') }
  const filter: InboxFilter = parseFilter(url, can)
  const search = useSettledText(filter.search)
  const request = toRequest({ ...filter, search }, statuses)
  const options = postPages({ ...request, ...(me.can('totals') && { include_total: true }) })
  const query = useInfiniteQuery({
    ...options,
    enabled: me.isSettled && request !== undefined,
    placeholderData: keepPreviousData,
  })
  const loadingState = useLoadingState([me.query, query], [me.queryKey, options.queryKey])
  const deletedIds = deletedPosts.useIds()
  const loaded = useMemo(
    () => query.data && uniquePosts(query.data.pages).filter(({ id }) => !deletedIds.has(id)),
    [query.data, deletedIds],
  )

  // What was there at first, or when new posts were last shown.
  const view = JSON.stringify(request)
  const [known, setKnown] = useState<{ view: string; ids: ReadonlySet<string> }>()
  const showNew = () => setKnown({ view, ids: new Set(loaded?.map(({ id }) => id)) })
  if (loaded && !query.isPlaceholderData && known?.view !== view) showNew()
  const { added, visible } = useMemo(
    () => splitNew(loaded ?? [], known?.ids ?? new Set(), openId),
    [loaded, known, openId],
  )
  const total = query.data?.pages.at(-1)?.paging.total ?? query.data?.pages[0]?.paging.total
  const isComplete = query.data !== undefined && !query.hasNextPage

  /** Begins with the first page of another filter or order. */
  const setParam = (name: string, value: string | undefined) =>
    setUrl(
      (params) => {
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
    posts: loaded && visible,
    newCount: added.length,
    showNew,
    isChanged: useOpenedPosts(openId),
    total: total ?? (isComplete ? loaded?.length : undefined),
    setParam,
    clear: () => setUrl({}),
  }
}

export type Inbox = ReturnType<typeof useInbox>

/** A post may move to another page between two requests. */
function uniquePosts<Item extends { id: string }>(pages: readonly { data: readonly Item[] }[]) {
  const byId = new Map<string, Item>()
  for (const { data } of pages)
    for (const item of data) if (!byId.has(item.id)) byId.set(item.id, item)
  return [...byId.values()]
}

/** The text once typing has paused. */
function useSettledText(text: string | undefined): string | undefined {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    if (text === settled) return undefined
    const timer = setTimeout(() => setSettled(text), text === undefined ? 0 : SEARCH_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, settled])
  return settled
}

/** The last posts that were opened; older ones count from the first visit again. */
const MAX_POSTS = 1000

interface Opened {
  /** The first visit of the inbox on this device. */
  readonly since: string
  /** The `updated_at` that was read, oldest visit first. */
  readonly posts: readonly (readonly [id: string, updated_at: string])[]
}

/** Tells which posts changed since they were last opened on this device. */
function useOpenedPosts(openId: string | undefined): (post: Post) => boolean {
  const [entry, update] = useDeviceEntry('inbox-opened')
  const open = useQuery({ ...postQuery(openId ?? ''), enabled: openId !== undefined }).data
  const openAt = open?.updated_at
  useEffect(() => {
    update((text) => {
      const opened = parseOpened(text) ?? { since: now().toISOString(), posts: [] }
      if (openId === undefined || openAt === undefined) return JSON.stringify(opened)
      const others = opened.posts.filter(([id]) => id !== openId)
      return JSON.stringify({
        ...opened,
        posts: [...others, [openId, openAt]].slice(-MAX_POSTS),
      })
    })
  }, [update, openId, openAt])
  const opened = parseOpened(entry)
  const times = new Map(opened?.posts)
  return ({ id, updated_at }) => {
    if (!opened || !updated_at || id === openId) return false
    return Date.parse(updated_at) > Date.parse(times.get(id) ?? opened.since)
  }
}

function parseOpened(text: string): Opened | undefined {
  const value = parseEntry(text || null)
  if (typeof value !== 'object' || value === null) return undefined
  const since: unknown = Reflect.get(value, 'since')
  const posts: unknown = Reflect.get(value, 'posts')
  if (typeof since !== 'string' || !Array.isArray(posts)) return undefined
  return { since, posts: posts.filter(isPair) }
}

const isPair = (value: unknown): value is readonly [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')
