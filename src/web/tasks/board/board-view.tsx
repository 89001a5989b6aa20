import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import type { Board } from '#contract/tasks/boards.ts'
import { applyCardMove } from '#contract/tasks/cards.rules.ts'
import type { Card, CardMove } from '#contract/tasks/cards.ts'
import { boardText } from '#web/messages/en/board.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useLiveQueries } from '#web/session/realtime/use-live-queries.ts'
import { useSession } from '#web/session/session.ts'
import { useCapability, useCanWrite } from '#web/session/use-capabilities.ts'
import { useOfflineProps, useDisabledReason } from '#web/session/use-disabled-reason.ts'
import {
  type QuickAddState,
  BoardContext,
  type BoardContextValue,
  RoomContext,
} from '#web/tasks/board-state/board-context.ts'
import { useBoardLayout } from '#web/tasks/board-state/board-layout.ts'
import { createCardFocus } from '#web/tasks/board-state/card-focus.ts'
import { createColumnRegistry, type BoardSnapshot } from '#web/tasks/board-state/column-registry.ts'
import { boardQuery } from '#web/tasks/boards/boards.data.ts'
import { announceMove, cardPosition } from '#web/tasks/cards/announcements.ts'
import { getCachedPages, listOf } from '#web/tasks/cards/card-cache.ts'
import {
  flattenCards,
  doneCountQuery,
  listCardsQuery,
  activeLists,
} from '#web/tasks/cards/card-queries.data.ts'
import { boardScope, setCardCompleted, moveCard } from '#web/tasks/cards/cards.data.ts'
import { createDragController } from '#web/tasks/drag/drag-controller.ts'
import { normalizeText } from '#web/ui/normalize-text.ts'
import { now } from '#web/ui/server-time.ts'
import { toast } from '#web/ui/toast.ts'
import { TypingKept } from '#web/ui/type-ahead-buffer.tsx'
import { BoardColumns, NoCardsFound } from './board-columns.tsx'
import { BoardDnd } from './board-dnd.tsx'
import { BoardToolbar } from './board-header.tsx'
import { onCardKey, useBoardShortcuts } from './board-keyboard.ts'
import type { OpenOverlay } from './card-menus.tsx'
import { loadQuickAdd } from './quick-add-button.tsx'

// Fetched once the board is there: nobody opens a menu or adds a card before.
const menus = () => import('./card-menus.tsx')
const BoardMenus = lazy(async () => ({ default: (await menus()).BoardOverlays }))

