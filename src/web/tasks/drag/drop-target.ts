import type { Card } from '#client/resources.ts'
import type { CardMove } from '#contract/tasks/cards.ts'
import { boardText } from '#web/messages/en/board.ts'
import type { ColumnHandle, ColumnRegistry } from '#web/tasks/board-state/column-registry.ts'
import { type CardPosition, cardPosition } from '#web/tasks/cards/announcements.ts'
import { listOf } from '#web/tasks/cards/card-cache.ts'
import { type ListPosition } from '#web/tasks/cards/card-queries.data.ts'
import { inlineDirection } from '#web/ui/keyboard.ts'

/** Before the card with this index of the list as shown; the dragged card still counts where it was. */
export interface DropTarget {
  column: ColumnHandle
  index: number
}

/** The drag source: a card and where it was. */
export interface DraggedCard {
  card: Card
  /** The card and the others of its stack, in the order in which they land. */
  cards: readonly Card[]
  from: DropTarget
}

/** Just before and just after the card itself look the same. A stack dropped there is gathered. */
export const isOriginalPosition = (dragged: DraggedCard, dropTarget: DropTarget) =>
  dragged.cards.length === 1 && isAtSource(dragged, dropTarget)

export const isAtSource = ({ from }: DraggedCard, { column, index }: DropTarget) =>
  column === from.column && (index === from.index || index === from.index + 1)

/** The index once the card no longer counts where it was. */
const indexWithoutDragged = ({ from }: DraggedCard, { column, index }: DropTarget) =>
  column === from.column && index > from.index ? index - 1 : index

/** Without relative moves the drop indicator names the end of the list. */
export function dropHint(registry: ColumnRegistry, { column, index }: DropTarget): string {
  const { board, relative } = registry.snapshot()
  if (relative && !column.landsAtBottom) return ''
  const { name } = listOf(board, column.list_id)
  return index === 0 && !column.landsAtBottom ? boardText.top(name) : boardText.bottom(name)
}

/** A drop target as it is announced. */
export function describePosition(
  registry: ColumnRegistry,
  dragged: DraggedCard,
  dropTarget: DropTarget,
): CardPosition {
  const { board } = registry.snapshot()
  const { list_id } = dropTarget.column
  const list = board.lists.find(({ id }) => id === list_id)
  const arrives = dragged.cards.filter((card) => card.list_id !== list_id).length
  const size = (list?.card_count ?? dropTarget.column.cards().length) + arrives
  const index = dropTarget.column.landsAtBottom
    ? size - 1
    : indexWithoutDragged(dragged, dropTarget)
  return cardPosition(board, list_id, index, String(size))
}

/** The move to send; null where the card is already there. */
export function toCardMove(
  registry: ColumnRegistry,
  dragged: DraggedCard,
  dropTarget: DropTarget,
): CardMove | null {
  const { filtered, relative } = registry.snapshot()
  if (relative && isOriginalPosition(dragged, dropTarget)) return null
  const location = {
    list_id: dropTarget.column.list_id,
    index: indexWithoutDragged(dragged, dropTarget),
  }
  return resolveDrop(dragged.card, location, {
    cards: dropTarget.column.cards(),
    landsAtBottom: dropTarget.column.landsAtBottom,
    filtered,
    relative,
    isStack: dragged.cards.length > 1,
  })
}

/** The drop target one arrow key further; null at an end. */
export function nextKeyboardTarget(
  registry: ColumnRegistry,
  { from }: DraggedCard,
  { column, index }: DropTarget,
  code: string,
) {
  const isUpOrDown = code === 'ArrowUp' || code === 'ArrowDown'
  if (isUpOrDown && column.landsAtBottom) return null
  const after = column === from.column ? from.index + 1 : -1
  if (code === 'ArrowUp') {
    if (index === 0) return null
    return { column, index: index - 1 === after ? index - 2 : index - 1 }
  }
  if (code === 'ArrowDown') {
    const next = index + 1 === after ? index + 2 : index + 1
    return next <= column.cards().length ? { column, index: next } : null
  }
  const by = inlineDirection(code)
  const adjacent = by === 0 ? undefined : adjacentColumn(registry, column.list_id, by)
  return adjacent ? { column: adjacent, index: Math.min(index, adjacent.cards().length) } : null
}

/** The next list to one side. A list out of sight is scrolled into view, which renders it. */
export function adjacentColumn(
  registry: ColumnRegistry,
  list_id: string,
  by: 1 | -1,
): ColumnHandle | undefined {
  const lists = registry.snapshot().board.lists.filter(({ archived }) => !archived)
  const next = lists[lists.findIndex(({ id }) => id === list_id) + by]
  if (!next) return undefined
  registry.revealList(next.id)
  return registry.columns.get(next.id)
}

/** Where a card was dropped: before the card with this index, counted without the dragged card. */
interface DropLocation {
  list_id: string
  index: number
}

/** What the target list shows and what the server supports. */
export interface DropContext {
  /** In the order shown, with or without the moved card. */
  cards: readonly Card[]
  /** The list has no positions to choose from. */
  landsAtBottom?: boolean
  /** A filter hides some cards, so the last visible card may not be the end of the list. */
  filtered: boolean
  /** `cards.relative_move`: positions relative to another card are supported. */
  relative: boolean
  /** Other cards move with this one, so that its own position is a change too. */
  isStack?: boolean
}

/** The move a drop sends; null when the card stays where it was. */
export function resolveDrop(
  card: Card,
  location: DropLocation,
  target: DropContext,
): CardMove | null {
  if (target.landsAtBottom)
    return location.list_id === card.list_id
      ? null
      : { list_id: location.list_id, position: 'bottom' }
  const others = target.cards.filter(({ id }) => id !== card.id)
  const index = Math.max(0, Math.min(location.index, others.length))
  const isSame = location.list_id === card.list_id && index === indexOfCard(card, target.cards)
  if (isSame && !target.isStack) return null
  return { list_id: location.list_id, ...positionAtIndex(others, index, target) }
}

/** An index as a position of the API. Past the last loaded card is the bottom of the list, loaded or not. */
function positionAtIndex(
  others: readonly Card[],
  index: number,
  { filtered, relative }: Pick<DropContext, 'filtered' | 'relative'>,
): ListPosition {
  const above = others[index - 1]
  const below = others[index]
  if (!relative) return { position: index === 0 && others.length > 0 ? 'top' : 'bottom' }
  if (filtered && above) return { after_card_id: above.id }
  if (filtered && below) return { before_card_id: below.id }
  if (!below) return { position: 'bottom' }
  return above ? { after_card_id: above.id } : { position: 'top' }
}

/** A move by one row inside the list of the card. */
export function resolveStep(card: Card, by: 1 | -1, target: DropContext): CardMove | null {
  const own = indexOfCard(card, target.cards)
  const index = target.relative ? own + by : by < 0 ? 0 : target.cards.length
  if (index < 0 || (target.relative && index >= target.cards.length)) return null
  return resolveDrop(card, { list_id: card.list_id, index }, target)
}

const indexOfCard = (card: Card, cards: readonly Card[]) =>
  cards.findIndex(({ id }) => id === card.id)
