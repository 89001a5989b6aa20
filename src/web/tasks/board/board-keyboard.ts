import {
  type KeyboardEvent as ReactKeyboardEvent,
  type MouseEvent as ReactMouseEvent,
  useLayoutEffect,
  useRef,
} from 'react'

import type { Card } from '#client/resources.ts'
import { boardText as text } from '#web/messages/en/board.ts'
import type { BoardActions } from '#web/tasks/board-state/board-context.ts'
import { letterAction } from '#web/tasks/board-state/card-keys.ts'
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
import { toast } from '#web/ui/toast.ts'

/** Keys of the card that has the focus, itself or in its title. Letters only while single-key shortcuts are on. */
export function onCardKey(event: ReactKeyboardEvent, actions: BoardActions, singleKeys: boolean) {
  const { registry } = actions
  // During a drag the keys belong to its sensor.
  if (registry.dragged.get() || !(event.target instanceof HTMLElement)) return
  if (event.ctrlKey || event.metaKey) return onControlKey(event, event.target, actions)
  const element =
    event.target.localName === 'a'
      ? event.target.closest<HTMLElement>('[data-card-id]')
      : event.target
  const id = element?.dataset['cardId']
  if (id === undefined) return enterList(event, event.target, actions)
  const card = findRenderedCard(registry, id)
  const column = card && registry.columns.get(card.list_id)
  if (!card || !column) return
  const perform = keyAction(event, { actions, card, column, singleKeys })
  if (!perform) return
  // From its title, so that a move or an editor returns the focus to the card.
  element?.focus({ preventScroll: true })
  perform()
  event.preventDefault()
}

/** A click opens the card, unless it was on one of its controls. A link with a modifier is the browser's. */
export function onCardClick(event: ReactMouseEvent, { registry, openCard }: BoardActions) {
  const { target } = event
  if (!(target instanceof Element) || event.defaultPrevented) return
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  const element = target.closest<HTMLElement>('[data-card-id], button, input, textarea')
  const id = element?.dataset['cardId']
  const card = id === undefined ? undefined : findRenderedCard(registry, id)
  if (!card) return
  event.preventDefault()
  openCard(card)
}

/** Ctrl A selects the list that has the focus. */
function onControlKey(event: ReactKeyboardEvent, target: HTMLElement, actions: BoardActions) {
  const list_id = target.closest<HTMLElement>('[data-list-id]')?.dataset['listId']
  const isSelectAll = keyLetter(event) === 'a' && !event.shiftKey && !event.altKey
  if (!isSelectAll || list_id === undefined || isTyping(event.nativeEvent)) return
  event.preventDefault()
  actions.selectList(list_id)
}

const isPhoneTap = matchMedia('(pointer: coarse)')

/**
 * Clicks that select: with Ctrl or Cmd a card, with Shift a range of its list, and any tap while cards are selected. They
 * have no other effect.
 */
export function onCardSelect(event: ReactMouseEvent, { registry, selection }: BoardActions) {
  const { target, ctrlKey, metaKey, shiftKey } = event
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-card-id]') : null
  const card = findRenderedCard(registry, element?.dataset['cardId'] ?? '')
  if (!card) return
  const isTap = isPhoneTap.matches && selection.ids().size > 0
  if (shiftKey) {
    const cards = registry.columns.get(card.list_id)?.cards() ?? [card]
    selection.selectRange(
      card.id,
      cards.map(({ id }) => id),
    )
  } else if (ctrlKey || metaKey || isTap) selection.toggle(card.id)
  else return
  // The press gave the focus to the title link.
  element?.focus({ preventScroll: true })
  event.preventDefault()
  event.stopPropagation()
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
  if (!registry.dragged.get()) openMenu(card)
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
  const isSorted = target.column.landsAtBottom
  // Space belongs to the keyboard sensor, which is off while the board cannot be changed or the list is sorted.
  if (key === ' ' && (disabledReason !== undefined || isSorted))
    return () => actions.openMoveDialog(card)
  if (x !== 0 && shiftKey && !altKey) return () => moveToAdjacentList(target, x)
  if (y !== 0 && altKey && isSorted) return () => void toast({ text: text.sortedReason })
  if (y !== 0 && altKey && !shiftKey) return () => moveWithinList(target, y)
  if (y !== 0 && shiftKey && !altKey) return () => extendSelection(target, y)
  if (altKey) return undefined
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return () => actions.openMenu(card)
  if (key === 'Enter' && !shiftKey) return () => actions.openCard(card)
  if (!target.singleKeys) return undefined
  const letter = keyLetter(event)
  const action = shiftKey ? undefined : letterAction(letter, card, actions)
  if (action) return action
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

/** Selects the focused card and the next one, which gets the focus. */
function extendSelection(target: KeyTarget, y: -1 | 1) {
  const { actions, card, column } = target
  const ids = column.cards().map(({ id }) => id)
  const next = ids[ids.indexOf(card.id) + y] ?? card.id
  actions.selection.selectRange(next, ids, card.id)
  moveFocus(target, 0, y)
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
  return { cards: column.cards(), landsAtBottom: column.landsAtBottom, filtered, relative }
}

interface Shortcuts {
  /** Single-key shortcuts are on. */
  enabled: boolean
  onNew: (position: 'top' | 'bottom') => void
  onFilters: () => void
  onNextView: () => void
  /** An arrow key while nothing has the focus, or the heading as after a navigation. */
  onArrow: (() => void) | undefined
}

/** Shortcuts anywhere on the board page, outside of text fields, menus and dialogs. */
export function useBoardShortcuts(shortcuts: Shortcuts) {
  const latest = useRef(shortcuts)
  // Before the first paint: a key may follow it at once.
  useLayoutEffect(() => {
    latest.current = shortcuts
  })

  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { enabled, onNew, onFilters, onNextView, onArrow } = latest.current
      if (isTyping(event)) return
      const target = event.target instanceof HTMLElement ? event.target.localName : ''
      if (onArrow && /^Arrow(Down|Right|Left)$/.test(event.key) && /^(body|h1)$/.test(target)) {
        event.preventDefault()
        return onArrow()
      }
      if (!enabled) return
      const key = keyLetter(event)
      const position = event.shiftKey ? 'top' : 'bottom'
      const action = event.shiftKey
        ? { n: onNew }[key]
        : { f: onFilters, v: onNextView, n: onNew, c: onNew }[key]
      if (!action) return
      event.preventDefault()
      action(position)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
