import { useInfiniteQuery } from '@tanstack/react-query'
import { NavLink, useLocation } from 'react-router-dom'

import type { Board } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { paths } from '#web/paths.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { useRecentBoards, useStarredBoards } from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { boardsQuery } from '#web/tasks/boards/boards.data.ts'
import { navItem } from './nav-items.ts'

/** Beside the open one. */
const MAX_RECENT = 3
const notBoards = [paths.importBoard()]

/** The board of an address, also of a card on it. */
export function openBoardId(pathname: string): string | undefined {
  const [, id] = /^\/boards\/([^/]+)/.exec(pathname) ?? []
  return id === undefined || notBoards.includes(pathname) ? undefined : decodeURIComponent(id)
}

/** Starred boards in the order they were starred, then the open one and the last three; hidden in the rail. */
export function SidebarBoards() {
  const { fingerprint } = useSession().connection
  const starredIds = useStarredBoards(fingerprint)
  const open = openBoardId(useLocation().pathname)
  const recentIds = useRecentBoards(fingerprint).filter(
    (id) => id !== open && !starredIds.includes(id),
  )
  const openIds = open === undefined || starredIds.includes(open) ? [] : [open]
  const wanted = [...starredIds, ...openIds, ...recentIds.slice(0, MAX_RECENT)]
  const query = useInfiniteQuery({ ...boardsQuery(false), enabled: wanted.length > 0 })
  const boards = query.data?.pages.flatMap((page) => page.data) ?? []
  const find = (id: string) => boards.find((board) => board.id === id)
  // A board of a later page looks like one that is gone, until all are loaded.
  useAllPages(
    query,
    wanted.some((id) => !find(id)),
  )
  const shown = [...openIds, ...recentIds.filter(find).slice(0, MAX_RECENT)]
  const starred = starredIds.flatMap((id) => find(id) ?? [])
  // In the order of all boards: one that is opened again keeps its place.
  const recent = boards.filter(({ id }) => shown.includes(id))
  return (
    <>
      <BoardLinks label={messages.app.nav.starred} boards={starred} />
      <BoardLinks label={messages.app.nav.recentBoards} boards={recent} />
    </>
  )
}

const BoardLinks = ({ label, boards }: { label: string; boards: readonly Board[] }) =>
  boards.length > 0 && (
    <ul aria-label={label} className="flex flex-col gap-0.5 rail:hidden">
      {boards.map((board) => (
        <li key={board.id}>
          <NavLink to={paths.board(board.id)} className={`${navItem} ps-8.5`}>
            <span className="min-w-0 truncate">{board.name}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  )
