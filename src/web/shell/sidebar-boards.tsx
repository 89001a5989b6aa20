import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { matchPath, NavLink, useLocation } from 'react-router-dom'

import type { Board } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { paths } from '#web/paths.ts'
import {
  forgetBoard,
  recordBoard,
  useRecentBoards,
  useStarredBoards,
} from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { boardQuery, boardsQuery } from '#web/tasks/boards/boards.data.ts'
import { navItem } from './nav-items.ts'

/** Beside the open one. */
const MAX_RECENT = 3

/** The board of an address, also of a card on it. */
export function openBoardId(pathname: string): string | undefined {
  const { board_id } = matchPath('/boards/:board_id/*', pathname)?.params ?? {}
  return board_id === 'import' ? undefined : board_id
}

/** Not while its name is loaded, nor for a board that is gone. */
export function useHasOpenBoardLink(): boolean {
  const board_id = openBoardId(useLocation().pathname)
  const { data, isPending } = useInfiniteQuery({
    ...boardsQuery(false),
    enabled: board_id !== undefined,
  })
  // `BoardLink` requests it where it is needed.
  const own = useQuery({ ...boardQuery(board_id ?? ''), enabled: false })
  if (isPending || own.error?.code === 'not_found') return false
  const isListed = data?.pages.some((page) => page.data.some(({ id }) => id === board_id))
  return isListed === true || own.data !== undefined
}

/** Starred boards in the order they were starred, then the open one and the last three; hidden in the rail. */
export function SidebarBoards() {
  const { fingerprint } = useSession().connection
  const starredIds = useStarredBoards(fingerprint)
  const open = openBoardId(useLocation().pathname)
  const lastIds = useRecentBoards(fingerprint)
    .filter((id) => id !== open && !starredIds.includes(id))
    .slice(0, MAX_RECENT)
  const openIds = open === undefined || starredIds.includes(open) ? [] : [open]
  const hasAny = starredIds.length + openIds.length + lastIds.length > 0
  const { data, isPending } = useInfiniteQuery({ ...boardsQuery(false), enabled: hasAny })
  if (isPending) return null
  const boards = data?.pages.flatMap((page) => page.data) ?? []
  // In the order of all boards: one that is opened again keeps its place.
  const placeOf = (id: string) => boards.findIndex((board) => board.id === id)
  const recentIds = [...openIds, ...lastIds].toSorted((a, b) => placeOf(a) - placeOf(b))
  const links = (ids: readonly string[]) =>
    ids.map((id) => (
      <BoardLink key={id} board_id={id} board={boards[placeOf(id)]} isOpen={id === open} />
    ))
  return (
    <>
      {starredIds.length > 0 && (
        <ul aria-label={messages.app.nav.starred} className={list}>
          {links(starredIds)}
        </ul>
      )}
      {recentIds.length > 0 && (
        <ul aria-label={messages.app.nav.recentBoards} className={list}>
          {links(recentIds)}
        </ul>
      )}
    </>
  )
}

// Without items it takes no space.
const list = 'flex flex-col gap-0.5 empty:hidden rail:hidden'

interface BoardLinkProps {
  board_id: string
  /** From the first page of boards. */
  board: Board | undefined
  isOpen: boolean
}

/** Nothing for a board that is archived, unless it is open, or gone. */
function BoardLink({ board_id, board, isOpen }: BoardLinkProps) {
  const { fingerprint } = useSession().connection
  const { data, error } = useQuery({
    ...boardQuery(board_id),
    enabled: board === undefined,
    // The page of the board asks again; here a name that is a little old will do.
    refetchOnMount: false,
    retryOnMount: false,
  })
  const isGone = error?.code === 'not_found'
  const { name, archived } = board ?? data ?? {}
  const isRead = isOpen && name !== undefined && !isGone
  useEffect(() => {
    if (isGone) forgetBoard(fingerprint, board_id)
    if (isRead) recordBoard(fingerprint, board_id)
  }, [isGone, isRead, fingerprint, board_id])
  if (name === undefined || isGone || (archived === true && !isOpen)) return null
  return (
    <li>
      <NavLink to={paths.board(board_id)} className={`${navItem} ps-8.5`}>
        <span className="min-w-0 truncate">{name}</span>
      </NavLink>
    </li>
  )
}
