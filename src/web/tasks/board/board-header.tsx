import Plus from 'lucide-react/icons/plus'
import Star from 'lucide-react/icons/star'
import { lazy, Suspense } from 'react'

import type { Board } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { boardText as text } from '#web/messages/en/board.ts'
import { paths } from '#web/paths.ts'
import { toggleStar, usePreference, useStarredBoards } from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { useBoardValues } from '#web/tasks/board-state/board-context.ts'
import { SearchField } from '#web/tasks/boards/search-field.tsx'
import { activeLists } from '#web/tasks/cards/card-queries.data.ts'
import { filterCards, useLoadedCards } from '#web/tasks/cards/use-list-cards.ts'
import { Button, floatingOnPhoneClass, IconButton } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
// Needs loaded cards, so the lists do not wait for its code.
const BoardStats = lazy(async () => ({ default: (await import('./board-stats.tsx')).BoardStats }))

/** Rendered before the board is loaded, so that focus management finds the heading. */
export const BoardHeader = ({ board }: { board: Board | undefined }) => (
  <PageHeader
    title={board?.name ?? text.unnamed}
    parent={{ label: messages.app.nav.boards, to: paths.boards() }}
    adornment={board && <StarButton board={board} />}
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

interface BoardToolbarProps {
  board: Board
  filter: string
  onNew: (() => void) | undefined
}

export function BoardToolbar({ board, filter, onNew }: BoardToolbarProps) {
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const offlineProps = useOfflineProps()
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-3">
      <SearchField label={text.find} />
      {filter && <ResultCount board={board} filter={filter} />}
      {onNew && (
        <Button
          {...offlineProps}
          variant="primary"
          icon={Plus}
          data-create
          hint={singleKeys ? text.newCardKey : undefined}
          onClick={onNew}
          data-avoid-toasts
          className={`ms-auto ${floatingOnPhoneClass}`}
        >
          {text.newCard}
        </Button>
      )}
    </div>
  )
}

function ResultCount({ board, filter }: { board: Board; filter: string }) {
  const { cards, isComplete } = useLoadedCards(board)
  const { labels } = useBoardValues()
  const resultCount = filterCards(cards, filter, labels).length
  const totalCount = activeLists(board).reduce((sum, list) => sum + (list.card_count ?? 0), 0)
  if (resultCount === 0) return null // NoCardsFound says it
  return (
    <p role="status" className="flex items-center gap-2 text-meta text-ink-2">
      {isComplete
        ? text.found(resultCount, cards.length)
        : text.matchCountLoaded(resultCount, cards.length, totalCount)}
    </p>
  )
}
