import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef } from 'react'

import type { Card } from '#contract/tasks/cards.ts'
import type { BoardContextValue } from '#web/tasks/board-state/board-context.ts'
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
import { sideways, letterOf, isTyping } from '#web/ui/keyboard.ts'

/** The keys of a card that has the focus. Letters only where the person left single keys on. */
export function onCardKey(event: ReactKeyboardEvent, room: BoardContextValue, letters: boolean) {
  const { registry } = room
  const id = event.target instanceof HTMLElement ? event.target.dataset['cardId'] : undefined
  // While a card is in the air the keys are the drag's.
  if (id === undefined || registry.draggedCard || event.ctrlKey || event.metaKey) return
  const card = findRenderedCard(registry, id)
  const column = card && registry.columns.get(card.list_id)
  if (!card || !column) return
  const done = act(event, { room, card, column, letters })
  if (done) event.preventDefault()
}

interface Pressed {
  room: BoardContextValue
  card: Card
  column: ColumnHandle
  letters: boolean
}

/** Answers whether the key meant something here. */
function act(event: ReactKeyboardEvent, pressed: Pressed): boolean {
  const { room, card } = pressed
  const { key, shiftKey, altKey } = event
  const arrow = wayOf(key)
  if (arrow && !shiftKey && !altKey) return walk(pressed, arrow)
  // Space is the drag's, which is off while nothing may be changed.
  if (key === ' ' && room.disabledReason !== undefined) return does(() => room.openMoveDialog(card))
  if (arrow && shiftKey && !altKey && arrow.x !== 0) return send(pressed, arrow.x)
  if (arrow && altKey && !shiftKey && arrow.y !== 0) return step(pressed, arrow.y)
  if (altKey) return false
  if (key === 'Enter' && !shiftKey) return does(() => room.openMenu(card))
  if (!pressed.letters) return false
  const letter = letterOf(event)
  if (letter === 'm' && !shiftKey) return does(() => room.openMoveDialog(card))
  if (letter === 'e' && !shiftKey) return does(() => room.toggleCompleted(card, !card.completed))
  if (letter === 'n') {
    const position = shiftKey ? 'top' : 'bottom'
    return does(() => room.setQuickAdd({ list_id: card.list_id, position }))
  }
  return false
}

type Way = { x: -1 | 0 | 1; y: -1 | 0 | 1 }

function wayOf(key: string): Way | undefined {
  const x = sideways(key)
  const y = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  return x === 0 && y === 0 ? undefined : { x, y }
}

/** The focus goes to the neighbouring card, past empty lists. */
function walk({ room, card, column }: Pressed, { x, y }: Way): boolean {
  const index = column.cards().findIndex(({ id }) => id === card.id)
  const goes = x === 0 ? column : nextWithCards(room.registry, column.list_id, x)
  const cards = goes?.cards() ?? []
  const at = x === 0 ? index + y : Math.min(index, cards.length - 1)
  const next = cards[at]
  if (!goes || !next) return true
  goes.reveal(at)
  room.focus.request(next.id)
  return true
}

function nextWithCards(registry: ColumnRegistry, list_id: string, by: 1 | -1) {
  let beside = adjacentColumn(registry, list_id, by)
  while (beside && beside.cards().length === 0) {
    beside = adjacentColumn(registry, beside.list_id, by)
  }
  return beside
}

/** One press sends the card to the neighbouring list, in the same row. */
function send({ room, card, column }: Pressed, by: -1 | 0 | 1): boolean {
  const beside = by === 0 ? undefined : adjacentColumn(room.registry, column.list_id, by)
  if (!beside) return true
  const index = column.cards().findIndex(({ id }) => id === card.id)
  const move = resolveDrop(card, { list_id: beside.list_id, index }, targetOf(room, beside))
  if (move) room.move(card, move, 'polite')
  return true
}

function step({ room, card, column }: Pressed, by: -1 | 0 | 1): boolean {
  const move = by === 0 ? null : resolveStep(card, by, targetOf(room, column))
  if (move) room.move(card, move, 'polite')
  return true
}

const targetOf = (
  { registry, relative }: BoardContextValue,
  column: ColumnHandle,
): DropContext => ({
  cards: column.cards(),
  filtered: registry.snapshot().filtered,
  relative,
})

function does(action: () => void): true {
  action()
  return true
}

interface Shortcuts {
  /** The person left single keys on. */
  enabled: boolean
  onNew: (position: 'top' | 'bottom') => void
}

/** Keys that work anywhere on the board's page, outside of texts, menus and dialogs. */
export function useBoardShortcuts(shortcuts: Shortcuts) {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { enabled, onNew } = latest.current
      if (!enabled || isTyping(event)) return
      const key = letterOf(event)
      if (key !== 'n' && (key !== 'c' || event.shiftKey)) return
      event.preventDefault()
      onNew(event.shiftKey ? 'top' : 'bottom')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
