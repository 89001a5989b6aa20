import {
  type Announcements,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  type DragMoveEvent,
  DragOverlay,
  type DropAnimationFunction,
  type DragStartEvent,
  KeyboardSensor,
  MeasuringStrategy,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type ComponentProps, type ReactNode, useCallback, useMemo, useState } from 'react'

import type { Card } from '#client/resources.ts'
import { useBoardValues } from '#web/tasks/board-state/board-context.ts'
import { animateReturn, finishReturn } from '#web/tasks/board-state/card-animations.ts'
import type { DragController } from '#web/tasks/drag/drag-controller.ts'
import { CardContent } from './card-content.tsx'

/** All that knows dnd-kit. What a drag means is in carry.ts; this file hands it pointers and keys. */

// Rectangles are taken once, when a drag begins: ten to fifty of lists, none of cards.
const measuring = { droppable: { strategy: MeasuringStrategy.WhileDragging } }
// Ours scrolls (autoscroll.ts); and nothing jumps when a list is drawn or dropped at the side.
const noAutoScroll = { enabled: false, layoutShiftCompensation: false }
// Its own live region stays empty: announcements.ts writes to ours.
const noAnnouncements: Announcements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
}
const accessibility = {
  announcements: noAnnouncements,
  restoreFocus: false,
  screenReaderInstructions: { draggable: '' }, // the board's own are in board-columns.tsx
}
const keyboardCodes = {
  start: ['Space'],
  cancel: ['Escape', 'Tab'],
  end: ['Space', 'Enter'],
}

interface BoardDndProps {
  dragController: DragController
  children: ReactNode
}

export function BoardDnd({ dragController, children }: BoardDndProps) {
  const [draggedCard, setDraggedCard] = useState<Card | null>(null)
  const [isReturning, setReturning] = useState(false)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      keyboardCodes,
      coordinateGetter: (event, { context }) => {
        const place = dragController.key(event)
        // The list is in view by now; the sensor would scroll it once more by rectangles of cards it does not have.
        context.scrollableAncestors = []
        return place ?? undefined
      },
    }),
  )

  const collisionDetection = useCallback<CollisionDetection>(
    (args) => {
      dragController.at(args.pointerCoordinates)
      const under = pointerWithin(args)
      if (under.length > 0) return under
      const list_id = dragController.listNear(args.droppableRects)
      return list_id === null ? [] : [{ id: list_id }]
    },
    [dragController],
  )

  const handlers = useMemo(
    () => ({
      onDragStart: ({ active, activatorEvent }: DragStartEvent) => {
        const by = activatorEvent instanceof KeyboardEvent ? 'keyboard' : 'pointer'
        const touch = activatorEvent.type === 'touchstart'
        finishReturn()
        setReturning(false)
        setDraggedCard(dragController.start(String(active.id), by, touch))
      },
      onDragMove: ({ collisions }: DragMoveEvent) => {
        const under = collisions?.[0]?.id
        dragController.over(under === undefined ? null : String(under))
      },
      onDragEnd: ({ active }: DragEndEvent) => {
        const { translated } = active.rect.current
        setReturning(!dragController.drop(translated))
        setDraggedCard(null)
      },
      onDragCancel: () => {
        dragController.cancel()
        setReturning(true)
        setDraggedCard(null)
      },
    }),
    [dragController],
  )

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collisionDetection}
      measuring={measuring}
      autoScroll={noAutoScroll}
      accessibility={accessibility}
      {...handlers}
    >
      {children}
      <DragOverlay dropAnimation={isReturning ? returnAnimation : null} zIndex={60}>
        {draggedCard && <DragOverlayCard card={draggedCard} />}
      </DragOverlay>
    </DndContext>
  )
}

const returnAnimation: DropAnimationFunction = ({ active, dragOverlay }) =>
  animateReturn(dragOverlay.node, {
    x: active.rect.left - dragOverlay.rect.left,
    y: active.rect.top - dragOverlay.rect.top,
  })

function DragOverlayCard({ card }: { card: Card }) {
  const { labels, layout, minute } = useBoardValues()
  return (
    <div
      data-bench-overlay
      aria-hidden
      className="relative h-full cursor-grabbing rounded-card border border-accent-line bg-surface px-2.75 py-2.5 shadow-float select-none motion-safe:rotate-2"
    >
      <CardContent isOverlay card={card} labels={labels} layout={layout} minute={minute} />
    </div>
  )
}

interface DraggableCardProps extends ComponentProps<'div'> {
  card_id: string
  disabled: boolean
  /** Adds to the classes while the card is in the air. */
  draggedClass: string
  restingClass: string
}

/**
 * The element a card is lifted by. dnd-kit draws it anew whenever any card is lifted or changes lists, so it is nothing
 * but this: what the card shows comes in as children, and stays as it was.
 */
export function DraggableCard(props: DraggableCardProps) {
  const { card_id, disabled, draggedClass, restingClass, className, ref, ...rest } = props
  const { setNodeRef, setActivatorNodeRef, listeners, isDragging } = useDraggable({
    id: card_id,
    disabled,
  })
  const setRefs = useCallback(
    (element: HTMLDivElement | null) => {
      setNodeRef(element)
      // Space lifts only from the card itself, so the buttons in it keep their own keys.
      setActivatorNodeRef(element)
      if (typeof ref === 'function') ref(element)
      else if (ref) ref.current = element
    },
    [setNodeRef, setActivatorNodeRef, ref],
  )
  return (
    <div
      {...rest}
      {...listeners}
      ref={setRefs}
      className={`${className} ${isDragging ? draggedClass : restingClass}`}
    />
  )
}

type DroppableListProps = Omit<ComponentProps<'div'>, 'ref'> & { list_id: string }

/** Makes a list a place to drop on, and is drawn anew as often as a grip. Cards are no such places. */
export function DroppableList({ list_id, ...rest }: DroppableListProps) {
  const { setNodeRef } = useDroppable({ id: list_id })
  return <div ref={setNodeRef} {...rest} />
}
