import type { Card } from '#client/resources.ts'
import type { CardMove } from '#contract/tasks/cards.ts'
import { boardText } from '#web/messages/en/board.ts'
import { dragText as text } from '#web/messages/en/drag.ts'
import {
  type ColumnRegistry,
  findRenderedCard,
  type NearestList,
} from '#web/tasks/board-state/column-registry.ts'
import type { CardPosition } from '#web/tasks/cards/announcements.ts'
import { announce } from '#web/ui/live-region.tsx'
import { createAutoscroll, type Point, type ScrollArea } from './autoscroll.ts'
import { recordDropOrigin } from './drag-animations.ts'
import {
  type DropTarget,
  isAtSource,
  isOriginalPosition,
  type DraggedCard,
  toCardMove,
  describePosition,
  nextKeyboardTarget,
  dropHint,
} from './drop-target.ts'

export interface DragControllerOptions {
  readonly registry: ColumnRegistry
  /** Stops refetches of the board during a drag. Returns how to resume them. */
  readonly pause: () => () => void
  /** The card and those that are dragged with it. */
  readonly cardsWith: (card: Card) => readonly Card[]
  readonly move: (card: Card, move: CardMove) => void
  /** A touch that was held and released without moving. */
  readonly onLongPress: (card: Card) => void
}

interface Drag extends DraggedCard {
  readonly sensor: 'pointer' | 'keyboard'
  readonly isTouch: boolean
  readonly height: number
  readonly resume: () => void
  dropTarget: DropTarget | null
  /** The first position of the pointer: a touch that stays near it is a long press. */
  pointerStart: Point | null
  hasMoved: boolean
}

/** Farther from every list than this, a card is over none. */
const NEAREST_LIST_DISTANCE = 64
const LONG_PRESS_TOLERANCE = 8

