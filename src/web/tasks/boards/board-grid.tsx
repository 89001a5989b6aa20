import { useInfiniteQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import Star from 'lucide-react/icons/star'
import { Link } from 'react-router-dom'

import type { Board } from '#client/resources.ts'
import { boardsText as text } from '#web/messages/en/boards.ts'
import { paths } from '#web/paths.ts'
import { useLoadingState, type LoadingState } from '#web/query/use-loading-state.ts'
import { toggleStar, useStarredBoards } from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { filterByName } from '#web/ui/form/filter-by-name.ts'
import { useSearchState } from '#web/ui/form/use-search-state.ts'
import { toRem } from '#web/ui/icon.tsx'
import { EmptyState, PartialError, Skeleton } from '#web/ui/page-states.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { BoardFacts, BoardTileMenu } from './board-tile-parts.tsx'
import { boardsQuery } from './boards.data.ts'

const grid = 'grid gap-2 md:grid-cols-[repeat(auto-fill,minmax(15.5rem,1fr))] md:gap-3.5'

interface BoardGridProps {
  archived: boolean
  filter: string
  /** Omitted where this key or service cannot create boards. */
  onCreate: (() => void) | undefined
}

export function BoardGrid({ archived, filter, onCreate }: BoardGridProps) {
  const { fingerprint } = useSession().connection
  const stars = useStarredBoards(fingerprint)
  const boards = useInfiniteQuery(boardsQuery(archived))

  const loadingState = useLoadingState([boards], [boardsQuery(archived).queryKey])

  if (boards.isError && !boards.data) {
    return (
      <ErrorState title={text.failed} error={boards.error} onRetry={() => void boards.refetch()} />
    )
  }
  if (loadingState.showSkeleton || !boards.data)
    return <BoardsSkeleton loadingState={loadingState} />
  const all = boards.data.pages.flatMap((page) => page.data)
  if (all.length === 0) return archived ? <NoArchivedBoards /> : <NoBoards onCreate={onCreate} />
  const visible = starredFirst(filterByName(all, filter), stars)
  if (visible.length === 0)
    return <NoMatchingBoards archived={archived} filter={filter} isComplete={!boards.hasNextPage} />

  return (
    <div data-state={stateOf(boards)} className="mt-6 grid gap-5 max-md:pb-16">
      <ul className={grid}>
        {visible.map((board) => (
          <BoardTile
            key={board.id}
            board={board}
            starred={archived ? undefined : stars.includes(board.id)}
            onStar={() => toggleStar(fingerprint, board.id)}
          />
        ))}
      </ul>
      {boards.isFetchNextPageError ? (
        <PartialError
          text={text.loadMoreFailed}
          busy={boards.isFetchingNextPage}
          onRetry={() => void boards.fetchNextPage()}
        />
      ) : (
        boards.hasNextPage && (
          <Button
            className="justify-self-start"
            busy={boards.isFetchingNextPage}
            onClick={() => void boards.fetchNextPage()}
          >
            {text.more}
          </Button>
        )
      )}
    </div>
  )
}

/** Starred boards first, otherwise in the order of the server. */
const starredFirst = (boards: readonly Board[], stars: readonly string[]): Board[] => [
  ...boards.filter((board) => stars.includes(board.id)),
  ...boards.filter((board) => !stars.includes(board.id)),
]

const stateOf = (boards: { isFetchNextPageError: boolean; isRefetching: boolean }) =>
  boards.isFetchNextPageError ? 'partial' : boards.isRefetching ? 'refreshing' : 'ready'

const BoardsSkeleton = ({ loadingState }: { loadingState: LoadingState }) => (
  <div className="mt-6">
    <Skeleton label={text.loading} loading={loadingState}>
      <div className={grid}>
        {Array.from({ length: 6 }, (_, index) => (
          <div key={index} className="h-[4.375rem] rounded-card bg-sunken md:h-33" />
        ))}
      </div>
    </Skeleton>
  </div>
)

function NoBoards({ onCreate }: { onCreate: (() => void) | undefined }) {
  const canWrite = useCanWrite()
  const offlineProps = useOfflineProps()
  return (
    <EmptyState
      title={text.none}
      action={
        onCreate && (
          <>
            <Button {...offlineProps} variant="primary" icon={Plus} data-create onClick={onCreate}>
              {text.new}
            </Button>
            <Link to={paths.importBoard()} className={buttonClass()}>
              {text.importBoard}
            </Link>
          </>
        )
      }
    >
      {onCreate ? text.emptyDescription : canWrite ? text.emptyDescriptionReadOnly : text.readOnly}
    </EmptyState>
  )
}

const NoArchivedBoards = () => (
  <EmptyState title={text.noArchived}>{text.noArchivedDescription}</EmptyState>
)

interface NoMatchingBoardsProps {
  archived: boolean
  filter: string
  isComplete: boolean
}

/** Links to the same search among the other boards where those are loaded and match. */
function NoMatchingBoards({ archived, filter, isComplete }: NoMatchingBoardsProps) {
  const [, setSearch] = useSearchState()
  const otherBoards = useInfiniteQuery({ ...boardsQuery(!archived), enabled: false })
  const matchCount = filterByName(
    otherBoards.data?.pages.flatMap((page) => page.data) ?? [],
    filter,
  ).length
  const clear = () => setSearch((search) => (search.delete('q'), search))
  return (
    <EmptyState
      filtered
      title={isComplete ? text.noMatches(filter) : text.noLoadedMatches(filter)}
      action={
        <div className="flex flex-wrap gap-2">
          <Button onClick={clear}>{text.clearSearch}</Button>
          {matchCount > 0 && (
            <Link
              to={{ pathname: paths.boards(), search: searchParamsFor(!archived, filter) }}
              className={buttonClass()}
            >
              {text[archived ? 'openMatches' : 'archivedMatches'](matchCount)}
            </Link>
          )}
        </div>
      }
    />
  )
}

const searchParamsFor = (archived: boolean, q: string) =>
  String(new URLSearchParams({ ...(archived && { archived: 'true' }), q }))

interface BoardTileProps {
  board: Board
  /** Archived boards have no star. */
  starred: boolean | undefined
  onStar: () => void
}

/** A tile with a bar per list; on a phone a row. */
function BoardTile({ board, starred, onStar }: BoardTileProps) {
  const isSupported = useCapability('boards.write')
  const canEdit = useCanWrite() && isSupported
  return (
    <li
      data-testid="row"
      data-id={board.id}
      data-surface
      className="relative grid grid-cols-[1fr_auto] items-start gap-x-2 gap-y-3 rounded-card border border-line bg-surface py-3 ps-4 pe-2 shadow-rest transition-shadow duration-quick ease-out hover:border-line-strong hover:shadow-lift md:min-h-33 md:grid-rows-[auto_1fr] md:pb-4"
    >
      <div className="min-w-0 pt-1">
        <Link
          to={paths.board(board.id)}
          className="line-clamp-2 rounded-chip text-section break-words after:absolute after:inset-0 after:rounded-card"
        >
          {board.name}
        </Link>
        {board.card_count !== undefined && (
          <p className="mt-0.5 flex flex-wrap gap-x-2 text-meta text-ink-3">
            {text.cards(board.card_count)}
            <BoardFacts board={board} />
          </p>
        )}
      </div>
      <div className="z-10 flex">
        {starred !== undefined && (
          <IconButton
            icon={Star}
            label={text.star(board.name)}
            aria-pressed={starred}
            onClick={onStar}
            className={starred ? '[&_svg]:fill-spark [&_svg]:text-spark' : 'text-ink-3'}
          />
        )}
        {canEdit && <BoardTileMenu board={board} />}
      </div>
      <ListBars board={board} />
    </li>
  )
}

const MAX_BAR_HEIGHT = 28

/** A small bar chart of the cards per list, in board order. */
function ListBars({ board }: { board: Board }) {
  const bars = board.lists.flatMap((list) =>
    list.card_count === undefined ? [] : { list, count: list.card_count },
  )
  const maxCount = Math.max(1, ...bars.map(({ count }) => count))
  if (bars.length === 0) return null
  return (
    <div
      role="img"
      aria-label={[
        text.cardsPerList,
        ...bars.map(({ list, count }) => text.cardsInList(list.name, count)),
      ].join(', ')}
      className="col-span-2 me-2 hidden items-end gap-1 self-end overflow-hidden md:flex"
    >
      {bars.map(({ list, count }) => (
        <span
          key={list.id}
          title={text.cardsInList(list.name, count)}
          style={{ height: toRem(Math.max(3, Math.round((count / maxCount) * MAX_BAR_HEIGHT))) }}
          className={`relative z-10 min-w-0.5 flex-1 rounded-[3px] forced-colors:bg-[CanvasText] forced-colors:forced-color-adjust-none ${barColor(list)}`}
        />
      ))}
    </div>
  )
}

const barColor = (list: Board['lists'][number]) => {
  if (list.card_count === 0) return 'bg-chart-track'
  return list.completes_cards ? 'bg-ok-line' : 'bg-seq-2'
}