/** The board itself, once there is something to show: what its parts share, and the ways a card is moved. */
export function BoardView({ board }: { board: Board }) {
  const session = useSession()
  const layout = useBoardLayout()
  const minute = useMinute()
  const [search] = useSearchParams()
  const find = normalizeText(search.get('q') ?? '')
  const relative = useCapability('cards.relative_move')
  const addsOnTop = useCapability('cards.details')
  const mayWrite = useCanWrite()
  const letters = usePreference('single_key_shortcuts') === 'on'
  const [focus] = useState(createCardFocus)
  const [adding, setAdding] = useState<QuickAddState | null>(null)
  const [open, setOpen] = useState<OpenOverlay | null>(null)
  const labels = useMemo(
    () => new Map(board.labels.map((label) => [label.id, label])),
    [board.labels],
  )
  const mayChange = mayWrite && !board.archived
  const paused = useOfflineProps()
  const unlessWritable = useDisabledReason()
  const whyNot = board.archived ? boardText.archived : unlessWritable
  const snapshot = useMemo<BoardSnapshot>(
    () => ({ board, relative, filtered: find !== '', isPhone: layout.isPhone }),
    [board, relative, find, layout.isPhone],
  )
  const [registry] = useState(() => createColumnRegistry(snapshot))
  useLayoutEffect(() => registry.setSnapshot(snapshot), [registry, snapshot])

  const { pause } = useLiveQueries(liveKeys(board), boardScope(board.id))
  useEffect(() => {
    // The first sign of a hand on the board: what it may open is there before it asks.
    // Without a network it is asked for again when it is wanted.
    const fetchRest = () => void Promise.all([menus(), loadQuickAdd()]).catch(() => undefined)
    const signs = ['pointermove', 'focusin', 'keydown'] as const
    for (const sign of signs) document.addEventListener(sign, fetchRest, { once: true })
    return () => signs.forEach((sign) => document.removeEventListener(sign, fetchRest))
  }, [])
  const typing = adding !== null
  useEffect(() => (typing ? pause() : undefined), [typing, pause])

  const move = useCallback(
    (card: Card, asked: CardMove, urgency: 'polite' | 'assertive') => {
      const { board: now, filtered } = registry.snapshot()
      moveCard(session, now, card, asked)
      focus.request(card.id)
      tellMove(
        now,
        card,
        asked,
        flattenCards(getCachedPages(session.queryClient, now.id, asked.list_id)),
        {
          urgency,
          filtered,
        },
      )
    },
    [session, focus, registry],
  )
  // Every way of changing something here comes by: what may not be done now says why instead.
  const guard = useCallback(
    <Asked extends unknown[]>(act: (...asked: Asked) => void) =>
      (...asked: Asked) => {
        if (whyNot === undefined) act(...asked)
        else toast({ text: whyNot })
      },
    [whyNot],
  )
  const tick = useCallback(
    (card: Card, completed: boolean) =>
      setCardCompleted(session, registry.snapshot().board, card, completed),
    [session, registry],
  )
  const add = useCallback(
    (asked: QuickAddState | null) =>
      setAdding(asked && !addsOnTop ? { ...asked, position: 'bottom' } : asked),
    [addsOnTop],
  )
  const openMenu = useCallback((card: Card) => setOpen({ kind: 'menu', card }), [])
  const openMove = useCallback((card: Card) => setOpen({ kind: 'move', card }), [])

  const room = useMemo<BoardContextValue>(
    () => ({
      session,
      board_id: board.id,
      labels,
      layout,
      minute,
      canEdit: mayChange,
      offlineProps: paused,
      disabledReason: whyNot,
      relative,
      registry,
      focus,
      filter: find,
      move: guard(move),
      toggleCompleted: guard(tick),
      openMenu: guard(openMenu),
      openMoveDialog: guard(openMove),
      canAddAtTop: addsOnTop,
      setQuickAdd: guard(add),
    }),
    [
      session,
      board.id,
      labels,
      layout,
      minute,
      mayChange,
      paused,
      whyNot,
      relative,
      registry,
      focus,
      find,
      move,
      tick,
      openMenu,
      openMove,
      addsOnTop,
      add,
      guard,
    ],
  )
  const dragController = useMemo(
    () =>
      createDragController({
        registry,
        pause,
        move: (card, asked) => move(card, asked, 'assertive'),
        onLongPress: openMove,
      }),
    [registry, pause, move, openMove],
  )

  const addSomewhere = guard((position: 'top' | 'bottom') => {
    const list =
      activeLists(board).find(({ id }) => registry.columns.has(id)) ?? activeLists(board)[0]
    if (!list) return
    add({ list_id: list.id, position })
    registry.revealList(list.id)
  })
  useBoardShortcuts({
    enabled: letters,
    onNew: addSomewhere,
  })
  // What a menu opened stays open when the menu closes after it.
  const close = (what: OpenOverlay['kind']) => setOpen((now) => (now?.kind === what ? null : now))

  return (
    <BoardContext value={board}>
      <RoomContext value={room}>
        <div data-state="ready" className="relative mt-3 flex min-h-0 flex-1 flex-col gap-3.5">
          <BoardToolbar
            board={board}
            filter={find}
            onNew={mayChange ? () => addSomewhere('bottom') : undefined}
          />
          <BoardDnd dragController={dragController}>
            <BoardColumns
              quickAdd={adding}
              onKeyDown={(event) => onCardKey(event, room, letters)}
            />
          </BoardDnd>
          <NoCardsFound />
        </div>
        <Suspense fallback={open?.kind === 'move' && <TypingKept onCancel={() => setOpen(null)} />}>
          {open && <BoardMenus open={open} onClose={close} />}
        </Suspense>
      </RoomContext>
    </BoardContext>
  )
}

/** The board and every list of it that is on the page. */
const liveKeys = (board: Board) => [
  boardQuery(board.id).queryKey,
  doneCountQuery(board.id).queryKey,
  ...activeLists(board).map((list) => listCardsQuery(board.id, list.id).queryKey),
]

function tellMove(
  board: Board,
  card: Card,
  asked: CardMove,
  cards: readonly Card[],
  { urgency, filtered }: { urgency: 'polite' | 'assertive'; filtered: boolean },
) {
  const target = listOf(board, asked.list_id)
  const joins = asked.list_id === card.list_id ? 0 : 1
  const count = 'card_count' in target ? target.card_count + joins : cards.length
  const index = cards.findIndex(({ id }) => id === card.id)
  const markedDone = applyCardMove(card, asked, target).completed && !card.completed
  const amongHidden = filtered && asked.after_card_id !== undefined
  const spot = cardPosition(board, asked.list_id, index, String(count))
  announceMove(card, { spot, markedDone, amongHidden }, urgency)
}

const minuteNow = () => Math.floor(now().getTime() / 60_000)

/** The minute of the service's clock, so that dates age while the page stays open. */
function useMinute(): number {
  const [minute, setMinute] = useState(minuteNow)
  useEffect(() => {
    const timer = setInterval(() => setMinute(minuteNow()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return minute
}