/** One drag at a time, from start to drop. Writes to the DOM directly: a pointer moves more often than React should render. */
export function createDragController(options: DragControllerOptions) {
  const { registry, pause, cardsWith, move, onLongPress } = options
  let drag: Drag | null = null
  let pointer: Point | null = null
  let hoveredListId: string | null = null
  // The drop indicator makes a list taller; until it moves, the edges of a list stay where they are.
  const edges = new Map<HTMLElement, ScrollArea['edges']>()
  // Measuring at each pointer move would force a layout. The function changes when a list is added or removed.
  let lists: { readonly measure: () => NearestList; readonly nearest: NearestList } | null = null
  const autoscroll = createAutoscroll({
    board: () => scrollArea(registry.board),
    list: () => scrollArea(registry.columns.get(hoveredListId ?? '')?.scroller()),
    pagesByList: () => registry.snapshot().isPhone,
    onScroll,
  })

  /** Returns the dragged card, and how many are dragged with it. */
  function start(card_id: string, sensor: Drag['sensor'], isTouch: boolean) {
    const card = findRenderedCard(registry, card_id)
    const column = card && registry.columns.get(card.list_id)
    if (!card || !column) return null
    const from = { column, index: column.cards().findIndex(({ id }) => id === card.id) }
    const height = renderedHeight(card_id)
    const progress = { dropTarget: from, pointerStart: null, hasMoved: false }
    const cards = cardsWith(card)
    drag = { card, cards, sensor, isTouch, from, height, resume: pause(), ...progress }
    registry.dragged.set(card)
    hoveredListId = column.list_id
    registry.board?.setAttribute('data-dragging', sensor)
    registry.board?.toggleAttribute('data-stack', cards.length > 1)
    // Captured, because the scroll events of lists do not bubble.
    const listenerOptions = { capture: true, passive: true }
    registry.board?.addEventListener('scroll', onScroll, listenerOptions)
    column.highlight(true)
    if (isTouch) navigator.vibrate?.(10)
    announceLift(card, describePosition(registry, drag, from), cards.length)
    return { card, count: cards.length }
  }

  /** Null while the keyboard sensor drags. */
  function setPointer(next: Point | null) {
    pointer = next
  }

  /** Collision detection: the list under the pointer or beside it, if it is near enough. */
  function nearestList(): string | null {
    if (!pointer) return drag?.dropTarget?.column.list_id ?? null
    const measure = registry.measureLists
    if (lists?.measure !== measure) lists = { measure, nearest: measure() }
    const nearest = lists.nearest(pointer.x)
    return nearest && nearest.distance <= NEAREST_LIST_DISTANCE ? nearest.list_id : null
  }

  /** The pointer moved over this list, or over none. */
  function moveOver(list_id: string | null) {
    if (drag?.sensor !== 'pointer' || !pointer) return
    drag.pointerStart ??= pointer
    const { x, y } = drag.pointerStart
    drag.hasMoved ||= Math.hypot(pointer.x - x, pointer.y - y) > LONG_PRESS_TOLERANCE
    hoveredListId = list_id
    updateFromPointer()
    autoscroll.update(pointer)
  }

  /** One arrow key of the keyboard sensor. Returns where the drag overlay goes in the window. */
  function moveByKey(event: KeyboardEvent): Point | null {
    if (!drag?.dropTarget) return null
    const next = nextKeyboardTarget(registry, drag, drag.dropTarget, event.code)
    if (!next) return null
    event.preventDefault()
    registry.revealList(next.column.list_id)
    next.column.reveal(Math.min(next.index, next.column.cards().length - 1))
    setDropTarget(next)
    hoveredListId = next.column.list_id
    const { left, top } = next.column.positionAt(next.index)
    return { x: left, y: top }
  }

  /** Returns whether the card was moved; if not, its overlay returns to where it was. */
  function drop(overlay: { left: number; top: number } | null): boolean {
    if (!drag) return false
    const { card, cards, dropTarget, from, isTouch, hasMoved } = drag
    const isLongPress = isTouch && !hasMoved && dropTarget && isAtSource(drag, dropTarget)
    const cardMove = dropTarget && !isLongPress ? toCardMove(registry, drag, dropTarget) : null
    const origin = describePosition(registry, drag, from)
    end()
    if (cardMove) {
      recordDropOrigin(cards, overlay)
      move(card, cardMove)
    } else if (isLongPress) onLongPress(card)
    else announceCancel(card, origin, cards.length)
    return cardMove !== null
  }

  function cancel() {
    if (drag)
      announceCancel(drag.card, describePosition(registry, drag, drag.from), drag.cards.length)
    end()
  }

  function end() {
    drag?.dropTarget?.column.highlight(false)
    registry.board?.removeAttribute('data-dragging')
    registry.board?.removeAttribute('data-stack')
    for (const column of registry.columns.values()) column.showDropIndicator(null, 'instant')
    autoscroll.stop()
    registry.board?.removeEventListener('scroll', onScroll, { capture: true })
    drag?.resume()
    drag = null
    edges.clear()
    lists = null
    registry.dragged.set(null)
    pointer = null
    hoveredListId = null
  }

  function onScroll() {
    lists = null
    updateFromPointer()
  }

  function updateFromPointer() {
    if (drag?.sensor !== 'pointer' || !pointer) return
    const column = hoveredListId === null ? undefined : registry.columns.get(hoveredListId)
    if (!column) return setDropTarget(null)
    const { relative } = registry.snapshot()
    const index = column.indexAt(pointer.y - (scrollArea(column.scroller())?.edges.top ?? 0))
    const count = column.cards().length
    // Without relative moves only the two ends are drop targets.
    setDropTarget({ column, index: relative ? index : index < count / 2 ? 0 : count })
  }

  function setDropTarget(next: DropTarget | null) {
    if (!drag) return
    const { dropTarget: previous, height } = drag
    if (previous?.column === next?.column && previous?.index === next?.index) return
    drag.dropTarget = next
    edges.clear()
    if (previous && previous.column !== next?.column) {
      previous.column.showDropIndicator(null, 'instant')
      previous.column.highlight(false)
    }
    if (!next) return
    if (previous?.column !== next.column) next.column.highlight(true)
    const slot = { index: next.index, height, label: dropHint(registry, next) }
    next.column.showDropIndicator(isOriginalPosition(drag, next) ? null : slot, 'glide')
    announceOver(describePosition(registry, drag, next))
  }

  function scrollArea(element: HTMLElement | null | undefined): ScrollArea | null {
    if (!element) return null
    const rect = edges.get(element) ?? element.getBoundingClientRect()
    edges.set(element, rect)
    return { element, edges: rect }
  }

  return { start, setPointer, nearestList, moveOver, moveByKey, drop, cancel }
}

const renderedHeight = (card_id: string) =>
  document.querySelector<HTMLElement>(`[data-card-id="${CSS.escape(card_id)}"]`)?.offsetHeight ?? 80

/** `count` cards are dragged together. */
const announceLift = (card: Card, { list, position, size }: CardPosition, count: number) =>
  announce(text.lifted(dragName(card, count), list.name, position, size), 'assertive')

const dragName = ({ name }: Card, count: number) => (count > 1 ? boardText.cards(count) : name)

const announceOver = ({ list, position, size }: CardPosition) =>
  announce(text.over(list.name, position, size), 'assertive')

const announceCancel = (card: Card, { list, position }: CardPosition, count: number) =>
  announce(
    count > 1 ? text.cancelledMany(count) : text.cancelled(card.name, list.name, position),
    'assertive',
  )
