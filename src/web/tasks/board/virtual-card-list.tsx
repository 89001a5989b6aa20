import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'

import type { BoardList, Card } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { boardText as text } from '#web/messages/en/board.ts'
import { useSession } from '#web/session/session.ts'
import { useBoardActions, useBoardValues } from '#web/tasks/board-state/board-context.ts'
import { getCardSaveState } from '#web/tasks/card-changes/card-save-state.ts'
import type { useListCards } from '#web/tasks/cards/use-list-cards.ts'
import { createDropIndicator } from '#web/tasks/drag/drop-indicator.ts'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { scrollTo, useVisibleRange } from '#web/ui/use-virtual-range.ts'
import {
  firstIndexBelow,
  layoutItems,
  lengthOf,
  visibleIndexes,
} from '#web/ui/virtual-range.rules.ts'
import { cardHeights } from './card-content.tsx'
import { CardTile } from './card-tile.tsx'

/** A list loads its next page this many cards before the end of the loaded ones. */
const PREFETCH_DISTANCE = 20
/** The height of the button and the space around it: `floatingOnPhoneClass` must agree. */
const FLOATING_BUTTON_REM = 4.5
/** The header of a list and the space at its end: list-column.tsx must agree. */
const LIST_FRAME_REM = 3.25

interface VirtualCardListProps {
  list: BoardList
  cards: readonly Card[]
  /** The view is sorted: positions cannot be chosen. */
  isSorted: boolean
  isComplete: boolean
  /** The button for new cards floats over the end of the list. */
  hasFloatingButton: boolean
  query: ReturnType<typeof useListCards>['query']
}

