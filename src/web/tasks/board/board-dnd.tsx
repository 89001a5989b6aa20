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
  MouseSensor,
  TouchSensor,
  useDraggable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import type { Card } from '#client/resources.ts'
import { useBoardValues } from '#web/tasks/board-state/board-context.ts'
import { animateReturn, finishReturn } from '#web/tasks/drag/drag-animations.ts'
import {
  createDragController,
  type DragControllerOptions,
} from '#web/tasks/drag/drag-controller.ts'
import type { CardPress, DragPress } from '#web/tasks/drag/drag-press.ts'
import { CardContent } from './card-content.tsx'

/**
 * The only file that knows dnd-kit: it passes pointers and keys to the drag controller. A lazy chunk beside the board, not
 * around it; the presses come from drag-press.ts.
 */

// autoscroll.ts scrolls instead, and nothing shifts when a list is rendered or removed at the side.
const noAutoScroll = { enabled: false, layoutShiftCompensation: false }
// dnd-kit's live region stays empty: drag-controller.ts writes to ours.
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

/** dnd-kit names its listeners like those of React; they read no more of an event than this. */
type SensorListeners = Record<
  string,
  (event: Pick<Event, 'target' | 'preventDefault'> & { nativeEvent: Event }) => void
>
const listenerNames: Record<string, string> = {
  mousedown: 'onMouseDown',
  touchstart: 'onTouchStart',
  keydown: 'onKeyDown',
}

interface BoardDndProps {
  options: DragControllerOptions
  dragPress: DragPress
}

export function BoardDnd({ options, dragPress }: BoardDndProps) {
  const dragController = useMemo(() => createDragController(options), [options])
  const [press, setPress] = useState<CardPress | null>(null)
  const listeners = useRef<SensorListeners>(null)
  const [dragged, setDragged] = useState<DragOverlayProps | null>(null)
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
      const list_id = dragController.nearestList()
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
        setDragged(dragController.start(String(active.id), sensor, isTouch))
      },
      onDragMove: ({ collisions }: DragMoveEvent) => {
        const list_id = collisions?.[0]?.id
        dragController.moveOver(list_id === undefined ? null : String(list_id))
      },
      onDragEnd: ({ active }: DragEndEvent) => {
        const { translated } = active.rect.current
        setReturning(!dragController.drop(translated))
        setDragged(null)
      },
      onDragCancel: () => {
        dragController.cancel()
        setReturning(true)
        setDragged(null)
      },
    }),
    [dragController],
  )

  const { dragged: draggedCard } = options.registry
  useLayoutEffect(() => {
    const stops = new AbortController()
    const disconnect = dragPress.connect((next, later) => {
      if (draggedCard.get()) return // the keys belong to the drag
      flushSync(() => setPress(next))
      // A key that waited for this code is already prevented, which dnd-kit takes as handled.
      const { target, type } = next.event
      const isHandled = next.event.defaultPrevented && next.event instanceof KeyboardEvent
      const nativeEvent = isHandled ? new KeyboardEvent(type, next.event) : next.event
      const preventDefault = () => next.event.preventDefault()
      listeners.current?.[listenerNames[type] ?? '']?.({ target, nativeEvent, preventDefault })
      void replay(later, stops.signal)
    })
    return () => {
      disconnect()
      stops.abort()
    }
  }, [dragPress, draggedCard])

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collisionDetection}
      autoScroll={noAutoScroll}
      accessibility={accessibility}
      {...handlers}
    >
      {press && <DragSource key={press.card_id} press={press} listeners={listeners} />}
      <DragOverlay dropAnimation={isReturning ? returnAnimation : null} zIndex={60}>
        {dragged && <DragOverlayCard {...dragged} />}
      </DragOverlay>
    </DndContext>
  )
}

const returnAnimation: DropAnimationFunction = ({ active, dragOverlay }) =>
  animateReturn(dragOverlay.node, {
    x: active.rect.left - dragOverlay.rect.left,
    y: active.rect.top - dragOverlay.rect.top,
  })

interface DragOverlayProps {
  card: Card
  /** Cards of the stack; its looks are in card-selection.css. */
  count: number
}

function DragOverlayCard({ card, count }: DragOverlayProps) {
  const { labels, layout, minute } = useBoardValues()
  return (
    <div
      data-bench-overlay
      data-stack-count={count > 1 ? count : undefined}
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

interface DragSourceProps {
  press: CardPress
  listeners: RefObject<SensorListeners | null>
}

/** The one drag source: the card that is pressed. Registering every card would render them all when a drag starts. */
function DragSource({ press: { card_id, element }, listeners }: DragSourceProps) {
  const draggable = useDraggable({ id: card_id })
  const { setNodeRef, setActivatorNodeRef } = draggable
  useLayoutEffect(() => {
    setNodeRef(element)
    setActivatorNodeRef(element)
  }, [element, setNodeRef, setActivatorNodeRef])
  useLayoutEffect(() => {
    // dnd-kit types them as `Function`.
    listeners.current = (draggable.listeners ?? null) as SensorListeners | null
  })
  return null
}

/** Sends what followed an early press, each once dnd-kit has handled the one before; no more once `unmounted` aborts. */
async function replay(events: readonly Event[], unmounted: AbortSignal) {
  const stops = new AbortController()
  const { signal } = stops
  const stop = () => stops.abort()
  unmounted.addEventListener('abort', stop, { signal })
  // A hidden page has no frames to wait for, and dnd-kit cancels the drag.
  document.addEventListener('visibilitychange', stop, { signal })
  // The pointer has moved on since it was released, and dnd-kit would follow it.
  const ignore = (event: Event) => event.isTrusted && event.stopImmediatePropagation()
  if (events.at(-1)?.type === 'mouseup')
    addEventListener('mousemove', ignore, { capture: true, signal })
  try {
    for (const event of events) {
      await new Promise(requestAnimationFrame)
      await new Promise((resolve) => setTimeout(resolve)) // its listeners are added in a task
      if (signal.aborted) return
      const copy =
        event instanceof KeyboardEvent
          ? new KeyboardEvent(event.type, { ...keyOf(event), bubbles: true, cancelable: true })
          : new MouseEvent(event.type, event)
      document.activeElement?.dispatchEvent(copy)
    }
  } finally {
    stop()
  }
}

const keyOf = ({ code, key }: KeyboardEvent) => ({ code, key })
