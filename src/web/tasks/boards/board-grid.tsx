import { useInfiniteQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import Star from 'lucide-react/icons/star'
import { Link, useSearchParams } from 'react-router-dom'

import type { Board } from '#contract/tasks/boards.ts'
import { boardsText as text } from '#web/messages/en/boards.ts'
import { paths } from '#web/paths.ts'
import { useLoadingState, type LoadingState } from '#web/query/use-loading-state.ts'
import { toggleStar, useStarredBoards } from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx'
import { Problem } from '#web/ui/error-state.tsx'
import { Empty, Partial, Skeleton } from '#web/ui/page-states.tsx'
import { boardsPages, findBoards, starredFirst } from './boards.data.ts'

const grid = 'grid gap-2 md:grid-cols-[repeat(auto-fill,minmax(15.5rem,1fr))] md:gap-3.5'

interface BoardsGridProps {
  archived: boolean
  find: string
  /** Absent where this key or this service cannot make boards. */
  onMake: (() => void) | undefined
}

export function BoardsGrid({ archived, find, onMake }: BoardsGridProps) {
  const { fingerprint } = useSession().connection
  const stars = useStarredBoards(fingerprint)
  const boards = useInfiniteQuery(boardsPages(archived))

  const wait = useLoadingState([boards], [boardsPages(archived).queryKey])

  if (boards.isError && !boards.data) {
    return (
      <Problem title={text.failed} error={boards.error} onRetry={() => void boards.refetch()} />
    )
  }
  if (wait.showSkeleton || !boards.data) return <BoardsSkeleton wait={wait} />
  const all = boards.data.pages.flatMap((page) => page.data)
  if (all.length === 0) return archived ? <NoneArchived /> : <NoBoards onMake={onMake} />
  const found = starredFirst(findBoards(all, find), stars)
  if (found.length === 0)
    return <NoMatch archived={archived} find={find} whole={!boards.hasNextPage} />

  return (
    <div data-state={stateOf(boards)} className="mt-6 grid gap-5 max-md:pb-16">
      <ul className={grid}>
        {found.map((board) => (
          <BoardTile
            key={board.id}
            board={board}
            starred={stars.includes(board.id)}
            onStar={() => toggleStar(fingerprint, board.id)}
          />
        ))}
      </ul>
      {boards.isFetchNextPageError ? (
        <Partial
          text={text.moreFailed}
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

const stateOf = (boards: { isFetchNextPageError: boolean; isRefetching: boolean }) =>
  boards.isFetchNextPageError ? 'partial' : boards.isRefetching ? 'refreshing' : 'ready'

const BoardsSkeleton = ({ wait }: { wait: LoadingState }) => (
  <div className="mt-6">
    <Skeleton label={text.loading} wait={wait}>
      <div className={grid}>
        {Array.from({ length: 6 }, (_, index) => (
          <div key={index} className="h-[4.375rem] rounded-card bg-sunken md:h-33" />
        ))}
      </div>
    </Skeleton>
  </div>
)

function NoBoards({ onMake }: { onMake: (() => void) | undefined }) {
  const mayWrite = useCanWrite()
  const paused = useOfflineProps()
  return (
    <Empty
      title={text.none}
      action={
        onMake && (
          <Button {...paused} look="primary" icon={Plus} data-create onClick={onMake}>
            {text.new}
          </Button>
        )
      }
    >
      {onMake ? text.noneMadeHere : mayWrite ? text.noneMadeElsewhere : text.readOnly}
    </Empty>
  )
}

const NoneArchived = () => <Empty title={text.noneArchived}>{text.noneArchivedMeaning}</Empty>

interface NoMatchProps {
  archived: boolean
  find: string
  whole: boolean
}

/** The way out that loses least is named where it is known: the same text among the other boards. */
function NoMatch({ archived, find, whole }: NoMatchProps) {
  const [search, setSearch] = useSearchParams()
  const others = useInfiniteQuery({ ...boardsPages(!archived), enabled: false })
  const matching = findBoards(others.data?.pages.flatMap((page) => page.data) ?? [], find).length
  const clear = () => {
    search.delete('q')
    setSearch(search)
  }
  return (
    <Empty
      filtered
      title={whole ? text.noneMatch(find) : text.noneMatchLoaded(find)}
      action={
        <div className="flex flex-wrap gap-2">
          <Button onClick={clear}>{text.clearFind}</Button>
          {matching > 0 && (
            <Link
              to={{ pathname: paths.boards(), search: searchFor(!archived, find) }}
              className={buttonClass()}
            >
              {text[archived ? 'matchOpen' : 'matchArchived'](matching)}
            </Link>
          )}
        </div>
      }
    />
  )
}

const searchFor = (archived: boolean, q: string) =>
  String(new URLSearchParams({ ...(archived && { archived: 'true' }), q }))

interface BoardTileProps {
  board: Board
  starred: boolean
  onStar: (starred: boolean) => void
}

/** One board of the index: on a phone a row, else a tile with a bar for each list. */
function BoardTile({ board, starred, onStar }: BoardTileProps) {
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
        <p className="mt-0.5 text-meta text-ink-3">{text.cards(board.card_count)}</p>
      </div>
      <IconButton
        icon={Star}
        label={text.star(board.name)}
        aria-pressed={starred}
        onClick={() => onStar(!starred)}
        className={`z-10 ${starred ? '[&_svg]:fill-spark [&_svg]:text-spark' : 'text-ink-3'}`}
      />
      <ListBars board={board} />
    </li>
  )
}

const TALLEST = 28

/** A small picture of where the cards are: a bar for each list, in the order of the board. */
function ListBars({ board }: { board: Board }) {
  const most = Math.max(1, ...board.lists.map((list) => list.card_count))
  if (board.lists.length === 0) return null
  return (
    <div
      role="img"
      aria-label={[
        text.cardsPerList,
        ...board.lists.map((list) => text.listHolds(list.name, list.card_count)),
      ].join(', ')}
      className="col-span-2 me-2 hidden items-end gap-1 self-end overflow-hidden md:flex"
    >
      {board.lists.map((list) => (
        <span
          key={list.id}
          title={text.listHolds(list.name, list.card_count)}
          style={{ height: Math.max(3, Math.round((list.card_count / most) * TALLEST)) }}
          className={`relative z-10 max-w-9 min-w-0.5 flex-1 rounded-[3px] ${barColor(list)}`}
        />
      ))}
    </div>
  )
}

const barColor = (list: Board['lists'][number]) => {
  if (list.card_count === 0) return 'bg-chart-track'
  return list.completes_cards ? 'bg-ok-line' : 'bg-seq-2'
}
