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
import { toast } from '#web/ui/toast.ts'
import { CardContent } from './card-content.tsx'

/** The only file that knows dnd-kit: it passes pointers and keys to the drag controller. */

// Measured once, when a drag starts: ten to fifty lists, and no cards.
const measuring = { droppable: { strategy: MeasuringStrategy.WhileDragging } }
// autoscroll.ts scrolls instead, and nothing shifts when a list is rendered or removed at the side.
const noAutoScroll = { enabled: false, layoutShiftCompensation: false }
// dnd-kit's live region stays empty: announcements.ts writes to ours.
const noAnnouncements: Announcements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
}
const accessibility = {
  announcements: noAnnouncements,
  restoreFocus: false,
  screenReaderInstructions: { draggable: '' }, // board-columns.tsx has the instructions
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
        const point = dragController.moveByKey(event)
        // The list is in view by now; the sensor would scroll again by rectangles of cards it does not have.
        context.scrollableAncestors = []
        return point ?? undefined
      },
    }),
  )

  const collisionDetection = useCallback<CollisionDetection>(
    (args) => {
      dragController.setPointer(args.pointerCoordinates)
      const collisions = pointerWithin(args)
      if (collisions.length > 0) return collisions
      const list_id = dragController.nearestList(args.droppableRects)
      return list_id === null ? [] : [{ id: list_id }]
    },
    [dragController],
  )

  const handlers = useMemo(
    () => ({
      onDragStart: ({ active, activatorEvent }: DragStartEvent) => {
        const sensor = activatorEvent instanceof KeyboardEvent ? 'keyboard' : 'pointer'
        const isTouch = activatorEvent.type === 'touchstart'
        finishReturn()
        setReturning(false)
        setDraggedCard(dragController.start(String(active.id), sensor, isTouch))
      },
      onDragMove: ({ collisions }: DragMoveEvent) => {
        const list_id = collisions?.[0]?.id
        dragController.moveOver(list_id === undefined ? null : String(list_id))
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
      className="relative h-full cursor-grabbing rounded-card border border-accent-line bg-surface px-2.75 py-card shadow-float select-none motion-safe:rotate-2"
    >
      <CardContent
        isOverlay
        isIndented
        card={card}
        labels={labels}
        layout={layout}
        minute={minute}
      />
    </div>
  )
}

interface DraggableCardProps extends ComponentProps<'div'> {
  card_id: string
  disabled: boolean
  /** A drag that cannot start says why. */
  disabledReason: string | undefined
  /** Added while the card is dragged. */
  draggedClass: string
  restingClass: string
}

/**
 * The drag source. dnd-kit renders it whenever any card is picked up or changes lists, so it is only a wrapper: the
 * content comes in as children and does not render again.
 */
export function DraggableCard(props: DraggableCardProps) {
  const { card_id, disabled, disabledReason, draggedClass, restingClass, className, ref, ...rest } =
    props
  const { setNodeRef, setActivatorNodeRef, listeners, isDragging } = useDraggable({
    id: card_id,
    disabled,
  })
  const setRefs = useCallback(
    (element: HTMLDivElement | null) => {
      setNodeRef(element)
      // Space picks up only from the card itself, so the buttons in it keep their keys.
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
      draggable={disabledReason !== undefined}
      onDragStart={(event) => {
        event.preventDefault()
        if (disabledReason) toast({ text: disabledReason })
      }}
      ref={setRefs}
      className={`${className} ${isDragging ? draggedClass : restingClass}`}
    />
  )
}

type DroppableListProps = Omit<ComponentProps<'div'>, 'ref'> & { list_id: string }

/** Makes a list a drop target; rendered as often as DraggableCard. Cards are no drop targets. */
export function DroppableList({ list_id, ...rest }: DroppableListProps) {
  const { setNodeRef } = useDroppable({ id: list_id })
  return <div ref={setNodeRef} {...rest} />
}
