import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'

import type { ChangelogEntry as Entry } from '#client/resources.ts'
import { changelogText as text } from '#web/messages/en/changelog.ts'
import { paths } from '#web/paths.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { useDebouncedText } from '#web/query/use-debounced-text.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useSession } from '#web/session/session.ts'
import { deviceStore, entryKey } from '#web/session/storage.ts'
import { useSettledCapabilities } from '#web/session/use-settled-capabilities.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useSearchState } from '#web/ui/form/use-search-state.ts'
import { timeZone } from '#web/ui/format.ts'
import { EmptyState, PartialError, Skeleton } from '#web/ui/page-states.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { now } from '#web/ui/server-time.ts'
import { scrollTo, useVisibleRange } from '#web/ui/use-virtual-range.ts'
import { layoutItems, lengthOf, visibleIndexes } from '#web/ui/virtual-range.rules.ts'
import {
  deletedEntries,
  entryAddress,
  type EntryFilter,
  entryReads,
  publishedPages,
  unpublishedEntries,
  unpublishedPages,
} from './changelog.data.ts'
import { Countdown } from './countdown.tsx'
import { EntryFacts, EntryLabels } from './entry-labels.tsx'
import { stateOf } from './entry.rules.ts'

interface EntryListProps {
  list: Entries
  tab: EntryTab
  openId: string | undefined
  isNewOpen: boolean
  canCreate: boolean
}

/** Of a row when there are many, in pixels at the usual size of text. */
const ROW_HEIGHT = 76
/** More rows than these are rendered only in view. */
const MAX_ROWS = 60

/** The entries of one tab. */
export function EntryList(props: EntryListProps) {
  const { list, tab, openId, isNewOpen, canCreate } = props
  const { query, loadingState, entries, isFiltered, isStale } = list
  const { fingerprint } = useSession().connection
  // As use-entry-text.ts keeps the text of a new entry. While that is open it is no row.
  const hasKeptText =
    !isNewOpen && !isFiltered && deviceStore.get(entryKey(fingerprint, 'draft:entry:new')) !== null
  const loadMore = () => void query.fetchNextPage()

  if (loadingState.showSkeleton || entries === undefined) {
    if (query.isError && !query.data)
      return (
        <ErrorState title={text.failed} error={query.error} onRetry={() => void query.refetch()} />
      )
    return (
      <Skeleton label={text.loading} loading={loadingState}>
        <div className="grid gap-3 p-3">
          {[0, 1, 2].map((row) => (
            <div key={row} className="h-14 rounded-card bg-sunken" />
          ))}
        </div>
      </Skeleton>
    )
  }
  // Others than those that match may come before.
  const next = tab === 'drafts' && !isFiltered ? list.scheduled[0] : undefined
  const hasUnsentText = tab === 'drafts' && hasKeptText
  const isLoadingRest = query.isFetchingNextPage || (tab !== 'published' && query.hasNextPage)
  return (
    <div
      data-testid="entries"
      className="-mx-2 min-h-0 flex-1 overflow-y-auto px-2 pb-4"
      data-state={entries.length > 0 ? 'ready' : isLoadingRest ? 'loading' : 'empty'}
    >
      {tab === 'scheduled' && entries.length > 0 && (
        <p className="px-2.5 py-1 text-meta text-ink-3">{text.zone(timeZone())}</p>
      )}
      {hasUnsentText && <UnsentRow />}
      {entries.length > 0 ? (
        <Rows key={tab} entries={entries} tab={tab} openId={openId} />
      ) : (
        !isLoadingRest &&
        !hasUnsentText &&
        !isStale &&
        !query.isFetchNextPageError &&
        (isFiltered ? (
          <NoneMatch tab={tab} />
        ) : (
          <EmptyState
            title={text.empty[tab]}
            action={
              canCreate &&
              tab === 'drafts' && (
                <Link to={paths.newEntry()} className={buttonClass('primary')}>
                  {text.writeFirst}
                </Link>
              )
            }
          >
            {text.emptyDescription[tab]}
          </EmptyState>
        ))
      )}
      {query.isFetchNextPageError ? (
        <PartialError text={text.loadMoreFailed} onRetry={loadMore} busy={query.isFetching} />
      ) : (
        query.hasNextPage && (
          <Button busy={isLoadingRest} onClick={loadMore} className="mx-2 mt-2">
            {text.loadMore}
          </Button>
        )
      )}
      {next && (
        <section className="mt-3 border-t border-line pt-3" aria-labelledby="changelog-next">
          <h2 id="changelog-next" className="px-2.5 pb-1 text-meta font-medium text-ink-3">
            {text.next}
          </h2>
          <ul>
            <EntryRow entry={next} tab="scheduled" isOpen={next.id === openId} />
          </ul>
        </section>
      )}
    </div>
  )
}

