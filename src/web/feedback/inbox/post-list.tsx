import {
  type FocusEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Link, useLocation } from 'react-router-dom'

import type { Post } from '#client/resources.ts'
import { useTags } from '#web/feedback/posts/post-options.data.ts'
import { postsText as text } from '#web/messages/en/posts.ts'
import { paths } from '#web/paths.ts'
import { fetchMore } from '#web/query/use-all-pages.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useRestoreFocusOnRemoval } from '#web/ui/focus-return.ts'
import { announce } from '#web/ui/live-region.tsx'
import { EmptyState, PartialError, Skeleton } from '#web/ui/page-states.tsx'
import { useLongPress } from '#web/ui/table/table-selection.tsx'
import { scrollTo, useVisibleRange } from '#web/ui/use-virtual-range.ts'
import { layoutItems, lengthOf, visibleIndexes } from '#web/ui/virtual-range.rules.ts'
import { PostRow, ROW_HEIGHT } from './post-row.tsx'
import type { OpenRow } from './row-actions.tsx'
import { RowTriage } from './row-triage.tsx'
import type { Inbox } from './use-inbox.ts'
import type { PostSelection } from './use-post-selection.ts'

/** More rows than these are rendered only in view. */
const MAX_ROWS = 60
/** Of the view, rendered beyond it while it scrolls: a post beside the list needs its share of the elements. */
const MAX_AHEAD = 0.25
/** Rows below the view when the next page is requested. */
const ROWS_AHEAD = 10

interface PostListProps {
  inbox: Inbox
  openId: string | undefined
  selection: PostSelection
}

/** The posts of the filter, in each state. */
export function PostList({ inbox, openId, selection }: PostListProps) {
  const { query, loadingState, failure, posts, newCount } = inbox
  const canWrite = useCanWrite()
  useResultAnnouncement(inbox)
  if (failure && (!posts || query.isPlaceholderData))
    return <ErrorState title={text.failed} error={failure.error} onRetry={failure.retry} />
  if (loadingState.showSkeleton || !posts)
    return (
      <Skeleton label={text.loading} loading={loadingState}>
        <div className="grid gap-3 p-4">
          {[0, 1, 2, 3].map((row) => (
            <div key={row} className="h-16 rounded-card bg-sunken" />
          ))}
        </div>
      </Skeleton>
    )
  if (posts.length === 0 && newCount === 0 && !query.hasNextPage)
    return inbox.isFiltered ? (
      <EmptyState
        filtered
        title={formatNone(inbox.filter)}
        action={<Button onClick={inbox.clear}>{text.clear}</Button>}
      />
    ) : (
      <EmptyState
        title={text.empty}
        action={
          canWrite && (
            <Link to={paths.newPost()} className={buttonClass()}>
              {text.writeOne}
            </Link>
          )
        }
      >
        {text.emptyDescription}
      </EmptyState>
    )
  const loadMore = () => fetchMore(query)
  return (
    <>
      {newCount > 0 && (
        <p
          role="status"
          className="flex items-center gap-2 border-b border-line bg-spark-soft px-4 py-1 text-cell text-spark-ink"
        >
          {text.newPosts(newCount)}
          <Button size="small" variant="quiet" onClick={inbox.showNew}>
            {text.show}
          </Button>
        </p>
      )}
      <div
        data-testid="posts"
        className="relative isolate min-h-0 flex-1 overflow-y-auto pb-4 data-[state=refreshing]:opacity-60"
        data-state={query.isPlaceholderData ? 'refreshing' : 'ready'}
      >
        <Rows
          inbox={inbox}
          posts={posts}
          openId={openId}
          selection={selection}
          onNearEnd={loadMore}
        />
        {query.isFetchNextPageError ? (
          <PartialError text={text.loadMoreFailed} onRetry={loadMore} busy={query.isFetching} />
        ) : (
          query.hasNextPage && (
            <Button busy={query.isFetchingNextPage} onClick={loadMore} className="mx-4 mt-3">
              {text.loadMore}
            </Button>
          )
        )}
      </div>
    </>
  )
}

function formatNone({ search, view }: Inbox['filter']) {
  if (search !== undefined) return text.noMatch(search)
  return view ? text.noneIn[view] : text.waiting
}

/** Says how many posts a search found; the empty state says when there are none. */
function useResultAnnouncement({ query, search, posts = [], total }: Inbox) {
  const isReady = search !== undefined && !query.isPlaceholderData && posts.length > 0
  const results = isReady ? text.results(total ?? posts.length, total === undefined) : ''
  useEffect(() => {
    if (results) announce(results)
  }, [results, search])
}

