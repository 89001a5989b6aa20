import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Board, Post } from '#client/resources.ts'
import { sentCampaignsQuery } from '#web/email/campaigns/campaigns.data.ts'
import { unpublishedEntries, unpublishedPages } from '#web/feedback/changelog/changelog.data.ts'
import { postsSinceQuery } from '#web/feedback/posts/posts.data.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useStarredBoards } from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { deviceStore, entryKey, tabStore } from '#web/session/storage.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { boardsQuery } from '#web/tasks/boards/boards.data.ts'
import {
  allDueCardsQuery,
  type DueCard,
  dueCardsQuery,
  dueSummaryQuery,
  selectDueCards,
} from '#web/tasks/cards/due-cards.data.ts'
import type { Due } from '#web/tasks/cards/due.rules.ts'
import { now } from '#web/ui/server-time.ts'

const MAX_BOARDS = 5
const DAY = 86_400_000

/** A number of items; `isExact` is false while more pages exist, so the number is a lower bound. */
export interface Count {
  readonly value: number
  readonly isExact: boolean
}

/** The cards that are overdue or due by tomorrow: how many there are, and the first of them. */
interface DueCards {
  readonly overdue: Count
  readonly today: Count
  readonly tomorrow: Count
  /** When the first of the overdue ones was due. */
  readonly oldest: Date | undefined
  /** The longest overdue first. */
  readonly overdueCards: readonly DueCard[]
  readonly upcomingCards: readonly DueCard[]
  /** Where they are from; undefined for the whole workspace. */
  readonly searched: { readonly boards: readonly Board[]; readonly isStarred: boolean } | undefined
}

/** Of the whole workspace where the server can count that, or else of some boards. */
export function useDueCards() {
  const canCount = useCapability('cards.list')
  const all = useAllDueCards(canCount)
  const some = useSomeDueCards(!canCount)
  return canCount ? all : some
}

function useAllDueCards(enabled: boolean) {
  const at = now()
  const options = [
    dueSummaryQuery(),
    allDueCardsQuery(at),
    // Many that are overdue fill the first page.
    allDueCardsQuery(at, 'today'),
  ] as const
  const [summaryOptions, firstOptions, upcomingOptions] = options
  const summary = useQuery({ ...summaryOptions, enabled })
  const first = useQuery({ ...firstOptions, enabled })
  const upcoming = useQuery({ ...upcomingOptions, enabled })
  const results = [summary, first, upcoming]
  const wait = useLoadingState(
    results,
    options.map(({ queryKey }) => queryKey),
  )
  const { data } = summary
  const exact = (value: number) => ({ value, isExact: true })
  const due: DueCards | undefined =
    data && first.data && upcoming.data
      ? {
          overdue: exact(data.overdue),
          today: exact(data.due_today),
          tomorrow: exact(data.due_tomorrow),
          oldest: data.oldest_overdue_at === null ? undefined : new Date(data.oldest_overdue_at),
          overdueCards: selectDueCards(first.data.data, at).filter(isOverdue),
          upcomingCards: selectDueCards(upcoming.data.data, at).filter((one) => !isOverdue(one)),
          searched: undefined,
        }
      : undefined
  return {
    wait,
    query: {
      data: due,
      error: results.find(({ error }) => error)?.error ?? null,
      refetch: () => Promise.all(results.map((result) => result.refetch())),
    },
  }
}

const isOverdue = ({ due }: DueCard) => due.state === 'overdue'

/** Of the starred boards, or else of the first ones. */
function useSomeDueCards(enabled: boolean) {
  const { fingerprint } = useSession().connection
  const starredIds = useStarredBoards(fingerprint)
  const boards = useInfiniteQuery(boardsQuery(false))
  const allBoards = boards.data?.pages.flatMap((page) => page.data) ?? []
  const starred = starredIds.flatMap((id) => allBoards.find((board) => board.id === id) ?? [])
  const searched = (starred.length > 0 ? starred : allBoards).slice(0, enabled ? MAX_BOARDS : 0)
  const cards = useBoardsDueCards(searched)
  const wait = useLoadingState(
    [boards, ...cards.results],
    [boardsQuery(false).queryKey, ...cards.keys],
  )
  const data: DueCards | undefined = boards.data &&
    cards.data && {
      ...cards.data,
      searched: { boards: searched, isStarred: starred.length > 0 },
    }
  return {
    wait,
    query: {
      data,
      error: boards.error ?? cards.error,
      refetch: () => (boards.error ? boards.refetch() : cards.refetch()),
    },
  }
}

/** One query per board, in parallel; the data is complete or undefined. */
function useBoardsDueCards(boards: readonly Board[]) {
  const canFilterByDate = useCapability('filters')
  const queryOf = (board: Board | undefined) =>
    dueCardsQuery(board?.id ?? '', now(), canFilterByDate)
  const [a, b, c, d, e] = boards
  // Written out, because the hook for a list of queries is larger than this page.
  const slots = [
    useQuery({ ...queryOf(a), enabled: a !== undefined }),
    useQuery({ ...queryOf(b), enabled: b !== undefined }),
    useQuery({ ...queryOf(c), enabled: c !== undefined }),
    useQuery({ ...queryOf(d), enabled: d !== undefined }),
    useQuery({ ...queryOf(e), enabled: e !== undefined }),
  ]
  const results = slots.slice(0, boards.length)
  const pages = results.flatMap(({ data }) => data ?? [])
  const nameOf = (board_id: string) => boards.find(({ id }) => id === board_id)?.name
  const cards = pages
    .flatMap((page) => page.data)
    .map((card) => ({ ...card, board_name: nameOf(card.board_id) ?? '' }))
  const due = selectDueCards(cards, now())
  const isExact = pages.every(({ paging }) => paging.next === null)
  const stateOf = (state: Due['state']) => due.filter((one) => one.due.state === state)
  const count = (state: Due['state']) => ({ value: stateOf(state).length, isExact })
  return {
    results,
    keys: boards.map((board) => queryOf(board).queryKey),
    error: results.find((result) => result.error)?.error ?? null,
    data:
      pages.length === results.length
        ? {
            overdue: count('overdue'),
            today: count('today'),
            tomorrow: count('tomorrow'),
            oldest: stateOf('overdue')[0]?.due.at,
            overdueCards: stateOf('overdue'),
            upcomingCards: due.filter((one) => !isOverdue(one)),
          }
        : undefined,
    refetch: () => Promise.all(results.map((result) => result.refetch())),
  }
}

/** The first page of campaigns that are scheduled. */
const scheduledCampaignsQuery = () => endpointQuery('GET /campaigns', { status: 'scheduled' })

/** Campaigns and changelog entries that go out by themselves, and when the next one does. */
export function useScheduled() {
  const campaigns = useQuery(scheduledCampaignsQuery())
  const entries = useInfiniteQuery(unpublishedPages(useCapability('filters')))
  const isPending = campaigns.isPending || entries.isPending
  if (!campaigns.data || !entries.data) return { isPending, data: undefined }

  const loadedEntries = entries.data.pages.flatMap(({ data }) => data)
  const { scheduled } = unpublishedEntries(loadedEntries, now())
  const times = [
    ...campaigns.data.data.map(({ scheduled_at }) => scheduled_at),
    ...scheduled.map(({ publish_at }) => publish_at),
  ].flatMap((time) => (time ? Date.parse(time) : []))
  return {
    isPending,
    data: {
      count: {
        value: campaigns.data.data.length + scheduled.length,
        isExact: !campaigns.data.paging.next && !entries.hasNextPage,
      },
      next: times.length > 0 ? new Date(Math.min(...times)) : undefined,
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
