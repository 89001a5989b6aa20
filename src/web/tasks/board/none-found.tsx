import { useSearchParams } from 'react-router-dom'

import { boardWords as said } from '#web/messages/en/board.ts'
import { useBoard, useBoardRoom } from '#web/tasks/board-state/board-context.ts'
import { matching, useReadCards } from '#web/tasks/cards/use-list-cards.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/page-states.tsx'

/** One message across the board when the filter hides every card. It lies over the lists, so that nothing moves. */
export function NoneFound() {
  const { find } = useBoardRoom()
  const { cards, whole } = useReadCards(useBoard())
  const [search, setSearch] = useSearchParams()
  // Before the first cards are read nothing is known.
  const isKnown = whole || cards.length > 0
  if (!find || !isKnown || matching(cards, find).length > 0) return null

  const asked = search.get('q') ?? ''
  const clear = () => setSearch((now) => (now.delete('q'), now), { replace: true })
  return (
    <div className="pointer-events-none absolute inset-x-0 top-1/4 grid justify-items-center">
      <div
        data-surface
        className="pointer-events-auto rounded-card border border-line bg-raised px-6 shadow-float"
      >
        <Empty
          filtered
          title={whole ? said.noneMatch(asked) : said.noneMatchLoaded(asked)}
          action={<Button onClick={clear}>{said.clearFind}</Button>}
        />
      </div>
    </div>
  )
}
