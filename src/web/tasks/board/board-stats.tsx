import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { Board } from '#client/resources.ts'
import { boardText } from '#web/messages/en/board.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { memberNames } from '#web/tasks/cards/card-copies.rules.ts'
import { doneCountQuery, activeLists } from '#web/tasks/cards/card-queries.data.ts'
import { useLoadedCards } from '#web/tasks/cards/use-list-cards.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { whenIdle } from '#web/ui/lazy-chunk.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

const MAX_MEMBERS = 4

/** How many cards are done, and who has cards. */
export const BoardStats = ({ board }: { board: Board }) => (
  <div className="flex items-center gap-5 max-md:hidden">
    <Progress board={board} />
    <Members board={board} />
  </div>
)

function Progress({ board }: { board: Board }) {
  const { cards, isComplete, pages } = useLoadedCards(board)
  const hasTotals = useCapability('totals')
  // After the first cards, which may be all, are painted.
  const isNeeded = !isComplete && pages.some((page) => page !== undefined)
  const [isIdle, setIdle] = useState(false)
  useEffect(() => void whenIdle(() => setIdle(true)), [])
  const doneQuery = useQuery({
    ...doneCountQuery(board.id),
    enabled: hasTotals && isNeeded && isIdle,
  })
  const totalCount = activeLists(board).reduce((sum, list) => sum + (list.card_count ?? 0), 0)
  const done = isComplete
    ? cards.filter(({ completed }) => completed).length
    : doneQuery.data?.paging.total
  if (done === undefined || !(totalCount > 0)) return null
  const text = boardText.progress(done, totalCount)
  return (
    <div className="flex items-center gap-3">
      <div className="w-24">
        <ProgressBar isShare label={boardText.done} done={done} of={totalCount} text={text} />
      </div>
      <span className="text-meta text-ink-3">{text}</span>
    </div>
  )
}

/** Of the cards that are loaded, by name: the order stays when a card moves. */
function Members({ board }: { board: Board }) {
  const { cards } = useLoadedCards(board)
  const members = memberNames(cards.flatMap((card) => card.members ?? []))
  if (members.size === 0) return null
  const faces = [...members].toSorted(([, one], [, other]) => one.localeCompare(other))
  return (
    <ul aria-label={boardText.members} className="flex items-center gap-1">
      {faces.slice(0, MAX_MEMBERS).map(([id, name]) => (
        <li key={id} className="grid">
          <Avatar id={id} name={name} size={26} />
        </li>
      ))}
      {members.size > MAX_MEMBERS && (
        <li className="text-meta text-ink-3">
          {boardText.moreMembers(members.size - MAX_MEMBERS)}
        </li>
      )}
    </ul>
  )
}
