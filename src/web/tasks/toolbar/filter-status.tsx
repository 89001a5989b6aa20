import { useEffect, useRef } from 'react'

import type { Board } from '#client/resources.ts'
import { filterText as text } from '#web/messages/en/board-filters.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { setPreference } from '#web/session/preferences.ts'
import { type KeySession, useSession } from '#web/session/session.ts'
import { useBoard, useBoardActions, useBoardValues } from '#web/tasks/board-state/board-context.ts'
import { type CardFilter, matchCards } from '#web/tasks/cards/card-filter.rules.ts'
import { activeLists, flattenCards, isFullyLoaded } from '#web/tasks/cards/card-queries.data.ts'
import { useAllCards } from '#web/tasks/cards/load-board-cards.ts'
import { filterCards, useLoadedCards } from '#web/tasks/cards/use-list-cards.ts'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { EmptyState, PartialError } from '#web/ui/page-states.tsx'
import { toast } from '#web/ui/toast.ts'
import { formatFilter } from './filter-words.rules.ts'
import { type CardFilterControls, useBoardMembers, useCardFilter } from './use-card-filter.ts'

/** While a filter is set: loads the cards still missing and says what was found. */
export function FilterStatus() {
  const board = useBoard()
  const { filter, labels } = useBoardValues()
  const { cards, total, isLoading, isComplete, error, retry } = useAllCards(board)
  const cardFilter = useCardFilter(board)
  useDropMissing(board, cardFilter, isComplete)
  useRevealMatch(board, isLoading)
  // The names of members in the filter.
  const [, members] = useBoardMembers(board, filter.member_ids.length > 0)
  useAllPages(members, true)
  const found = filterCards(cards, filter, labels).length
  const isEmpty = found === 0 && !isLoading && (isComplete || cards.length > 0)
  const clear = () => {
    cardFilter.clear()
    announce(text.cleared)
    // The button goes.
    document
      .querySelector<HTMLElement>('#content :is([data-filters], [role=search] input)')
      ?.focus()
  }
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 text-meta text-ink-2">
        {error && !isLoading ? (
          <PartialError
            text={text.searchFailed(cards.length, total)}
            onRetry={retry}
            busy={false}
          />
        ) : isLoading ? (
          // Not a live region: the numbers change with every page.
          <p>{text.searching(cards.length, total)}</p>
        ) : (
          !isEmpty && <p role="status">{text.found(found, cards.length)}</p>
        )}
        {!isEmpty && (
          <Button size="small" variant="quiet" aria-label={text.clear} onClick={clear}>
            {text.clearShort}
          </Button>
        )}
      </div>
      {isEmpty && <NoCardsFound isComplete={isComplete} onClear={clear} />}
    </>
  )
}

/** Once for each filter: scrolls the board to the first list with a match if no list in view has one. */
function useRevealMatch(board: Board, isLoading: boolean) {
  const { registry } = useBoardActions()
  const { filter, labels } = useBoardValues()
  const { pages } = useLoadedCards(board)
  const params = JSON.stringify({ ...filter, now: 0 })
  const finished = useRef('')
  useEffect(() => {
    if (finished.current === params) return undefined
    const reveal = () => {
      const { board: scroller } = registry
      if (!scroller?.isConnected) return // another view
      const lists = activeLists(board).map(({ id }, index) => ({
        id,
        isInView: isListInView(scroller, id),
        isComplete: isFullyLoaded(pages[index]),
        hasMatch: filterCards(flattenCards(pages[index]), filter, labels).length > 0,
      }))
      const first = lists.find(({ hasMatch }) => hasMatch)
      const isVisible = lists.some(({ isInView, hasMatch }) => isInView && hasMatch)
      const isOpen = !first || lists.some(({ isInView, isComplete }) => isInView && !isComplete)
      if (!isVisible && isLoading && isOpen) return
      finished.current = params
      if (!first || isVisible) return
      registry.revealList(first.id)
      // It is rendered by the scroll; its far edge may still be beyond the padding of the board.
      requestAnimationFrame(() =>
        findList(scroller, first.id)?.scrollIntoView({ inline: 'nearest', block: 'nearest' }),
      )
    }
    // The columns of this render are in place by then.
    const frame = requestAnimationFrame(reveal)
    return () => cancelAnimationFrame(frame)
  }, [registry, board, pages, filter, labels, params, isLoading])
}

