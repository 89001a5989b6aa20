import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useMatch, useSearchParams } from 'react-router-dom'

import type { Board } from '#client/resources.ts'
import { boardText } from '#web/messages/en/board.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useLiveQueries } from '#web/session/realtime/use-live-queries.ts'
import { useSession } from '#web/session/session.ts'
import { useCapability, useCanWrite } from '#web/session/use-capabilities.ts'
import { useOfflineProps, useDisabledReason } from '#web/session/use-disabled-reason.ts'
import {
  type BoardActions,
  BoardActionsContext,
  BoardContext,
  type BoardValues,
  BoardValuesContext,
  type QuickAddState,
} from '#web/tasks/board-state/board-context.ts'
import { useBoardLayout } from '#web/tasks/board-state/board-layout.ts'
import { createCardFocus } from '#web/tasks/board-state/card-focus.ts'
import { createColumnRegistry } from '#web/tasks/board-state/column-registry.ts'
import { boardQuery } from '#web/tasks/boards/boards.data.ts'
import { doneCountQuery, listCardsQuery, activeLists } from '#web/tasks/cards/card-queries.data.ts'
import { boardScope, cardConflicts } from '#web/tasks/cards/cards.data.ts'
import { autoscrollChunk, createDragController } from '#web/tasks/drag/drag-controller.ts'
import { lazyChunk, Lazy, requestChunk, whenIdle } from '#web/ui/lazy-chunk.tsx'
import { menuParts } from '#web/ui/menu.tsx'
import { normalizeText } from '#web/ui/normalize-text.ts'
import { now } from '#web/ui/server-time.ts'
import { TypeAheadBuffer } from '#web/ui/type-ahead-buffer.tsx'
import { createBoardActions } from './board-actions.ts'
import { BoardColumns } from './board-columns.tsx'
import { BoardDnd } from './board-dnd.tsx'
import { BoardToolbar } from './board-header.tsx'
import { onCardContextMenu, onCardKey, useBoardShortcuts } from './board-keyboard.ts'
import type { OpenOverlay } from './card-menus.tsx'
import { quickAddChunk } from './quick-add-button.tsx'

const overlays = lazyChunk(() => import('./card-menus.tsx'))
const focusCardChunk = lazyChunk(() => import('./focus-card.ts'))

/** The board once it is loaded: what its components share, and the ways a card is moved. */
export function BoardView({ board }: { board: Board }) {
  const session = useSession()
  const values = useValues(board)
  const [quickAdd, setQuickAdd] = useState<QuickAddState | null>(null)
  const [overlay, setOverlay] = useState<OpenOverlay | null>(null)
  const singleKeys = usePreference('single_key_shortcuts') === 'on'

  const { relative, canAddAtTop, canEdit, disabledReason, filter, layout } = values
  const { isPhone } = layout
  const filtered = filter !== ''
  const snapshot = { board, relative, canAddAtTop, disabledReason, filtered, isPhone }
  const [registry] = useState(() => createColumnRegistry(snapshot))
  useLayoutEffect(() => registry.setSnapshot(snapshot))
  const [focus] = useState(createCardFocus)
  const { actions, addCard, dragActions } = useMemo(
    () => createBoardActions({ session, registry, focus, setQuickAdd, setOverlay }),
    [session, registry, focus],
  )
  const onArrow = () => {
    const card_id = focus.tabStop()
    if (card_id !== null) focus.request(card_id)
  }
  useBoardShortcuts({ enabled: singleKeys, onNew: addCard, onArrow })

  const { pause } = useLiveQueries(liveKeys(board), boardScope(board.id))
  const dragController = useMemo(
    () => createDragController({ registry, pause, ...dragActions }),
    [registry, pause, dragActions],
  )
  const isAdding = quickAdd !== null
  useEffect(() => (isAdding ? pause() : undefined), [isAdding, pause])
  useLazyChunks()
  useFocusedCard(actions)

  // An overlay that a menu opened stays open when the menu closes after it.
  const close = (kind: OpenOverlay['kind']) =>
    setOverlay((current) => (current?.kind === kind ? null : current))
  const cancel = () => setOverlay(null)

  return (
    <BoardContext value={board}>
      <BoardActionsContext value={actions}>
        <BoardValuesContext value={values}>
          <div data-state="ready" className="relative mt-3 flex min-h-0 flex-1 flex-col gap-3.5">
            <BoardToolbar
              filter={filter}
              onNew={canEdit ? () => addCard('bottom') : undefined}
              isAdding={isAdding}
            />
            <BoardDnd dragController={dragController}>
              <BoardColumns
                quickAdd={quickAdd}
                onKeyDown={(event) => onCardKey(event, actions, singleKeys)}
                onContextMenu={(event) => onCardContextMenu(event, actions)}
              />
            </BoardDnd>
          </div>
          {overlay && (
            <Lazy
              chunk={overlays}
              fallback={overlay.kind === 'move' && <TypeAheadBuffer onCancel={cancel} />}
              onCancel={cancel}
            >
              {({ BoardOverlays }) => <BoardOverlays open={overlay} onClose={close} />}
            </Lazy>
          )}
        </BoardValuesContext>
      </BoardActionsContext>
    </BoardContext>
  )
}

function useValues(board: Board): BoardValues {
  const [search] = useSearchParams()
  const canWrite = useCanWrite()
  const sessionReason = useDisabledReason()
  return useShallowStable({
    labels: useMemo(() => new Map(board.labels.map((label) => [label.id, label])), [board.labels]),
    layout: useBoardLayout(),
    minute: useMinute(),
    canEdit: canWrite && !board.archived,
    disabledReason: board.archived ? boardText.archived : sessionReason,
    offlineProps: useOfflineProps(),
    relative: useCapability('cards.relative_move'),
    canAddAtTop: useCapability('cards.details'),
    filter: normalizeText(search.get('q') ?? ''),
  })
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

/** Focuses the card that the URL names. */
function useFocusedCard(actions: BoardActions) {
  const session = useSession()
  const card_id = useMatch('/boards/:board_id/cards/:card_id')?.params.card_id
  useEffect(() => {
    if (!card_id) return
    const controller = new AbortController()
    const { signal } = controller
    // Without this code the board is only not scrolled.
    void focusCardChunk.load().then(
      ({ focusCard }) => focusCard({ session, actions, card_id, signal }),
      () => undefined,
    )
    return () => controller.abort()
  }, [session, actions, card_id])
}

/** Loads what a person may open next, once the board is painted and idle. */
function useLazyChunks() {
  useEffect(() => {
    const chunks = [overlays, quickAddChunk, menuParts, autoscrollChunk, cardConflicts]
    let stop = () => {}
    let isGone = false
    whenIdle(() => {
      if (!isGone) stop = requestChunk(() => Promise.all(chunks.map((chunk) => chunk.load())))
    })
    return () => {
      isGone = true
      stop()
    }
  }, [])
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
