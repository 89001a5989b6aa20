import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'

import type { Card } from '#client/resources.ts'
import { calendarText as text } from '#web/messages/en/calendar.ts'
import { announce } from '#web/ui/live-region.tsx'
import { calendarCardClass } from './new-cards.tsx'

// Announcements go to our live region; without a mouse, D on a card does the same.
const accessibility = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  restoreFocus: false,
  screenReaderInstructions: { draggable: '' },
}

/** Where cards without a due date are. */
export const UNDATED = 'undated'

interface CalendarDndProps {
  /** Before anything is awaited, so that the card is never drawn in its old place. */
  onDrop: (card: Card, day: string) => void
  children: ReactNode
}

/** Drags cards between days by mouse, or by touch after a hold. */
export function CalendarDnd({ onDrop, children }: CalendarDndProps) {
  const [dragged, setDragged] = useState<Card | null>(null)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  )
  const onDragEnd = ({ over }: DragEndEvent) => {
    flushSync(() => {
      setDragged(null)
      if (dragged && over) onDrop(dragged, String(over.id))
    })
    if (dragged && !over) announce(text.notDropped(dragged.name), 'assertive')
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      accessibility={accessibility}
      onDragStart={({ active }) => {
        const card = active.data.current?.['card'] as Card | undefined // set by useCalendarDrag
        setDragged(card ?? null)
        if (card) announce(text.dragging(card.name), 'assertive')
      }}
      onDragEnd={onDragEnd}
      onDragCancel={() => {
        if (dragged) announce(text.notDropped(dragged.name), 'assertive')
        setDragged(null)
      }}
    >
      {children}
      <DragOverlay dropAnimation={null} zIndex={60}>
        {dragged && (
          <div
            data-bench-overlay
            className={`${calendarCardClass} cursor-grabbing border-control bg-raised text-ink shadow-float`}
          >
            {dragged.name}
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}

/** A segment of a bar has its own id: a card may be in two weeks. */
export function useCalendarDrag(card: Card, id: string, disabled: boolean) {
  const { setNodeRef, listeners, isDragging } = useDraggable({ id, data: { card }, disabled })
  return { ref: setNodeRef, listeners, isDragging }
}

/** Of a day while a card is over it. */
export const overClass = 'bg-accent-soft outline-2 -outline-offset-2 outline-accent outline-dashed'

export function useDayDrop(day: string) {
  const { setNodeRef, isOver } = useDroppable({ id: day })
  return { ref: setNodeRef, isOver }
}