interface RowsProps extends PostListProps {
  posts: readonly Post[]
  onNearEnd: () => void
}

/** All rows, or of many those in view. */
function Rows({ inbox, posts, openId, selection, onNearEnd }: RowsProps) {
  const { query, search, statuses = [], isChanged } = inbox
  const tags = useTags()
  const { search: filter } = useLocation()
  const box = useRef<HTMLElement | null>(null)
  // A ref of the scroller itself, which is outside, would be set after the effects of this component.
  const attach = useCallback((list: HTMLElement | null) => {
    box.current = list?.parentElement ?? null
  }, [])
  const longPress = useLongPress((target) => {
    const id = target instanceof Element && target.closest('li')?.dataset['id']
    if (id) selection.onSelect?.(id, false)
  }, selection.isSelecting)
  const [openRow, setOpenRow] = useState<OpenRow | null>(null)
  // Deleted and merged posts have no status to set.
  const { onSelect } = selection
  const canTriage = onSelect !== undefined && inbox.filter.view === undefined
  const range = useVisibleRange(box, 'y', MAX_AHEAD, 2 * ROW_HEIGHT)
  const isVirtual = posts.length > MAX_ROWS
  const openIndex = posts.findIndex(({ id }) => id === openId)
  useLayoutEffect(() => {
    if (box.current && openIndex >= 0)
      scrollTo(box.current, 'y', { start: openIndex * ROW_HEIGHT, size: ROW_HEIGHT })
    // oxlint-disable-next-line react/exhaustive-deps -- a page more must not scroll back to the open post
  }, [openId])

  const onFocus = useRowFocus(box, posts)

  const items = layoutItems(Array<number>(posts.length).fill(ROW_HEIGHT), 0)
  const isNearEnd =
    range.to >= lengthOf(items) - ROWS_AHEAD * ROW_HEIGHT ||
    (openIndex >= 0 && openIndex >= posts.length - ROWS_AHEAD)
  const needsMore =
    isNearEnd && query.hasNextPage && !query.isFetching && !query.isFetchNextPageError
  useEffect(() => {
    if (needsMore) onNearEnd()
    // oxlint-disable-next-line react/exhaustive-deps -- once for each page
  }, [needsMore])

  const indexes = isVirtual ? visibleIndexes(items, range, [openIndex]) : posts.keys()
  return (
    <>
      <ul
        ref={attach}
        aria-label={text.list}
        className="relative"
        {...longPress}
        onFocus={onFocus}
        style={{ height: isVirtual ? lengthOf(items) : undefined }}
      >
        {Array.from(indexes, (index) => {
          const post = posts[index]
          return (
            post && (
              <PostRow
                key={post.id}
                post={post}
                isOpen={post.id === openId}
                isChanged={isChanged(post)}
                isSelected={selection.isSelected(post.id)}
                isSelecting={selection.isSelecting}
                onSelect={onSelect}
                onMenu={
                  canTriage
                    ? (target, anchor) => setOpenRow({ kind: 'menu', post: target, anchor })
                    : undefined
                }
                search={search}
                statuses={statuses}
                tags={tags}
                filter={filter}
                place={isVirtual ? { index, count: posts.length } : undefined}
              />
            )
          )
        })}
      </ul>
      {canTriage && (
        <RowTriage
          list={box}
          posts={posts}
          statuses={statuses}
          canSwipe={!selection.isSelecting}
          open={openRow}
          onOpen={setOpenRow}
          onSelect={(id) => onSelect(id, false)}
        />
      )}
    </>
  )
}

/** A row that leaves the list while it has the focus hands it to the row that takes its place. */
function useRowFocus(box: RefObject<HTMLElement | null>, posts: readonly Post[]) {
  const focused = useRef<{ readonly id: string; readonly index: number }>(undefined)
  useLayoutEffect(() => {
    if (!focused.current || document.activeElement !== document.body) return
    const { id, index } = focused.current
    if (posts.some((post) => post.id === id)) return
    focused.current = undefined
    const next = posts[Math.min(index, posts.length - 1)]
    const link = box.current?.querySelector<HTMLElement>(
      `li[data-id="${CSS.escape(next?.id ?? '')}"] a`,
    )
    link?.focus()
  }, [box, posts])
  // The last row left, and with it the list.
  useRestoreFocusOnRemoval()
  return ({ target }: FocusEvent) => {
    const id = target.closest('li')?.dataset['id']
    if (id) focused.current = { id, index: posts.findIndex((post) => post.id === id) }
  }
}
