import type { Card } from '#client/resources.ts'
import type { CardMove } from '#contract/tasks/cards.ts'
import { recordDropOrigin } from '#web/tasks/board-state/card-animations.ts'
import { type ColumnRegistry, findRenderedCard } from '#web/tasks/board-state/column-registry.ts'
import { announceCancel, announceLift, announceOver } from '#web/tasks/cards/announcements.ts'
import type { ScrollArea, Autoscroll } from './autoscroll.ts'
import {
  type DropTarget,
  isOriginalPosition,
  type DraggedCard,
  toCardMove,
  describePosition,
  nextKeyboardTarget,
  dropHint,
} from './drop-target.ts'

interface Point {
  x: number
  y: number
}

interface CarryParts {
  readonly registry: ColumnRegistry
  /** Nothing may change the board while a card is in the air. Answers how to go on. */
  readonly pause: () => () => void
  readonly move: (card: Card, move: CardMove) => void
  /** A finger pressed, held and let go without moving. */
  readonly onLongPress: (card: Card) => void
}

interface Carry extends DraggedCard {
  by: 'pointer' | 'keyboard'
  touch: boolean
  height: number
  dropTarget: DropTarget | null
  /** Where the pointer was first; a finger that stays there meant a long press. */
  start: Point | null
  moved: boolean
  resume: () => void
}

const NEAR = 64
const STILL = 8

