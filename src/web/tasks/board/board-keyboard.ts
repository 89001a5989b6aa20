import {
  type KeyboardEvent as ReactKeyboardEvent,
  type MouseEvent as ReactMouseEvent,
  useEffect,
  useRef,
} from 'react'

import type { Card } from '#client/resources.ts'
import type { BoardActions } from '#web/tasks/board-state/board-context.ts'
import {
  type ColumnHandle,
  type ColumnRegistry,
  findRenderedCard,
} from '#web/tasks/board-state/column-registry.ts'
import {
  adjacentColumn,
  resolveDrop,
  resolveStep,
  type DropContext,
} from '#web/tasks/drag/drop-target.ts'
import { inlineDirection, keyLetter, isTyping } from '#web/ui/keyboard.ts'

/** Keys of the focused card. Letters only while single-key shortcuts are on. */
export function onCardKey(event: ReactKeyboardEvent, actions: BoardActions, singleKeys: boolean) {
  const { registry } = actions
  // During a drag the keys belong to its sensor.
  if (registry.draggedCard || event.ctrlKey || event.metaKey) return
  if (!(event.target instanceof HTMLElement)) return
  const id = event.target.dataset['cardId']
  if (id === undefined) return enterList(event, event.target, actions)
  const card = findRenderedCard(registry, id)
  const column = card && registry.columns.get(card.list_id)
  if (!card || !column) return
  const perform = keyAction(event, { actions, card, column, singleKeys })
  if (!perform) return
  perform()
  event.preventDefault()
}

/** A right click opens the menu of the card, and so does a menu key that the browser reports in this way. */
export function onCardContextMenu(event: ReactMouseEvent, { registry, openMenu }: BoardActions) {
  const { target, nativeEvent } = event
  if (!(target instanceof Element)) return
  const id = target.closest<HTMLElement>('[data-card-id]')?.dataset['cardId']
  const card = id === undefined ? undefined : findRenderedCard(registry, id)
  // A long press starts a drag.
  const { pointerType } = nativeEvent as Partial<PointerEvent>
  if (!card || pointerType === 'touch' || pointerType === 'pen') return
  event.preventDefault()
  if (!registry.draggedCard) openMenu(card)
}

/** An arrow key on a list that scrolls goes to its first visible card. */
function enterList(
  event: ReactKeyboardEvent,
  target: HTMLElement,
  { registry, focus }: BoardActions,
) {
  if (!event.key.startsWith('Arrow')) return
  for (const column of registry.columns.values()) {
    const card = target === column.scroller() && column.cards()[column.indexAt(0)]
    if (!card) continue
    event.preventDefault()
    focus.request(card.id)
  }
}

interface KeyTarget {
  actions: BoardActions
  card: Card
  column: ColumnHandle
  singleKeys: boolean
}

/** What a key does on a card; undefined if nothing. */
function keyAction(event: ReactKeyboardEvent, target: KeyTarget): (() => void) | undefined {
  const { actions, card } = target
  const { key, shiftKey, altKey } = event
  const x = inlineDirection(key)
  const y = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  const isArrow = x !== 0 || y !== 0
  const { disabledReason } = actions.registry.snapshot()
  if (isArrow && !shiftKey && !altKey) return () => moveFocus(target, x, y)
  // Space belongs to the keyboard sensor, which is off while the board cannot be changed.
  if (key === ' ' && disabledReason !== undefined) return () => actions.openMoveDialog(card)
  if (x !== 0 && shiftKey && !altKey) return () => moveToAdjacentList(target, x)
  if (y !== 0 && altKey && !shiftKey) return () => moveWithinList(target, y)
  if (altKey) return undefined
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return () => actions.openMenu(card)
  if (key === 'Enter' && !shiftKey) return () => actions.openMenu(card)
  if (!target.singleKeys) return undefined
  const letter = keyLetter(event)
  if (letter === 'm' && !shiftKey) return () => actions.openMoveDialog(card)
  if (letter === 'e' && !shiftKey) return () => actions.toggleCompleted(card, !card.completed)
  if (letter !== 'n') return undefined
  const position = shiftKey ? 'top' : 'bottom'
  return () => actions.openQuickAdd({ list_id: card.list_id, position })
}

/** Roving focus: to the neighboring card, skipping empty lists. */
function moveFocus({ actions, card, column }: KeyTarget, x: -1 | 0 | 1, y: -1 | 0 | 1) {
  const { registry, focus } = actions
  const index = indexOfCard(column, card)
  const nextColumn = x === 0 ? column : adjacentColumnWithCards(registry, column.list_id, x)
  const cards = nextColumn?.cards() ?? []
  const nextIndex = x === 0 ? index + y : Math.min(index, cards.length - 1)
  const next = cards[nextIndex]
  if (!nextColumn || !next) return
  nextColumn.reveal(nextIndex)
  focus.request(next.id)
}

function adjacentColumnWithCards(registry: ColumnRegistry, list_id: string, by: 1 | -1) {
  let adjacent = adjacentColumn(registry, list_id, by)
  while (adjacent && adjacent.cards().length === 0) {
    adjacent = adjacentColumn(registry, adjacent.list_id, by)
  }
  return adjacent
}

/** The card keeps its row. */
function moveToAdjacentList({ actions, card, column }: KeyTarget, by: 1 | -1) {
  const adjacent = adjacentColumn(actions.registry, column.list_id, by)
  if (!adjacent) return
  const location = { list_id: adjacent.list_id, index: indexOfCard(column, card) }
  const move = resolveDrop(card, location, dropContext(actions, adjacent))
  if (move) actions.move(card, move, 'polite')
}

function moveWithinList({ actions, card, column }: KeyTarget, by: 1 | -1) {
  const move = resolveStep(card, by, dropContext(actions, column))
  if (move) actions.move(card, move, 'polite')
}

const indexOfCard = (column: ColumnHandle, card: Card) =>
  column.cards().findIndex(({ id }) => id === card.id)

function dropContext({ registry }: BoardActions, column: ColumnHandle): DropContext {
  const { filtered, relative } = registry.snapshot()
  return { cards: column.cards(), filtered, relative }
}

interface Shortcuts {
  /** Single-key shortcuts are on. */
  enabled: boolean
  onNew: (position: 'top' | 'bottom') => void
  /** An arrow key while nothing has the focus, or the heading as after a navigation. */
  onArrow: () => void
}

/** Shortcuts anywhere on the board page, outside of text fields, menus and dialogs. */
export function useBoardShortcuts(shortcuts: Shortcuts) {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { enabled, onNew, onArrow } = latest.current
      if (isTyping(event)) return
      const target = event.target instanceof HTMLElement ? event.target.localName : ''
      if (/^Arrow(Down|Right|Left)$/.test(event.key) && /^(body|h1)$/.test(target)) {
        event.preventDefault()
        return onArrow()
      }
      if (!enabled) return
      const key = keyLetter(event)
      if (key !== 'n' && (key !== 'c' || event.shiftKey)) return
      event.preventDefault()
      onNew(event.shiftKey ? 'top' : 'bottom')
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
