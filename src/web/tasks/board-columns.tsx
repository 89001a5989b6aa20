import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'

import type { BoardList } from '#contract/tasks/boards.ts'
import { boardWords as said } from '#web/words/en-board.ts'
import { cardsOf, openLists } from './board-cards.ts'
import { type Adding, useBoard, useBoardRoom } from './board-context.ts'
import { ListColumn } from './list-column.tsx'
import type { Measures } from './measures.ts'
import { readList } from './place.ts'

// Only a phone has them.
const ListChips = lazy(async () => ({ default: (await import('./list-chips.tsx')).ListChips }))
/** Boards of so few lists draw them all; the others draw what is in sight and one more. */
const FEW = 6

interface BoardColumnsProps {
  adding: Adding | null
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** The lists side by side; on a phone one at a time, with the next one peeking. */
export function BoardColumns({ adding, onKeyDown }: BoardColumnsProps) {
  const board = useBoard()
  const { measures, desk } = useBoardRoom()
  const lists = useMemo(() => openLists(board), [board])
  const scroller = useRef<HTMLDivElement>(null)
  const kept = useKeptList(lists.map(({ id }) => id))

  const virtual = useVirtualizer({
    horizontal: true,
    count: lists.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => measures.step,
    getItemKey: useMemo(() => keysFor(lists, measures), [lists, measures]),
    rangeExtractor: useCallback(
      (range: Range) => {
        if (lists.length <= FEW) return lists.map((_, index) => index)
        const lifted = lists.findIndex(({ id }) => id === desk.lifted?.list_id)
        const extra = [kept, lifted].filter((index) => index >= 0)
        return [...new Set([...defaultRangeExtractor(range), ...extra])].toSorted((a, b) => a - b)
      },
      [lists, kept, desk],
    ),
    overscan: 1,
    useFlushSync: false,
  })

  useEffect(() => {
    desk.board = scroller.current
    desk.revealList = (list_id) => {
      const index = lists.findIndex(({ id }) => id === list_id)
      if (index >= 0) virtual.scrollToIndex(index, { align: measures.phone ? 'center' : 'auto' })
    }
  }, [desk, lists, virtual, measures])

  return (
    <>
      {measures.phone && (
        <Suspense fallback={<div className="h-13 shrink-0" />}>
          <ListChips scroller={scroller} step={measures.step} />
        </Suspense>
      )}
      <div
        ref={scroller}
        role="group"
        aria-label={said.board}
        aria-describedby="board-instructions"
        onKeyDown={onKeyDown}
        className="-mx-4 min-h-0 flex-1 scroll-px-4 overflow-x-auto overflow-y-hidden px-4 pb-2 data-dragging:snap-none max-md:snap-x max-md:snap-mandatory md:-mx-7 md:scroll-px-7 md:px-7"
      >
        <div
          style={{ width: virtual.getTotalSize() - (measures.step - measures.list) }}
          className="relative h-full"
        >
          {virtual.getVirtualItems().map(({ index, start }) => {
            const list = lists[index]
            if (!list) return null
            const own = adding?.list_id === list.id ? adding : null
            return <ListColumn key={list.id} list={list} left={start} adding={own} />
          })}
        </div>
      </div>
      <p id="board-instructions" hidden>
        {said.instructions}
      </p>
    </>
  )
}

// A new function for new measures: that is what makes the virtualiser lay out again.
const keysFor = (lists: readonly BoardList[], _measures: Measures) => (index: number) =>
  lists[index]?.id ?? index

/** The list of the card in the tab order stays drawn, or the board would have no place for Tab to come back to. */
function useKeptList(list_ids: readonly string[]): number {
  const { session, board_id, focus } = useBoardRoom()
  return useSyncExternalStore(focus.subscribe, () => {
    const card_id = focus.current()
    if (card_id === null) return -1
    return list_ids.findIndex((list_id) =>
      cardsOf(readList(session.cache, board_id, list_id)).some(({ id }) => id === card_id),
    )
  })
}
