import SquareKanban from 'lucide-react/icons/square-kanban'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'

import { boardLazyText as text } from '#web/messages/en/board-lazy.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { PageState } from '#web/ui/page-states.tsx'

/** Instead of the page of a board that does not exist. */
export function MissingBoard() {
  useEffect(() => announce(text.notFound, 'assertive'), [])
  return (
    <PageState
      isPage
      state="missing"
      icon={SquareKanban}
      title={text.notFound}
      action={
        <Link to={paths.boards()} className={buttonClass('primary')}>
          {text.backToBoards}
        </Link>
      }
    >
      {text.notFoundDescription}
    </PageState>
  )
}
