import type { Board } from '#client/resources.ts'
import { overviewText } from '#web/messages/en/overview.ts'
import { paths } from '#web/paths.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { DueBadge } from '#web/tasks/cards/due-badge.tsx'
import { now } from '#web/ui/server-time.ts'
import { MAX_ROWS, useDueCards } from './due-cards.data.ts'
import { Panel, PanelNote, PanelRow } from './overview-panel.tsx'

const text = overviewText.due
const MAX_OVERDUE = 3

/** Overdue cards first, the longest overdue at the top; then what is due by tomorrow. */
export function DueCardsPanel() {
  const { query, wait } = useDueCards()
  const canList = useCapability('cards.list')
  return (
    <Panel
      hasTwoLines
      title={text.title}
      to={canList ? paths.cards() : paths.boards()}
      query={query}
      wait={wait}
    >
      {({ overdue, today, tomorrow, overdueCards, upcomingCards, searched }) => {
        const late = overdueCards.slice(0, MAX_OVERDUE)
        const soon = upcomingCards.slice(0, MAX_ROWS - late.length)
        const rows = [...late, ...soon]
        const more = today.value + tomorrow.value - soon.length
        const notes = [
          ...noteOf(overdue.value - late.length, overdue.isExact, text.moreOverdue),
          ...noteOf(more, today.isExact, text.more),
        ]
        return (
          <>
            {rows.length === 0 && notes.length === 0 ? (
              <p>{searched?.boards.length === 0 ? text.noBoards : text.none}</p>
            ) : (
              <ul>
                {rows.map(({ card, due }) => (
                  <PanelRow
                    key={card.id}
                    id={card.id}
                    to={paths.card(card.board_id, card.id)}
                    fact={
                      <>
                        <span className="max-w-40 truncate">{card.board_name}</span>
                        <DueBadge due={due} now={now()} tabIndex={0} />
                      </>
                    }
                  >
                    {card.name}
                  </PanelRow>
                ))}
              </ul>
            )}
            {notes.length > 0 && <PanelNote>{notes.join(' ')}</PanelNote>}
            {searched && <BoardsNote {...searched} />}
          </>
        )
      }}
    </Panel>
  )
}

const noteOf = (count: number, isExact: boolean, format: (count: number) => string) =>
  count > 0 ? [isExact ? format(count) : text.atLeast(format(count))] : []

interface BoardsNoteProps {
  boards: readonly Board[]
  isStarred: boolean
}

/** Names the boards that were searched, so that the list is not mistaken for all boards. */
function BoardsNote({ boards, isStarred }: BoardsNoteProps) {
  const canFilterByDate = useCapability('filters')
  const [first] = boards
  if (!first) return null
  return (
    <PanelNote>
      {text[isStarred ? 'starred' : 'boards'](first.name, boards.length)}{' '}
      {!canFilterByDate && text.loadedOnly}
    </PanelNote>
  )
}
