import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'

import type { BoardList } from '#contract/tasks/boards.ts'
import type { Card } from '#contract/tasks/cards.ts'
import { messages } from '#web/messages/en/app.ts'
import { boardText as text } from '#web/messages/en/board.ts'
import { useBoardContext } from '#web/tasks/board-state/board-context.ts'
import { getCardSaveState } from '#web/tasks/cards/card-save-state.ts'
import type { useListCards } from '#web/tasks/cards/use-list-cards.ts'
import { createDropIndicator } from '#web/tasks/drag/drop-indicator.ts'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { scrollTo, useVisibleRange } from '#web/ui/use-virtual-range.ts'
import { firstBelow, layoutItems, lengthOf, visibleIndexes } from '#web/ui/virtual-range.rules.ts'
import { tileHeights } from './card-content.tsx'
import { CardTile } from './card-tile.tsx'

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
  const { session, labels, layout, focus, registry, find } = useBoardContext()
  const { troubles } = getCardSaveState(session)
  const trouble = useSyncExternalStore(troubles.subscribe, troubles.get)
  const spans = useMemo(
    () =>
      layoutItems(
        tileHeights(cards, labels, layout, (id) => trouble.has(id)),
        GAP,
      ),
    [cards, labels, layout, trouble],
  )
  const kept = useSyncExternalStore(focus.subscribe, () => indexIn(cards, focus.current()))

  const scroller = useRef<HTMLDivElement>(null)
  const rows = useRef<HTMLUListElement>(null)
  const mark = useRef<HTMLDivElement>(null)

  // The card in the tab order and the card in the air stay drawn, wherever the list is scrolled to.
  const lifted = indexIn(cards, registry.lifted?.id ?? null)
  const drawn = visibleIndexes(spans, useVisibleRange(scroller, 'y'), [kept, lifted])
  const total = lengthOf(spans) + GAP

  const slot = useMemo(
    () =>
      createDropIndicator({
        rows: () => rows.current,
        mark: () => mark.current,
        scroller: () => scroller.current,
        gap: GAP,
      }),
    [],
  )
  const now = useRef({ cards, spans, total })
  useLayoutEffect(() => {
    now.current = { cards, spans, total }
    slot.redraw(total)
  })

  useEffect(() => {
    const startOf = (index: number) => {
      const { spans, total } = now.current
      return spans[index]?.start ?? (index === 0 ? 0 : total)
    }
    registry.columns.set(list.id, {
      list_id: list.id,
      cards: () => now.current.cards,
      scroller: () => scroller.current,
      indexAt: (below) => firstBelow(now.current.spans, below + (scroller.current?.scrollTop ?? 0)),
      rectAt: (index) => {
        const rect = scroller.current?.getBoundingClientRect()
        const offset = startOf(index) - (scroller.current?.scrollTop ?? 0)
        return { left: (rect?.left ?? 0) + GAP, top: (rect?.top ?? 0) + offset }
      },
      reveal: (index) => {
        const span = now.current.spans[index]
        if (scroller.current && span) scrollTo(scroller.current, 'y', span)
      },
      showDropIndicator: (at) =>
        slot.show(at && { ...at, start: startOf(at.index) }, now.current.total),
      highlight: (over) => {
        const tray = scroller.current?.closest('section')
        tray?.toggleAttribute('data-over', over)
      },
    })
    return () => void registry.columns.delete(list.id)
  }, [registry, list.id, slot])

  const last = drawn.at(-1) ?? -1
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const wants = hasNextPage && !isFetching && !isFetchNextPageError && last >= cards.length - AHEAD
  useEffect(() => {
    if (wants) void fetchNextPage()
  }, [wants, fetchNextPage])

  useEffect(() => {
    if (isFetchNextPageError) announce(text.moreFailed)
  }, [isFetchNextPageError])

  const size = Number.isFinite(list.card_count) && !find ? list.card_count : cards.length
  const known = Number.isFinite(list.card_count) || whole

  return (
    <div
      ref={scroller}
      style={{ flexBasis: total + (whole ? 0 : 40) }}
      className="relative min-h-0 shrink grow-0 [scrollbar-width:thin] overflow-x-hidden overflow-y-auto overscroll-y-contain [contain:strict] print:overflow-visible print:[contain:none]"
    >
      <ul ref={rows} aria-label={list.name} style={{ height: total }} className="relative">
        {drawn.map((index) => {
          const card = cards[index]
          const span = spans[index]
          if (!card || !span) return null
          return (
            <CardTile
              key={card.id}
              card={card}
              index={index}
              top={span.start}
              height={span.size}
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
              {text.moreFailed} {messages.app.tryAgain}
            </Button>
          ) : (
            <div
              role="img"
              aria-label={text.moreComing}
              className="h-8 animate-pulse rounded-card border border-line bg-surface"
            />
          )}
        </div>
      )}
    </div>
  )
}

const indexIn = (cards: readonly Card[], card_id: string | null) =>
  card_id === null ? -1 : cards.findIndex(({ id }) => id === card_id)
