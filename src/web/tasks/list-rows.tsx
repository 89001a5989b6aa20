import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'

import type { BoardList } from '#contract/tasks/boards.ts'
import type { Card } from '#contract/tasks/cards.ts'
import { Button } from '#web/ui/button.tsx'
import { boardWords as said } from '#web/words/en-board.ts'
import { words } from '#web/words/en.ts'
import { useBoardRoom } from './board-context.ts'
import { notesOf } from './board-notes.ts'
import { CardTile } from './card-tile.tsx'
import type { useListCards } from './list-cards.ts'
import { createSlot } from './slot.ts'
import { tileHeights } from './tile-face.tsx'
const GAP = 8
/** How near the end of what is loaded a list asks for its next page, in cards. */
const AHEAD = 20

interface ListRowsProps {
  list: BoardList
  cards: readonly Card[]
  whole: boolean
  query: ReturnType<typeof useListCards>['query']
}

/** The cards of a list that are in sight, and a few beyond. Heights are computed, so nothing is measured while scrolling. */
export function ListRows({ list, cards, whole, query }: ListRowsProps) {
  const { session, labels, measures, focus, desk, find } = useBoardRoom()
  const { troubles } = notesOf(session)
  const trouble = useSyncExternalStore(troubles.subscribe, troubles.get)
  const heights = useMemo(
    () => tileHeights(cards, labels, measures, (id) => trouble.has(id)),
    [cards, labels, measures, trouble],
  )
  const kept = useSyncExternalStore(focus.subscribe, () => indexIn(cards, focus.current()))

  const scroller = useRef<HTMLDivElement>(null)
  const rows = useRef<HTMLUListElement>(null)
  const mark = useRef<HTMLDivElement>(null)

  const virtual = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heights[index] ?? 84,
    getItemKey: useMemo(() => keysFor(cards, heights), [cards, heights]),
    // The card in the tab order and the card in the air stay drawn, wherever the list is scrolled to.
    rangeExtractor: useCallback(
      (range: Range) => {
        const lifted = indexIn(cards, desk.lifted?.id ?? null)
        const extra = [kept, lifted].filter((index) => index >= 0)
        const indexes = new Set([...defaultRangeExtractor(range), ...extra])
        return [...indexes].toSorted((one, other) => one - other)
      },
      [cards, kept, desk],
    ),
    gap: GAP,
    overscan: 2,
    useFlushSync: false,
  })
  const total = virtual.getTotalSize() + GAP

  const slot = useMemo(
    () =>
      createSlot({
        rows: () => rows.current,
        mark: () => mark.current,
        scroller: () => scroller.current,
        gap: GAP,
      }),
    [],
  )
  const now = useRef({ cards, virtual, total })
  useLayoutEffect(() => {
    now.current = { cards, virtual, total }
    slot.redraw(total)
  })

  useEffect(() => {
    const startOf = (index: number) => {
      const { virtual, total } = now.current
      return virtual.measurementsCache[index]?.start ?? (index === 0 ? 0 : total)
    }
    desk.columns.set(list.id, {
      list_id: list.id,
      cards: () => now.current.cards,
      scroller: () => scroller.current,
      indexAt: (below) => {
        const { virtual } = now.current
        return firstBelow(virtual.measurementsCache, below + (virtual.scrollOffset ?? 0))
      },
      rectAt: (index) => {
        const rect = scroller.current?.getBoundingClientRect()
        const offset = startOf(index) - (scroller.current?.scrollTop ?? 0)
        return { left: (rect?.left ?? 0) + GAP, top: (rect?.top ?? 0) + offset }
      },
      reveal: (index) => now.current.virtual.scrollToIndex(index, { align: 'auto' }),
      showSlot: (at) => slot.show(at && { ...at, start: startOf(at.index) }, now.current.total),
      showOver: (over) => {
        const tray = scroller.current?.closest('section')
        tray?.toggleAttribute('data-over', over)
      },
    })
    return () => void desk.columns.delete(list.id)
  }, [desk, list.id, slot])

  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? -1
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const wants = hasNextPage && !isFetching && !isFetchNextPageError && last >= cards.length - AHEAD
  useEffect(() => {
    if (wants) void fetchNextPage()
  }, [wants, fetchNextPage])

  const size = Number.isFinite(list.card_count) && !find ? list.card_count : cards.length
  const known = Number.isFinite(list.card_count) || whole

  return (
    <div
      ref={scroller}
      style={{ flexBasis: total + (whole ? 0 : 40) }}
      className="relative min-h-0 shrink grow-0 [scrollbar-width:thin] overflow-x-hidden overflow-y-auto overscroll-y-contain [contain:strict]"
    >
      <ul ref={rows} aria-label={list.name} style={{ height: total }} className="relative">
        {items.map(({ key, index, start, size: height }) => {
          const card = cards[index]
          if (!card) return null
          return (
            <CardTile
              key={key}
              card={card}
              index={index}
              top={start}
              height={height}
              listName={list.name}
              size={size}
              sure={known}
              trouble={trouble.get(card.id)}
            />
          )
        })}
      </ul>
      <div
        ref={mark}
        hidden
        className="pointer-events-none absolute inset-x-2 top-0 grid place-items-center rounded-card border-[1.5px] border-dashed border-accent-line bg-accent-soft text-meta font-medium text-accent-ink"
      />
      {!whole && (
        <div className="px-2 pb-2">
          {isFetchNextPageError ? (
            <Button size="small" onClick={() => void fetchNextPage()}>
              {said.moreFailed} {words.app.tryAgain}
            </Button>
          ) : (
            <div
              role="img"
              aria-label={said.moreComing}
              className="h-8 animate-pulse rounded-card border border-line bg-surface"
            />
          )}
        </div>
      )}
    </div>
  )
}

// A new function for new heights: that is what makes the virtualiser lay out again.
const keysFor = (cards: readonly Card[], _heights: readonly number[]) => (index: number) =>
  cards[index]?.id ?? index

const indexIn = (cards: readonly Card[], card_id: string | null) =>
  card_id === null ? -1 : cards.findIndex(({ id }) => id === card_id)

/** The first row whose middle is below a height, by halving; the count of rows when none is. */
function firstBelow(rows: readonly { start: number; size: number }[], at: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    const row = rows[middle]
    if (row && row.start + row.size / 2 < at) low = middle + 1
    else high = middle
  }
  return low
}
