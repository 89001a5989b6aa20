import { useInfiniteQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { Link, useSearchParams } from 'react-router-dom'

import { boardsWords as said } from '#web/messages/en/boards.ts'
import { paths } from '#web/paths.ts'
import { useWait, type Wait } from '#web/query/use-loading-state.ts'
import { toggleStar, useStarredBoards } from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { useMayWrite } from '#web/session/use-capabilities.ts'
import { usePaused } from '#web/session/use-disabled-reason.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Problem } from '#web/ui/error-state.tsx'
import { Empty, Partial, Skeleton } from '#web/ui/page-states.tsx'
import { BoardTile } from './boards-tile.tsx'
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

  const wait = useWait([boards], [boardsPages(archived).queryKey])

  if (boards.isError && !boards.data) {
    return (
      <Problem title={said.failed} error={boards.error} onRetry={() => void boards.refetch()} />
    )
  }
  if (wait.isOn || !boards.data) return <BoardsSkeleton wait={wait} />
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
          text={said.moreFailed}
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
            {said.more}
          </Button>
        )
      )}
    </div>
  )
}

const stateOf = (boards: { isFetchNextPageError: boolean; isRefetching: boolean }) =>
  boards.isFetchNextPageError ? 'partial' : boards.isRefetching ? 'refreshing' : 'ready'

const BoardsSkeleton = ({ wait }: { wait: Wait }) => (
  <div className="mt-6">
    <Skeleton label={said.loading} wait={wait}>
      <div className={grid}>
        {Array.from({ length: 6 }, (_, index) => (
          <div key={index} className="h-[4.375rem] rounded-card bg-sunken md:h-33" />
        ))}
      </div>
    </Skeleton>
  </div>
)

function NoBoards({ onMake }: { onMake: (() => void) | undefined }) {
  const mayWrite = useMayWrite()
  const paused = usePaused()
  return (
    <Empty
      title={said.none}
      action={
        onMake && (
          <Button {...paused} look="primary" icon={Plus} data-create onClick={onMake}>
            {said.new}
          </Button>
        )
      }
    >
      {onMake ? said.noneMadeHere : mayWrite ? said.noneMadeElsewhere : said.readOnly}
    </Empty>
  )
}

const NoneArchived = () => <Empty title={said.noneArchived}>{said.noneArchivedMeaning}</Empty>

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
      title={whole ? said.noneMatch(find) : said.noneMatchLoaded(find)}
      action={
        <div className="flex flex-wrap gap-2">
          <Button onClick={clear}>{said.clearFind}</Button>
          {matching > 0 && (
            <Link
              to={{ pathname: paths.boards(), search: searchFor(!archived, find) }}
              className={buttonClass()}
            >
              {said[archived ? 'matchOpen' : 'matchArchived'](matching)}
            </Link>
          )}
        </div>
      }
    />
  )
}

const searchFor = (archived: boolean, q: string) =>
  String(new URLSearchParams({ ...(archived && { archived: 'true' }), q }))
