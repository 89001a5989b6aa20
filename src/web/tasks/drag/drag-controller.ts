import type { Card, CardMove } from '#contract/tasks/cards.ts'
import { noteDrop } from '#web/tasks/board-state/card-animations.ts'
import { type Desk, findShown } from '#web/tasks/board-state/column-registry.ts'
import { announceCancel, announceLift, announceOver } from '#web/tasks/cards/announcements.ts'
import type { Area, Autoscroll } from './autoscroll.ts'
import { type Aim, isHome, type Lifted, moveOf, spotOf, stepOf, wordsOf } from './drop-target.ts'

interface Point {
  x: number
  y: number
}

interface CarryParts {
  readonly desk: Desk
  /** Nothing may change the board while a card is in the air. Answers how to go on. */
  readonly pause: () => () => void
  readonly move: (card: Card, move: CardMove) => void
  /** A finger pressed, held and let go without moving. */
  readonly onLongPress: (card: Card) => void
}

interface Carry extends Lifted {
  by: 'pointer' | 'keyboard'
  touch: boolean
  height: number
  aim: Aim | null
  /** Where the pointer was first; a finger that stays there meant a long press. */
  start: Point | null
  moved: boolean
  resume: () => void
}

const NEAR = 64
const STILL = 8

/** One card from lift to drop. It writes to the page directly: a pointer moves more often than React should draw. */
export function createCarrying({ desk, pause, move, onLongPress }: CarryParts) {
  let carry: Carry | null = null
  let pointer: Point | null = null
  let under: string | null = null

  // A gap that opens makes a list taller; until then its edges stay where they are.
  const edges = new Map<HTMLElement, Area['edges']>()
  const areaOf = (element: HTMLElement | null | undefined): Area | null => {
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
      board: () => areaOf(desk.board),
      list: () => areaOf(desk.columns.get(under ?? '')?.scroller()),
      turns: () => desk.scene().phone,
      onScroll: () => follow(),
    })
  }

  /** Aims at what is under the pointer. */
  function follow() {
    if (carry?.by !== 'pointer' || !pointer) return
    const column = under === null ? undefined : desk.columns.get(under)
    if (!column) return aimAt(null)
    const { relative } = desk.scene()
    const area = areaOf(column.scroller())
    const raw = column.indexAt(pointer.y - (area?.edges.top ?? 0))
    const count = column.cards().length
    // A service that knows only the ends is offered only the ends.
    aimAt({ column, index: relative ? raw : raw < count / 2 ? 0 : count })
  }

  function aimAt(aim: Aim | null) {
    if (!carry) return
    const { aim: before } = carry
    if (before?.column === aim?.column && before?.index === aim?.index) return
    carry.aim = aim
    edges.clear()
    if (before && before.column !== aim?.column) {
      before.column.showSlot(null)
      before.column.showOver(false)
    }
    if (!aim) return
    if (before?.column !== aim.column) aim.column.showOver(true)
    const slot = { index: aim.index, height: carry.height, words: wordsOf(desk, aim) }
    aim.column.showSlot(isHome(carry, aim) ? null : slot)
    announceOver(spotOf(desk, carry, aim))
  }

  /** One arrow key while the card is carried by keyboard. Answers where the card in hand goes in the window. */
  function key(event: KeyboardEvent): Point | null {
    if (!carry?.aim) return null
    const next = stepOf(desk, carry, carry.aim, event.code)
    if (!next) return null
    event.preventDefault()
    desk.revealList(next.column.list_id)
    next.column.reveal(Math.min(next.index, next.column.cards().length - 1))
    aimAt(next)
    under = next.column.list_id
    const { left, top } = next.column.rectAt(next.index)
    return { x: left, y: top }
  }

  function end() {
    carry?.aim?.column.showOver(false)
    desk.board?.removeAttribute('data-dragging')
    for (const column of desk.columns.values()) column.showSlot(null)
    autoscroll?.stop()
    desk.board?.removeEventListener('scroll', follow, { capture: true })
    carry?.resume()
    carry = null
    edges.clear()
    desk.lifted = null
    pointer = null
    under = null
  }

  return {
    key,
    /** The pointer in the window; null while keys carry. */
    at: (point: Point | null) => {
      pointer = point
    },
    lift: (card_id: string, by: 'pointer' | 'keyboard', touch: boolean): Card | null => {
      const card = findShown(desk, card_id)
      const column = card && desk.columns.get(card.list_id)
      if (!card || !column) return null
      const index = column.cards().findIndex(({ id }) => id === card.id)
      const from = { column, index }
      const height = heightOf(card_id)
      carry = {
        card,
        by,
        touch,
        from,
        height,
        aim: from,
        start: null,
        moved: false,
        resume: pause(),
      }
      desk.lifted = card
      if (!autoscroll) void loadAutoscroll().catch(() => undefined) // dragging works without
      under = column.list_id
      desk.board?.setAttribute('data-dragging', by)
      // Captured, because the scroll events of lists do not bubble.
      desk.board?.addEventListener('scroll', follow, { capture: true, passive: true })
      column.showOver(true)
      if (touch) navigator.vibrate?.(10)
      announceLift(card, spotOf(desk, carry, from))
      return card
    },
    /** The card is over this list, or over none. */
    over: (list_id: string | null) => {
      if (carry?.by !== 'pointer' || !pointer) return
      carry.start ??= pointer
      carry.moved ||= Math.hypot(pointer.x - carry.start.x, pointer.y - carry.start.y) > STILL
      under = list_id
      follow()
      autoscroll?.at(pointer)
    },
    /** In the gap between two lists, and beside the last, the nearest one is meant. */
    listNear: (rects: ReadonlyMap<string | number, { left: number; right: number }>) => {
      if (!pointer) return carry?.aim?.column.list_id ?? null
      const { x } = pointer
      const apart = [...rects].map(
        ([id, rect]) => [String(id), Math.max(rect.left - x, x - rect.right)] as const,
      )
      const [nearest] = apart.toSorted(([, one], [, other]) => one - other)
      return nearest && nearest[1] <= NEAR ? nearest[0] : null
    },
    /** Answers whether the card stays where it was dropped. */
    drop: (from: { left: number; top: number } | null): boolean => {
      if (!carry) return false
      const { card, aim, touch, moved } = carry
      const asked = aim && moveOf(desk, carry, aim)
      const spot = spotOf(desk, carry, carry.from)
      end()
      if (asked) {
        noteDrop(card.id, from)
        move(card, asked)
      } else if (touch && !moved) onLongPress(card)
      else announceCancel(card, spot)
      return asked !== null
    },
    cancel: () => {
      if (carry) announceCancel(carry.card, spotOf(desk, carry, carry.from))
      end()
    },
  }
}

export type Carrying = ReturnType<typeof createCarrying>

const heightOf = (card_id: string) =>
  document.querySelector<HTMLElement>(`[data-card-id="${CSS.escape(card_id)}"]`)?.offsetHeight ?? 80