function NoneMatch({ tab }: { tab: EntryTab }) {
  const [, setSearch] = useSearchState()
  const clear = () =>
    setSearch((search) => {
      for (const name of ['q', 'label']) search.delete(name)
      return search
    })
  return (
    <EmptyState
      filtered
      title={text.noneMatch[tab]}
      action={<Button onClick={clear}>{text.clearFilters}</Button>}
    />
  )
}

/** A new text that the service does not have yet. */
const UnsentRow = () => (
  <ul aria-label={text.unsent} className="relative">
    <li>
      <RowLink to={paths.newEntry()} title={text.unsent}>
        {text.unsentDescription}
      </RowLink>
    </li>
  </ul>
)

interface RowsProps {
  entries: readonly Entry[]
  tab: EntryTab
  openId: string | undefined
}

/** All rows, or of many those in view. */
function Rows({ entries, tab, openId }: RowsProps) {
  const box = useRef<HTMLElement | null>(null)
  // A ref of the scroller itself, which is outside, would be set after the effects of this component.
  const attach = useCallback((list: HTMLElement | null) => {
    box.current = list?.parentElement ?? null
  }, [])
  const range = useVisibleRange(box, 'y')
  const isVirtual = entries.length > MAX_ROWS
  const openIndex = entries.findIndex(({ id }) => id === openId)
  const items = layoutItems(Array<number>(entries.length).fill(ROW_HEIGHT), 0)
  useLayoutEffect(() => {
    if (!box.current || openIndex < 0) return
    if (isVirtual) scrollTo(box.current, 'y', { start: openIndex * ROW_HEIGHT, size: ROW_HEIGHT })
    else box.current.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-deps -- a page more must not scroll back to the open entry
  }, [openId, isVirtual])
  if (!isVirtual)
    return (
      <ul ref={attach} aria-label={text.list[tab]} className="relative grid gap-0.5">
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} tab={tab} isOpen={entry.id === openId} />
        ))}
      </ul>
    )
  return (
    <ul
      ref={attach}
      aria-label={text.list[tab]}
      className="relative"
      style={{ height: lengthOf(items) }}
    >
      {visibleIndexes(items, range, [openIndex]).map((index) => {
        const entry = entries[index]
        return (
          entry && (
            <EntryRow
              key={entry.id}
              entry={entry}
              tab={tab}
              isOpen={entry.id === openId}
              place={{ index, count: entries.length }}
            />
          )
        )
      })}
    </ul>
  )
}

interface EntryRowProps {
  entry: Entry
  tab: EntryTab
  isOpen: boolean
  /** Among rows of which only those in view are rendered. */
  place?: { index: number; count: number }
}

function EntryRow({ entry, tab, isOpen, place }: EntryRowProps) {
  const { search } = useLocation()
  return (
    <li
      data-testid="row"
      data-id={entry.id}
      {...(place && {
        className: 'absolute inset-x-0',
        'aria-posinset': place.index + 1,
        'aria-setsize': place.count,
        style: { top: place.index * ROW_HEIGHT, height: ROW_HEIGHT },
      })}
    >
      <RowLink
        to={entryAddress(entry.id, search)}
        title={entry.title.trim() || text.untitled}
        isOneLine={place !== undefined}
        isOpen={isOpen}
      >
        <EntryLabels ids={entry.label_ids} />
        <EntryDate entry={entry} tab={tab} />
      </RowLink>
    </li>
  )
}

