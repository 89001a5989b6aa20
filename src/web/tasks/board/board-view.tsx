import {
  type ComponentProps,
  type CSSProperties,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { useSearchParams } from 'react-router-dom'

import type { Board, Card } from '#client/resources.ts'
import { boardText } from '#web/messages/en/board.ts'
import { ViewTabs } from '#web/saved-views/view-tabs.tsx'
import { usePreference } from '#web/session/preferences.ts'
import { useLiveQueries } from '#web/session/realtime/use-live-queries.ts'
import { useSession } from '#web/session/session.ts'
import { useCapability, useCanWrite } from '#web/session/use-capabilities.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { ExportDialog } from '#web/tasks/board-export/export-dialog.tsx'
import {
  BoardActionsContext,
  BoardContext,
  type BoardValues,
  BoardValuesContext,
  type QuickAddState,
} from '#web/tasks/board-state/board-context.ts'
import { useBoardLayout } from '#web/tasks/board-state/board-layout.ts'
import { createCardFocus } from '#web/tasks/board-state/card-focus.ts'
import { type CardSelection, createCardSelection } from '#web/tasks/board-state/card-selection.ts'
import { createColumnRegistry } from '#web/tasks/board-state/column-registry.ts'
import { SelectionBar } from '#web/tasks/board-state/selection-bar.tsx'
import { boardQuery, boardScope } from '#web/tasks/boards/boards.data.ts'
import { AddCardPopover } from '#web/tasks/card-dialog/add-card-popover.tsx'
import {
  type CardFilter,
  FILTER_PARAMS,
  hidesCards,
  isFiltered,
  parseCardFilter,
} from '#web/tasks/cards/card-filter.rules.ts'
import { doneCountQuery, listCardsQuery, activeLists } from '#web/tasks/cards/card-queries.data.ts'
import { createDragPress, type DragPress } from '#web/tasks/drag/drag-press.ts'
import { openFilters } from '#web/tasks/toolbar/filter-buttons.tsx'
import { parseView, useSwitchView, withView } from '#web/tasks/toolbar/view-switch.tsx'
import { useSearchState } from '#web/ui/form/use-search-state.ts'
import { type DateSettings, useDateSettings } from '#web/ui/format.ts'
import {
  lazyChunk,
  Lazy,
  prefetchLater,
  prefetchWithInput,
  requestChunk,
} from '#web/ui/lazy-chunk.tsx'
import { menuParts } from '#web/ui/popup/menu.tsx'
import { usePageCommands } from '#web/ui/popup/page-commands.ts'
import { now } from '#web/ui/server-time.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { createBoardActions } from './board-actions.ts'
import { BoardColumns } from './board-columns.tsx'
import { createBoardCommands } from './board-commands.ts'
import type { BoardDnd } from './board-dnd.tsx'
import { BoardToolbar } from './board-header.tsx'
import {
  onCardClick,
  onCardContextMenu,
  onCardKey,
  onCardSelect,
  useBoardShortcuts,
} from './board-keyboard.ts'
import { loadOtherViews, OtherView } from './board-views.tsx'
import { BoardOverlays, type OpenOverlay } from './card-menus.tsx'
import { cardDialog, OpenCard, useOpenCard } from './open-card.tsx'

const dnd = lazyChunk(() => import('./board-dnd.tsx'))

/** The board once it is loaded: what its components share, and the ways a card is moved. */
export function BoardView({ board }: { board: Board }) {
  const session = useSession()
  const values = useValues(board)
  const [quickAdd, setQuickAdd] = useState<QuickAddState | null>(null)
  const [overlay, setOverlay] = useState<OpenOverlay | null>(null)
  const singleKeys = usePreference('single_key_shortcuts') === 'on'

  const { relative, canAddAtTop, canEdit, disabledReason, filtered, layout } = values
  const { isPhone } = layout
  const snapshot = { board, relative, canAddAtTop, disabledReason, filtered, isPhone }
  const [registry] = useState(() => createColumnRegistry(snapshot))
  useLayoutEffect(() => registry.setSnapshot(snapshot))
  const [focus] = useState(createCardFocus)
  const [selection] = useState(createCardSelection)
  const openCard = useOpenCard(board.id)
  const { actions, addCard, dragActions } = useMemo(
    () =>
      createBoardActions({
        session,
        registry,
        focus,
        selection,
        setQuickAdd,
        setOverlay,
        openCard,
      }),
    [session, registry, focus, selection, openCard],
  )
  const onArrow = () => {
    const card_id = focus.tabStop()
    if (card_id !== null) focus.request(card_id)
  }
  const [search, setSearch] = useSearchState()
  const view = parseView(search)
  const isBoard = view === 'board'
  // Other views have no lists to add a card in.
  const [isNewCardOpen, setNewCardOpen] = useState(false)
  const openNewCard = () => actions.ifEditable(() => setNewCardOpen(true))
  const switchView = useSwitchView(actions)
  useBoardShortcuts({
    enabled: singleKeys,
    onNew: isBoard ? addCard : openNewCard,
    onFilters: openFilters,
    onNextView: () => switchView(),
    onArrow: isBoard ? onArrow : undefined,
  })

  const [exported, setExported] = useState<readonly Card[] | null>(null)
  usePageCommands((focused) =>
    createBoardCommands({
      session,
      actions,
      canEdit,
      view,
      switchView,
      openExport: setExported,
      focused,
    }),
  )

  const { pause } = useLiveQueries(liveKeys(board), { scope: boardScope(board.id) })
  const [dragPress] = useState(createDragPress)
  const dragOptions = useMemo(
    () => ({ registry, pause, ...dragActions }),
    [registry, pause, dragActions],
  )
  const isAdding = quickAdd !== null
  useEffect(() => (isAdding ? pause() : undefined), [isAdding, pause])
  useLazyChunks(dragPress)

  // An overlay that a menu opened stays open when the menu closes after it.
  const close = (kind: OpenOverlay['kind']) =>
    setOverlay((current) => (current?.kind === kind ? null : current))

  return (
    <BoardContext value={board}>
      <BoardActionsContext value={actions}>
        <BoardValuesContext value={values}>
          <div
            data-state="ready"
            // React's type does not know custom properties.
            style={{ '--spacing-card': `${layout.cardPadding}rem` } as CSSProperties}
            className="relative mt-3 flex min-h-0 flex-1 flex-col gap-3.5"
          >
            <ViewTabs />
            <BoardToolbar
              board={board}
              filtered={isFiltered(values.filter)}
              onNew={canEdit ? () => (isBoard ? addCard('bottom') : openNewCard()) : undefined}
              isAdding={isAdding}
            />
            {isBoard ? (
              <>
                <BoardColumns
                  quickAdd={quickAdd}
                  dragPress={dragPress}
                  onKeyDown={(event) => onCardKey(event, actions, singleKeys)}
                  onContextMenu={(event) => onCardContextMenu(event, actions)}
                  onClick={(event) => onCardClick(event, actions)}
                  onClickCapture={(event) => onCardSelect(event, actions)}
                />
                <DragSensors options={dragOptions} dragPress={dragPress} />
              </>
            ) : (
              <OtherView view={view} onCancel={() => setSearch((now) => withView(now, 'board'))} />
            )}
            <SelectedCards selection={selection} />
          </div>
          {isNewCardOpen && <AddCardPopover onClose={() => setNewCardOpen(false)} />}
          <OpenCard />
          {overlay && <BoardOverlays open={overlay} onClose={close} />}
          {exported && (
            <ExportDialog board={board} selected={exported} onClose={() => setExported(null)} />
          )}
        </BoardValuesContext>
      </BoardActionsContext>
    </BoardContext>
  )
}

function DragSensors(props: ComponentProps<typeof BoardDnd>) {
  const { isExpected } = props.dragPress
  const isDue = useSyncExternalStore(isExpected.subscribe, isExpected.get)
  return isDue && <Lazy chunk={dnd}>{({ BoardDnd }) => <BoardDnd {...props} />}</Lazy>
}

function SelectedCards({ selection }: { selection: CardSelection }) {
  const isEmpty = useSyncExternalStore(selection.subscribe, () => selection.ids().size === 0)
  return !isEmpty && <SelectionBar />
}

function useValues(board: Board): BoardValues {
  const [search] = useSearchParams()
  const canWrite = useCanWrite()
  const sessionReason = useDisabledReason()
  const minute = useMinute()
  const dates = useDateSettings()
  const filter = useCardFilter(search, minute, dates)
  return useShallowStable({
    labels: useMemo(() => new Map(board.labels.map((label) => [label.id, label])), [board.labels]),
    layout: useBoardLayout(),
    minute,
    dates,
    canEdit: canWrite && !board.archived,
    disabledReason: board.archived ? boardText.archived : sessionReason,
    offlineProps: useOfflineProps(),
    relative: useCapability('cards.relative_move'),
    canAddAtTop: useCapability('cards.details'),
    filter,
    filtered: hidesCards(filter),
  })
}

/** The same object while the filter does not change. */
function useCardFilter(search: URLSearchParams, minute: number, { timeZone }: DateSettings) {
  const doneCards = usePreference('done_cards')
  const params = FILTER_PARAMS.map((name) => search.get(name) ?? '')
  const text = [timeZone, doneCards, ...params].join('\n')
  const parse = (): CardFilter => parseCardFilter(search, minute * 60_000, doneCards)
  const [current, setCurrent] = useState(() => ({ text, minute, filter: parse() }))
  const { filter } = current
  const isTimeless = filter.due === null && doneCards !== 'week'
  if (current.text === text && (isTimeless || current.minute === minute)) return filter
  const next = { text, minute, filter: parse() }
  setCurrent(next)
  return next.filter
}

/** The previous object while no field changed, so that its readers do not render. */
function useShallowStable<T extends object>(next: T): T {
  const [current, setCurrent] = useState(next)
  const keys = Object.keys(next) as (keyof T)[] // of a T, so they are its keys
  const isSame = keys.every((key) => Object.is(next[key], current[key]))
  if (!isSame) setCurrent(next)
  return isSame ? current : next
}

/** The board and each of its lists that is on the page. */
const liveKeys = (board: Board) => [
  boardQuery(board.id).queryKey,
  doneCountQuery(board.id).queryKey,
  ...activeLists(board).map((list) => listCardsQuery(board.id, list.id).queryKey),
]

/**
 * Loads the drag sensors with the first sign of a person, because a quick first drag must not end before they are there.
 * What may be opened next is loaded once the pointer or the focus reaches the board, or a few seconds later.
 */
function useLazyChunks({ isExpected, expect }: DragPress) {
  useEffect(() => {
    const load = () => Promise.all([cardDialog.load(), menuParts.load()])
    const stops: (() => void)[] = [prefetchWithInput(dnd.load)]
    stops.push(
      isExpected.subscribe(() => stops.push(requestChunk(load))),
      prefetchLater(async () => (expect(), loadOtherViews())),
    )
    return () => stops.forEach((stop) => stop())
  }, [isExpected, expect])
}

const currentMinute = () => Math.floor(now().getTime() / 60_000)

/** The current minute on the server, so that dates age while the page stays open. */
function useMinute(): number {
  const [minute, setMinute] = useState(currentMinute)
  useEffect(() => {
    const timer = setInterval(() => setMinute(currentMinute()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return minute
}
