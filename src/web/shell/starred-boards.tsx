import { useInfiniteQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router-dom'

import { words } from '#web/messages/en/en.ts'
import { paths } from '#web/paths.ts'
import { useStarredBoards } from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { boardsPages } from '#web/tasks/boards/boards.data.ts'
import { navItem } from './nav-items.ts'

/** Starred boards under "Boards", in the order they were starred; the rail has no room for them. */
export function StarredBoards() {
  const stars = useStarredBoards(useSession().connection.fingerprint)
  const boards = useInfiniteQuery({ ...boardsPages(false), enabled: stars.length > 0 })
  const known = boards.data?.pages.flatMap((page) => page.data) ?? []
  const starred = stars.flatMap((id) => known.find((board) => board.id === id) ?? [])

  if (starred.length === 0) return null
  return (
    <ul aria-label={words.app.nav.starred} className="grid gap-0.5 max-lg:hidden">
      {starred.map((board) => (
        <li key={board.id}>
          <NavLink to={paths.board(board.id)} className={`${navItem} ps-8.5`}>
            <span className="min-w-0 truncate">{board.name}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  )
}
