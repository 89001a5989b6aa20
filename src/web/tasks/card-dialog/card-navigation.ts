import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import type { Board, Card } from '#client/resources.ts'
import { boardText } from '#web/messages/en/board.ts'
import { shellText } from '#web/messages/en/shell.ts'
import { paths } from '#web/paths.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { fieldOfKey } from '#web/tasks/board-state/card-keys.ts'
import type { CardLocationState, ColumnRegistry } from '#web/tasks/board-state/column-registry.ts'
import { getCachedPages } from '#web/tasks/cards/card-cache.ts'
import { flattenCards, isFullyLoaded } from '#web/tasks/cards/card-queries.data.ts'
import { fetchNextCards } from '#web/tasks/cards/load-board-cards.ts'
import { isChord, isModified, keyLetter } from '#web/ui/keyboard.ts'
import { announce } from '#web/ui/live-region.tsx'
import type { CardScope } from './card-scope.ts'

export interface CardNavigation {
  readonly close: () => void
  /** Undefined at the ends of the list. */
  readonly previous: (() => void) | undefined
  readonly next: (() => void) | undefined
  /** Goes to the card below or above the one opened last, which may not be rendered yet. */
  readonly step: (by: 1 | -1) => Promise<void>
  /** Goes to the board that has the card. */
  readonly resolve: () => void
  /** The card was opened to be renamed. */
  readonly startsInTitle: boolean
}

interface NavigationInput {
  board: Board
  card: Card | undefined
  registry: ColumnRegistry
  /** The id of the card opened last. */
  opened: RefObject<string>
}

/** Where the keys and buttons of the dialog lead: the cards above and below, and back to the board. */
export function useCardNavigation({
  board,
  card,
  registry,
  opened,
}: NavigationInput): CardNavigation {
  const navigate = useNavigate()
  const { queryClient } = useSession()
  const { search, state: anyState } = useLocation()
  // Written by `openCard` of board-view.tsx, or by this function; other pages leave it empty.
  const state = anyState as CardLocationState | null

  const list_id = card?.list_id ?? ''
  const column = registry.columns.get(list_id)
  const listed = () =>
    column?.cards() ?? flattenCards(getCachedPages(queryClient, board.id, list_id))
  const hasMore = () => {
    const pages = getCachedPages(queryClient, board.id, list_id)
    return pages !== undefined && !isFullyLoaded(pages)
  }
  const cards = listed()
  const index = cards.findIndex(({ id }) => id === card?.id)
  const hasNext = index >= 0 && (index < cards.length - 1 || hasMore())

  const open = (other: Card, otherIndex: number, size: number) => {
    const to = { pathname: paths.card(board.id, other.id), search }
    const nextState: CardLocationState = {
      isOverBoard: state?.isOverBoard ?? false,
      isOverList: state?.isOverList ?? false,
    }
    opened.current = other.id
    void navigate(to, { replace: true, state: nextState })
    column?.reveal(otherIndex)
    const { name = '' } = board.lists.find(({ id }) => id === other.list_id) ?? {}
    announce(`${other.name}. ${boardText.facts(name, otherIndex + 1, String(size))}`)
  }
  const step = async (by: 1 | -1) => {
    const from = opened.current
    const at = listed().findIndex(({ id }) => id === from)
    if (at < 0) return
    if (at + by === listed().length && hasMore())
      await fetchNextCards(queryClient, board.id, list_id)
    const all = listed()
    const other = all[at + by]
    if (other && opened.current === from) open(other, at + by, all.length)
  }
  return {
    close: () => {
      // Otherwise the page before may be any other one, or none.
      if (state?.isOverBoard || state?.isOverList) void navigate(-1)
      else void navigate({ pathname: paths.board(board.id), search }, { replace: true })
    },
    previous: index > 0 ? () => void step(-1) : undefined,
    next: hasNext ? () => void step(1) : undefined,
    step,
    resolve: () => card && void navigate(paths.cardById(card.id), { replace: true }),
    startsInTitle: state?.startsInTitle === true,
  }
}

/** Keys of the dialog, also while nothing in it has the focus. Letters only while single-key shortcuts are on. */
export function useCardKeys(scope: CardScope | null, { step }: CardNavigation) {
  const isOn = usePreference('single_key_shortcuts') === 'on'
  const { undo } = useSession()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isForControl(event.target)) return
    const isUndo = isChord(event, 'z')
    if (!isUndo && (!isOn || event.shiftKey || isModified(event))) return
    // A dialog above this one has its own keys.
    if (document.querySelectorAll('dialog[open]').length !== 1) return
    const action = isUndo ? undoLast : actionOf(keyLetter(event))
    if (!action) return
    event.preventDefault()
    action()
  })
  const undoLast = () => {
    if (!undo.undoLast()) announce(shellText.nothingToUndo)
  }
  const actionOf = (key: string): (() => void) | undefined => {
    if (key === 'j') return () => void step(1)
    if (key === 'k') return () => void step(-1)
    if (key === 'z') return undoLast
    if (!scope?.canEdit) return undefined
    if (key === 'e') return scope.toggleCompleted
    if (key === 'm') return scope.openMove
    const field = fieldOfKey(key)
    return field && (() => scope.openEditor(field))
  }
  // Before the first paint: a key may follow it at once.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

const isForControl = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [role=menu], [role=listbox]') !== null
