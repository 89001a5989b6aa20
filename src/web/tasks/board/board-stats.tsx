import { useQuery } from '@tanstack/react-query'

import type { Board } from '#contract/tasks/boards.ts'
import { boardLazyText } from '#web/messages/en/board-lazy.ts'
import { boardText } from '#web/messages/en/board.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { doneCountQuery, activeLists } from '#web/tasks/cards/card-queries.data.ts'
import { useReadCards } from '#web/tasks/cards/use-list-cards.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
const MOST_FACES = 4

/** How much is done, and who is on the board. */
export const BoardStats = ({ board }: { board: Board }) => (
  <div className="flex items-center gap-5 max-md:hidden">
    <Progress board={board} />
    <Faces board={board} />
  </div>
)

function Progress({ board }: { board: Board }) {
  const { cards, whole } = useReadCards(board)
  const counts = useCapability('totals')
  const counted = useQuery({ ...doneCountQuery(board.id), enabled: counts && !whole })
  const all = activeLists(board).reduce((sum, list) => sum + (list.card_count ?? 0), 0)
  const done = whole
    ? cards.filter(({ completed }) => completed).length
    : counted.data?.paging.total
  if (done === undefined || !(all > 0)) return null
  const text = boardLazyText.progress(done, all)
  return (
    <div className="flex items-center gap-3">
      <div className="w-24">
        <ProgressBar isShare label={boardText.done} done={done} of={all} text={text} />
      </div>
      <span className="text-meta text-ink-3">{text}</span>
    </div>
  )
}

function Faces({ board }: { board: Board }) {
  const { cards } = useReadCards(board)
  const people = new Map(
    cards.flatMap((card) => (card.members ?? []).map((member) => [member.id, member] as const)),
  )
  if (people.size === 0) return null
  return (
    <ul aria-label={boardLazyText.members} className="flex items-center gap-1">
      {[...people.values()].slice(0, MOST_FACES).map(({ id, name }) => (
        <li key={id} className="grid">
          <Avatar id={id} name={name} size={26} />
        </li>
      ))}
      {people.size > MOST_FACES && (
        <li className="text-meta text-ink-3">
          {boardLazyText.moreMembers(people.size - MOST_FACES)}
        </li>
      )}
    </ul>
  )
}