/** One card from lift to drop. It writes to the page directly: a pointer moves more often than React should draw. */
export function createDragController({ registry, pause, move, onLongPress }: CarryParts) {
  let drag: Carry | null = null
  let pointer: Point | null = null
  let under: string | null = null

  // A gap that opens makes a list taller; until then its edges stay where they are.
  const edges = new Map<HTMLElement, ScrollArea['edges']>()
  const areaOf = (element: HTMLElement | null | undefined): ScrollArea | null => {
    if (!element) return null
    const known = edges.get(element) ?? element.getBoundingClientRect()
    edges.set(element, known)
    return { element, edges: known }
  }
  let autoscroll: Autoscroll | undefined
  /** Comes with the first lift: no edge is near in the first moment of a drag. */
  const loadAutoscroll = async () => {
    const { createAutoscroll } = await import('./autoscroll.ts')
    autoscroll ??= createAutoscroll({
      board: () => areaOf(registry.board),
      list: () => areaOf(registry.columns.get(under ?? '')?.scroller()),
      pagesByList: () => registry.snapshot().isPhone,
      onScroll: () => updateFromPointer(),
    })
  }

  /** Aims at what is under the pointer. */
  function updateFromPointer() {
    if (drag?.by !== 'pointer' || !pointer) return
    const column = under === null ? undefined : registry.columns.get(under)
    if (!column) return setDropTarget(null)
    const { relative } = registry.snapshot()
    const area = areaOf(column.scroller())
    const raw = column.indexAt(pointer.y - (area?.edges.top ?? 0))
    const count = column.cards().length
    // A service that knows only the ends is offered only the ends.
    setDropTarget({ column, index: relative ? raw : raw < count / 2 ? 0 : count })
  }

  function setDropTarget(dropTarget: DropTarget | null) {
    if (!drag) return
    const { dropTarget: before } = drag
    if (before?.column === dropTarget?.column && before?.index === dropTarget?.index) return
    drag.dropTarget = dropTarget
    edges.clear()
    if (before && before.column !== dropTarget?.column) {
      before.column.showDropIndicator(null)
      before.column.highlight(false)
    }
    if (!dropTarget) return
    if (before?.column !== dropTarget.column) dropTarget.column.highlight(true)
    const slot = {
      index: dropTarget.index,
      height: drag.height,
      label: dropHint(registry, dropTarget),
    }
    dropTarget.column.showDropIndicator(isOriginalPosition(drag, dropTarget) ? null : slot)
    announceOver(describePosition(registry, drag, dropTarget))
  }

  /** One arrow key while the card is carried by keyboard. Answers where the card in hand goes in the window. */
  function key(event: KeyboardEvent): Point | null {
    if (!drag?.dropTarget) return null
    const next = nextKeyboardTarget(registry, drag, drag.dropTarget, event.code)
    if (!next) return null
    event.preventDefault()
    registry.revealList(next.column.list_id)
    next.column.reveal(Math.min(next.index, next.column.cards().length - 1))
    setDropTarget(next)
    under = next.column.list_id
    const { left, top } = next.column.positionAt(next.index)
    return { x: left, y: top }
  }

  function end() {
    drag?.dropTarget?.column.highlight(false)
    registry.board?.removeAttribute('data-dragging')
    for (const column of registry.columns.values()) column.showDropIndicator(null)
    autoscroll?.stop()
    registry.board?.removeEventListener('scroll', updateFromPointer, { capture: true })
    drag?.resume()
    drag = null
    edges.clear()
    registry.draggedCard = null
    pointer = null
    under = null
  }

  return {
    key,
    /** The pointer in the window; null while keys carry. */
    at: (point: Point | null) => {
      pointer = point
    },
    start: (card_id: string, by: 'pointer' | 'keyboard', touch: boolean): Card | null => {
      const card = findRenderedCard(registry, card_id)
      const column = card && registry.columns.get(card.list_id)
      if (!card || !column) return null
      const index = column.cards().findIndex(({ id }) => id === card.id)
      const from = { column, index }
      const height = heightOf(card_id)
      drag = {
        card,
        by,
        touch,
        from,
        height,
        dropTarget: from,
        start: null,
        moved: false,
        resume: pause(),
      }
      registry.draggedCard = card
      if (!autoscroll) void loadAutoscroll().catch(() => undefined) // dragging works without
      under = column.list_id
      registry.board?.setAttribute('data-dragging', by)
      // Captured, because the scroll events of lists do not bubble.
      registry.board?.addEventListener('scroll', updateFromPointer, {
        capture: true,
        passive: true,
      })
      column.highlight(true)
      if (touch) navigator.vibrate?.(10)
      announceLift(card, describePosition(registry, drag, from))
      return card
    },
    /** The card is over this list, or over none. */
    over: (list_id: string | null) => {
      if (drag?.by !== 'pointer' || !pointer) return
      drag.start ??= pointer
      drag.moved ||= Math.hypot(pointer.x - drag.start.x, pointer.y - drag.start.y) > STILL
      under = list_id
      updateFromPointer()
      autoscroll?.update(pointer)
    },
    /** In the gap between two lists, and beside the last, the nearest one is meant. */
    listNear: (rects: ReadonlyMap<string | number, { left: number; right: number }>) => {
      if (!pointer) return drag?.dropTarget?.column.list_id ?? null
      const { x } = pointer
      const apart = [...rects].map(
        ([id, rect]) => [String(id), Math.max(rect.left - x, x - rect.right)] as const,
      )
      const [nearest] = apart.toSorted(([, one], [, other]) => one - other)
      return nearest && nearest[1] <= NEAR ? nearest[0] : null
    },
    /** Answers whether the card stays where it was dropped. */
    drop: (from: { left: number; top: number } | null): boolean => {
      if (!drag) return false
      const { card, dropTarget, touch, moved } = drag
      const asked = dropTarget && toCardMove(registry, drag, dropTarget)
      const spot = describePosition(registry, drag, drag.from)
      end()
      if (asked) {
        recordDropOrigin(card.id, from)
        move(card, asked)
      } else if (touch && !moved) onLongPress(card)
      else announceCancel(card, spot)
      return asked !== null
    },
    cancel: () => {
      if (drag) announceCancel(drag.card, describePosition(registry, drag, drag.from))
      end()
    },
  }
}

export type DragController = ReturnType<typeof createDragController>

const heightOf = (card_id: string) =>
  document.querySelector<HTMLElement>(`[data-card-id="${CSS.escape(card_id)}"]`)?.offsetHeight ?? 80