const findList = (scroller: HTMLElement, list_id: string) =>
  scroller.querySelector(`[data-list-id="${CSS.escape(list_id)}"]`)

/** At least half of it is. */
function isListInView(scroller: HTMLElement, list_id: string): boolean {
  const list = findList(scroller, list_id)
  if (!list) return false
  const { left, right, width } = list.getBoundingClientRect()
  const area = scroller.getBoundingClientRect()
  return Math.min(right, area.right) - Math.max(left, area.left) >= width / 2
}

interface NoCardsFoundProps {
  isComplete: boolean
  onClear: () => void
}

/** Empty state across the board when the filter hides every card. It overlays the lists, so that nothing shifts. */
function NoCardsFound({ isComplete, onClear }: NoCardsFoundProps) {
  const board = useBoard()
  const { filter, labels } = useBoardValues()
  const { cards } = useLoadedCards(board)
  const { parts, remove } = useCardFilter(board)
  // Display options may hide completed cards as well.
  const { doneSince } = filter
  const countMatches = (one: CardFilter) => matchCards(cards, { ...one, doneSince }, labels).length
  const hiddenDone =
    doneSince > 0 ? matchCards(cards, { ...filter, doneSince: 0 }, labels).length : 0
  const options =
    parts.length > 1 ? parts.map((part) => ({ part, count: countMatches(part.rest) })) : []
  // The part whose removal shows the fewest cards is the closest to what was meant.
  const [closest] = options
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => one.count - other.count)
  const words = formatFilter(parts)
  return (
    <div className="pointer-events-none absolute inset-x-0 top-1/4 z-10 grid justify-items-center">
      <div
        data-surface
        className="pointer-events-auto rounded-card border border-line bg-raised px-6 shadow-float"
      >
        <EmptyState
          filtered
          title={isComplete ? text.noMatches(words) : text.noLoadedMatches(words)}
          action={
            <>
              <Button onClick={onClear}>{text.clear}</Button>
              {hiddenDone > 0 && (
                <Button onClick={() => setPreference('done_cards', 'on')}>
                  {text.showDone(hiddenDone)}
                </Button>
              )}
              {closest && (
                <Button onClick={() => remove(closest.part.params)}>
                  {text.remove(closest.part.words, closest.count)}
                </Button>
              )}
            </>
          }
        />
      </div>
    </div>
  )
}

/** What this session has shown: the name of a label that is gone is said, and a person taken off the last card stays. */
interface SeenValues {
  readonly labelNames: Map<string, string>
  readonly members: Set<string>
}

const seenValues = new WeakMap<KeySession, SeenValues>()

function seenIn(session: KeySession): SeenValues {
  const seen = seenValues.get(session) ?? { labelNames: new Map(), members: new Set() }
  seenValues.set(session, seen)
  return seen
}

/** Removes labels and members that no longer exist from the filter, and says so. */
function useDropMissing(
  board: Board,
  { filter, members, change }: CardFilterControls,
  isComplete: boolean,
) {
  const session = useSession()
  useEffect(() => {
    const { labelNames, members: seenMembers } = seenIn(session)
    for (const { id, name } of board.labels) labelNames.set(id, name)
    for (const { id } of members) seenMembers.add(id)
    const hasLabel = (id: string) => board.labels.some((label) => label.id === id)
    const label_ids = filter.label_ids.filter(hasLabel)
    // A member is known by a card, and any card may still be missing.
    const member_ids = isComplete
      ? filter.member_ids.filter((id) => seenMembers.has(id))
      : filter.member_ids
    const isGone = label_ids.length < filter.label_ids.length
    const isMemberGone = member_ids.length < filter.member_ids.length
    if (!isGone && !isMemberGone) return
    const gone = filter.label_ids.find((id) => !hasLabel(id))
    if (isGone) toast({ text: text.gone.label(labelNames.get(gone ?? '')) })
    if (isMemberGone) toast({ text: text.gone.member })
    change({ label: label_ids.join(','), member: member_ids.join(',') }, { replace: true })
  })
}
