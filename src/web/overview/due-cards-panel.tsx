import ChevronRight from 'lucide-react/icons/chevron-right'

import type { Board } from '#client/resources.ts'
import { overviewText } from '#web/messages/en/overview.ts'
import { paths } from '#web/paths.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { DueBadge } from '#web/tasks/cards/due-badge.tsx'
import type { DueCard } from '#web/tasks/cards/due-cards.data.ts'
import { Icon } from '#web/ui/icon.tsx'
import { now } from '#web/ui/server-time.ts'
import { Panel, PanelNote, PanelRow } from './overview-panel.tsx'
import { useDueCards } from './overview.data.ts'

const text = overviewText.due
const MAX_UPCOMING = 4
const MAX_OVERDUE = 10

/** Today and tomorrow first; overdue cards are summed up in one line that opens. */
export function DueCardsPanel() {
  const { query, wait } = useDueCards()
  return (
    <Panel title={text.title} to={paths.boards()} query={query} wait={wait}>
      {({ upcoming, overdue, isComplete, searchedBoards, isStarred }) => (
        <>
          {upcoming.length + overdue.length === 0 && (
            <p>{searchedBoards.length > 0 ? text.none : text.noBoards}</p>
          )}
          <div>
            {upcoming.length > 0 && <CardRows cards={upcoming.slice(0, MAX_UPCOMING)} />}
            {overdue.length > 0 && (
              <details
                open={upcoming.length === 0}
                className="group border-line not-first:border-t"
              >
                <summary className="flex min-h-row cursor-pointer list-none items-center gap-2 rounded-chip text-ink-2 hover:text-ink">
                  <Icon
                    of={ChevronRight}
                    className="shrink-0 text-ink-3 transition-transform duration-quick group-open:rotate-90 rtl:-scale-x-100"
                  />
                  {text[isComplete ? 'overdue' : 'overdueAtLeast'](overdue.length)}
                </summary>
                <CardRows cards={overdue.slice(0, MAX_OVERDUE)} />
                {overdue.length > MAX_OVERDUE && (
                  <PanelNote>{text.moreOverdue(overdue.length - MAX_OVERDUE)}</PanelNote>
                )}
              </details>
            )}
          </div>
          <BoardsNote
            boards={searchedBoards}
            isStarred={isStarred}
            more={Math.max(0, upcoming.length - MAX_UPCOMING)}
          />
        </>
      )}
    </Panel>
  )
}

const CardRows = ({ cards }: { cards: readonly DueCard[] }) => (
  <ul>
    {cards.map(({ card, due }) => (
      <PanelRow
        key={card.id}
        id={card.id}
        to={paths.card(card.board_id, card.id)}
        fact={<DueBadge due={due} now={now()} tabIndex={0} />}
      >
        {card.name}
      </PanelRow>
    ))}
  </ul>
)

interface BoardsNoteProps {
  boards: readonly Board[]
  isStarred: boolean
  more: number
}

/** Names the boards that were searched, so that the list is not mistaken for all boards. */
function BoardsNote({ boards, isStarred, more }: BoardsNoteProps) {
  const canFilterByDate = useCapability('filters')
  const [first] = boards
  if (!first) return null
  return (
    <PanelNote>
      {more > 0 && text.more(more)}{' '}
      {text[isStarred ? 'starred' : 'boards'](first.name, boards.length)}{' '}
      {!canFilterByDate && text.loadedOnly}
    </PanelNote>
  )
}