/** The cards in the visible range and overscan. Heights are computed, so nothing is measured while scrolling. */
export function VirtualCardList(props: VirtualCardListProps) {
  const { list, cards, isSorted, isComplete, hasFloatingButton, query } = props
  const session = useSession()
  const { focus, registry } = useBoardActions()
  const { labels, layout, canEdit, filtered } = useBoardValues()
  const { errors, saving } = getCardSaveState(session)
  const savingCards = useSyncExternalStore(saving.subscribe, saving.get)
  const cardErrors = useSyncExternalStore(errors.subscribe, errors.get)
  const items = useMemo(
    () =>
      layoutItems(
        cardHeights(cards, { labels, layout, canEdit, hasError: (id) => cardErrors.has(id) }),
        layout.cardGap,
      ),
    [cards, labels, layout, canEdit, cardErrors],
  )
  const tabStopIndex = useSyncExternalStore(focus.subscribe, () =>
    indexOfCard(cards, focus.tabStop()),
  )

  const scroller = useRef<HTMLDivElement>(null)
  const rows = useRef<HTMLUListElement>(null)
  const marker = useRef<HTMLDivElement>(null)

  // The card in the tab order and the dragged card stay rendered wherever the list is scrolled.
  const draggedIndex = indexOfCard(cards, registry.dragged.get()?.id ?? null)
  const visibleRange = useVisibleRange(scroller, 'y')
  const rendered = visibleIndexes(items, visibleRange, [tabStopIndex, draggedIndex])
  const total = lengthOf(items) + layout.cardGap

  const dropIndicator = useMemo(
    () =>
      createDropIndicator({
        rows: () => rows.current,
        marker: () => marker.current,
        scroller: () => scroller.current,
        gap: () => latest.current.gap,
      }),
    [],
  )
  // Below a revealed card: quick add has a focus ring, and on a phone a button floats over the list.
  const buttonSpace = hasFloatingButton ? FLOATING_BUTTON_REM * layout.rem : 0
  const end = layout.cardGap + buttonSpace
  const latest = useRef({ cards, items, total, gap: layout.cardGap, end })
  useLayoutEffect(() => {
    latest.current = { cards, items, total, gap: layout.cardGap, end }
    dropIndicator.redraw(total)
  })

  // Before the first paint: a click or a key on a card may follow it at once.
  useLayoutEffect(() => {
    const startOf = (index: number) => {
      const { items, total } = latest.current
      return items[index]?.start ?? (index === 0 ? 0 : total)
    }
    registry.columns.set(list.id, {
      list_id: list.id,
      landsAtBottom: isSorted,
      cards: () => latest.current.cards,
      scroller: () => scroller.current,
      indexAt: (below) =>
        isSorted
          ? latest.current.cards.length
          : firstIndexBelow(latest.current.items, below + (scroller.current?.scrollTop ?? 0)),
      positionAt: (index) => {
        const rect = scroller.current?.getBoundingClientRect()
        const offset = startOf(index) - (scroller.current?.scrollTop ?? 0)
        return { left: (rect?.left ?? 0) + latest.current.gap, top: (rect?.top ?? 0) + offset }
      },
      reveal: (index) => {
        const item = latest.current.items[index]
        const { end } = latest.current
        if (scroller.current && item)
          scrollTo(scroller.current, 'y', { ...item, size: item.size + end })
      },
      showDropIndicator: (at, motion) =>
        dropIndicator.show(at && { ...at, start: startOf(at.index) }, latest.current.total, motion),
      highlight: (over) => {
        const column = scroller.current?.closest('section')
        column?.toggleAttribute('data-over', over)
      },
    })
    return () => void registry.columns.delete(list.id)
  }, [registry, list.id, isSorted, dropIndicator])

  const last = rendered.at(-1) ?? -1
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const shouldFetch =
    hasNextPage &&
    !isFetching &&
    !isFetchNextPageError &&
    (isSorted || last >= cards.length - PREFETCH_DISTANCE)
  useEffect(() => {
    if (shouldFetch) void fetchNextPage({ cancelRefetch: false }) // filter-status.tsx may be fetching it
  }, [shouldFetch, fetchNextPage])

  useEffect(() => {
    if (isFetchNextPageError) announce(text.loadMoreFailed)
  }, [isFetchNextPageError])

  const size = (filtered ? undefined : list.card_count) ?? cards.length
  const isSizeKnown = list.card_count !== undefined || isComplete

  return (
    <div
      ref={scroller}
      // Tab must reach each list that scrolls, by its card in the tab order or by itself.
      {...(visibleRange.overflows &&
        tabStopIndex < 0 && { role: 'group', 'aria-label': list.name, tabIndex: 0 })}
      style={{
        flexBasis: total + (isComplete ? 0 : 2.5 * layout.rem),
        // Less where the list ends above the button: `cqh` is the height of the board.
        paddingBottom: hasFloatingButton
          ? `clamp(0px, ${total + buttonSpace}px + ${LIST_FRAME_REM}rem - 100cqh, ${buttonSpace}px)`
          : 0,
        scrollPaddingBottom: buttonSpace,
      }}
      className="relative box-content min-h-0 shrink grow-0 [scrollbar-width:thin] overflow-x-hidden overflow-y-auto overscroll-y-contain [contain:strict] print:overflow-visible print:[contain:none]"
    >
      <ul ref={rows} aria-label={list.name} style={{ height: total }} className="relative">
        {rendered.map((index) => {
          const card = cards[index]
          const item = items[index]
          if (!card || !item) return null
          return (
            <CardTile
              key={card.id}
              card={card}
              index={index}
              top={item.start}
              height={item.size}
              listName={list.name}
              isSorted={isSorted}
              size={size}
              isSizeKnown={isSizeKnown}
              error={cardErrors.get(card.id)}
              isSaving={savingCards.includes(card.id)}
            />
          )
        })}
      </ul>
      <div
        ref={marker}
        hidden
        className="pointer-events-none absolute inset-x-2 top-0 grid place-items-center rounded-card border-[1.5px] border-dashed border-accent-line bg-accent-soft text-meta font-medium text-accent-ink"
      />
      {!isComplete && (
        <div className="px-2 pb-2">
          <p className="hidden text-meta print:block">{text.notPrinted}</p>
          {isFetchNextPageError ? (
            <Button size="small" onClick={() => void fetchNextPage()}>
              {text.loadMoreFailed} {messages.app.tryAgain}
            </Button>
          ) : (
            <div
              role="img"
              aria-label={text.loadingMore}
              data-no-print
              className={`h-8 rounded-card border border-line bg-surface ${isFetching ? 'animate-pulse' : ''}`}
            />
          )}
        </div>
      )}
    </div>
  )
}

const indexOfCard = (cards: readonly Card[], card_id: string | null) =>
  card_id === null ? -1 : cards.findIndex(({ id }) => id === card_id)
