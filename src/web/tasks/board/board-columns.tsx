import {
  type KeyboardEvent,
  lazy,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { useSearchParams } from 'react-router-dom'

import { boardText as text } from '#web/messages/en/board.ts'
import {
  type QuickAddState,
  useBoard,
  useBoardContext,
} from '#web/tasks/board-state/board-context.ts'
import { getCachedPages } from '#web/tasks/cards/card-cache.ts'
import { flattenCards, activeLists } from '#web/tasks/cards/card-queries.data.ts'
import { matching, useReadCards } from '#web/tasks/cards/use-list-cards.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/page-states.tsx'
import { scrollTo, useVisibleRange } from '#web/ui/use-virtual-range.ts'
import { layoutItems, lengthOf, visibleIndexes } from '#web/ui/virtual-range.rules.ts'
import { ListColumn } from './list-column.tsx'

// Only a phone has them.
const ListChips = lazy(async () => ({ default: (await import('./list-tabs.tsx')).ListChips }))
/** Boards of so few lists draw them all; the others draw what is in sight and the next. */
const FEW = 6

interface BoardColumnsProps {
  adding: QuickAddState | null
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** The lists side by side; on a phone one at a time, with the next one peeking. */
export function BoardColumns({ adding, onKeyDown }: BoardColumnsProps) {
  const board = useBoard()
  const { layout, registry } = useBoardContext()
  const lists = useMemo(() => activeLists(board), [board])
  const scroller = useRef<HTMLDivElement>(null)
  const kept = useKeptList(lists.map(({ id }) => id))

  const spans = useMemo(
    () =>
      layoutItems(
        lists.map(() => layout.list),
        layout.step - layout.list,
      ),
    [lists, layout],
  )
  const stretch = useVisibleRange(scroller, 'x')
  const lifted = lists.findIndex(({ id }) => id === registry.lifted?.list_id)
  const drawn =
    lists.length <= FEW
      ? lists.map((_, index) => index)
      : visibleIndexes(spans, stretch, [kept, lifted])

  useEffect(() => {
    registry.board = scroller.current
    registry.revealList = (list_id) => {
      const span = spans[lists.findIndex(({ id }) => id === list_id)]
      if (scroller.current && span) scrollTo(scroller.current, 'x', span, layout.phone)
    }
  }, [registry, lists, spans, layout])

  return (
    <>
      {layout.phone && (
        <Suspense fallback={<div className="h-13 shrink-0" />}>
          <ListChips scroller={scroller} step={layout.step} />
        </Suspense>
      )}
      <div
        ref={scroller}
        role="group"
        aria-label={text.board}
        aria-describedby="board-instructions"
        onKeyDown={onKeyDown}
        className="-mx-4 min-h-0 flex-1 scroll-px-4 overflow-x-auto overflow-y-hidden px-4 pb-2 data-dragging:snap-none max-md:snap-x max-md:snap-mandatory md:-mx-7 md:scroll-px-7 md:px-7 print:overflow-visible"
      >
        <div
          style={{ width: lengthOf(spans) }}
          className="relative h-full print:flex print:h-auto print:w-auto! print:flex-wrap print:gap-3"
        >
          {drawn.map((index) => {
            const list = lists[index]
            if (!list) return null
            const own = adding?.list_id === list.id ? adding : null
            return (
              <ListColumn key={list.id} list={list} left={spans[index]?.start ?? 0} adding={own} />
            )
          })}
        </div>
      </div>
      <p id="board-instructions" hidden>
        {text.instructions}
      </p>
    </>
  )
}

/** The list of the card in the tab order stays drawn, or the board would have no place for Tab to come back to. */
function useKeptList(list_ids: readonly string[]): number {
  const { session, board_id, focus } = useBoardContext()
  return useSyncExternalStore(focus.subscribe, () => {
    const card_id = focus.current()
    if (card_id === null) return -1
    return list_ids.findIndex((list_id) =>
      flattenCards(getCachedPages(session.queryClient, board_id, list_id)).some(
        ({ id }) => id === card_id,
      ),
    )
  })
}

/** One message across the board when the filter hides every card. It lies over the lists, so that nothing moves. */
export function NoneFound() {
  const { find } = useBoardContext()
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
          title={whole ? text.noneMatch(asked) : text.noneMatchLoaded(asked)}
          action={<Button onClick={clear}>{text.clearFind}</Button>}
        />
      </div>
    </div>
  )
}
