import Plus from 'lucide-react/icons/plus'
import Star from 'lucide-react/icons/star'
import { lazy, Suspense } from 'react'

import type { Board } from '#contract/tasks/boards.ts'
import { messages } from '#web/messages/en/app.ts'
import { boardText as text } from '#web/messages/en/board.ts'
import { paths } from '#web/paths.ts'
import { toggleStar, usePreference, useStarredBoards } from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { BoardsFind } from '#web/tasks/boards/search-field.tsx'
import { activeLists } from '#web/tasks/cards/card-queries.data.ts'
import { matching, useReadCards } from '#web/tasks/cards/use-list-cards.ts'
import { Button, floatsOnPhone, IconButton } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
// Seen when the cards are; the lists do not wait for it.
const BoardStats = lazy(async () => ({ default: (await import('./board-stats.tsx')).BoardStats }))

/** Name and star, how much is done, who is on it. It stands before the board is known, so that the focus has its place. */
export const BoardHead = ({ board }: { board: Board | undefined }) => (
  <PageHeader
    title={board?.name ?? text.unnamed}
    parent={{ label: messages.app.nav.boards, to: paths.boards() }}
    beside={board && <StarButton board={board} />}
    actions={
      board && (
        <Suspense>
          <BoardStats board={board} />
        </Suspense>
      )
    }
  />
)

function StarButton({ board }: { board: Board }) {
  const { fingerprint } = useSession().connection
  const starred = useStarredBoards(fingerprint).includes(board.id)
  return (
    <IconButton
      icon={Star}
      label={text.star(board.name)}
      aria-pressed={starred}
      onClick={() => toggleStar(fingerprint, board.id)}
      className={starred ? '[&_svg]:fill-spark [&_svg]:text-spark' : 'text-ink-3'}
    />
  )
}

interface BoardBarProps {
  board: Board
  find: string
  onNew: (() => void) | undefined
}

/** Finding and adding. */
export function BoardBar({ board, find, onNew }: BoardBarProps) {
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const paused = useOfflineProps()
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-3">
      <BoardsFind label={text.find} />
      {find && <Found board={board} find={find} />}
      {onNew && (
        <Button
          {...paused}
          look="primary"
          icon={Plus}
          data-create
          hint={singleKeys ? text.newCardKey : undefined}
          onClick={onNew}
          className={`ms-auto ${floatsOnPhone}`}
        >
          {text.newCard}
        </Button>
      )}
    </div>
  )
}

function Found({ board, find }: { board: Board; find: string }) {
  const { cards, whole } = useReadCards(board)
  const found = matching(cards, find).length
  const all = activeLists(board).reduce((sum, list) => sum + (list.card_count ?? 0), 0)
  if (found === 0) return null // said across the board
  return (
    <p role="status" className="flex items-center gap-2 text-meta text-ink-2">
      {whole ? text.found(found, cards.length) : text.foundInLoaded(found, cards.length, all)}
    </p>
  )
}