interface RowLinkProps {
  to: string
  title: string
  isOneLine?: boolean
  isOpen?: boolean
  /** Facts below the title. */
  children: ReactNode
}

const RowLink = ({ to, title, isOpen = false, isOneLine = false, children }: RowLinkProps) => (
  <Link
    to={to}
    aria-current={isOpen ? 'page' : undefined}
    className="grid content-start gap-1 rounded-card border border-transparent px-2.5 py-2 hover:bg-hover aria-[current=page]:border-line aria-[current=page]:bg-surface aria-[current=page]:shadow-rest"
  >
    <bdi
      dir="auto"
      className={`text-body font-medium wrap-anywhere ${isOneLine ? 'line-clamp-1' : 'line-clamp-3'}`}
    >
      {title}
    </bdi>
    <EntryFacts>{children}</EntryFacts>
  </Link>
)

/** When it was edited, will be published or was. */
function EntryDate({ entry, tab }: { entry: Entry; tab: EntryTab }) {
  const { publish_at, published_at, updated_at } = entry
  if (tab === 'scheduled') return publish_at && <Countdown at={publish_at} />
  if (tab === 'drafts')
    return (
      updated_at && (
        <span>
          {text.edited} <RelativeTime at={updated_at} tabIndex={-1} />
        </span>
      )
    )
  const at = published_at ?? publish_at
  return at && <RelativeTime at={at} tabIndex={-1} />
}

export type EntryTab = 'drafts' | 'scheduled' | 'published'

export const parseTab = (tab: string | null): EntryTab =>
  tab === 'scheduled' || tab === 'published' ? tab : 'drafts'

/** The entries of a tab as far as they are loaded, and the counts of the tabs that are loaded completely. */
export function useEntries(tab: EntryTab, filter: EntryFilter) {
  const { clock } = useSession()
  const me = useSettledCapabilities()
  const canChoose = me.can('filters')
  const enabled = me.isSettled
  const search = useDebouncedText(filter.search)
  const { search: _typed, ...rest } = filter
  const request = { ...rest, ...(search && { search }) }
  const isFiltered = Object.keys(filter).length > 0
  const unpublished = useInfiniteQuery({
    ...unpublishedPages(canChoose, request),
    enabled,
    placeholderData: keepPreviousData,
  })
  const published = useInfiniteQuery({
    ...publishedPages(request),
    // What is not among the drafts may be published: the tab counts it, but not before the words are complete.
    enabled: enabled && (tab === 'published' || Object.keys(request).length > 0),
    placeholderData: keepPreviousData,
  })
  // The service sorts them by date, so the next one to be published may be on the last page.
  useAllPages(unpublished, true)

  const query = tab === 'published' ? published : unpublished
  const options =
    tab === 'published' ? publishedPages(request) : unpublishedPages(canChoose, request)
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

  // The pages of another filter stay until those of this one are there; they are not its count.
  const isCounted = ({ data, hasNextPage, isPlaceholderData }: typeof published) =>
    data !== undefined && !hasNextPage && !isPlaceholderData
  const isComplete = isCounted(unpublished)
  return {
    query,
    loadingState,
    isFiltered,
    /** What is shown is that of another filter, or the text is still typed. */
    isStale: query.isPlaceholderData || search !== filter.search,
    ...loaded,
    entries: query.data === undefined ? undefined : loaded[tab],
    isComplete: query.data !== undefined && !query.hasNextPage,
    counts: {
      drafts: isComplete ? loaded.drafts.length : undefined,
      scheduled: isComplete ? loaded.scheduled.length : undefined,
      published: isCounted(published) ? loaded.published?.length : undefined,
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
