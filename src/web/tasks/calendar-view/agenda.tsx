import CalendarClock from 'lucide-react/icons/calendar-clock'
import Plus from 'lucide-react/icons/plus'
import { use, useLayoutEffect, useRef, useState } from 'react'

import type { Card } from '#client/resources.ts'
import { monthOf, type PlainDate } from '#contract/plain-date.rules.ts'
import { calendarText as text } from '#web/messages/en/calendar.ts'
import { useBoardActions, useBoardValues } from '#web/tasks/board-state/board-context.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { CalendarCard } from './calendar-card.tsx'
import { overClass, UNDATED, useDayDrop } from './calendar-dnd.tsx'
import { formatDay } from './calendar-grid-view.tsx'
import { cardsOn, type ScheduledCard } from './calendar.rules.ts'
import { NewCardsContext } from './new-cards.tsx'

/** Cards without a due date are rendered in portions. */
const PORTION = 40

interface AgendaProps {
  weeks: readonly (readonly PlainDate[])[]
  kind: 'month' | 'week'
  month: string
  today: PlainDate
  scheduled: readonly ScheduledCard[]
  onAdd: (day: PlainDate) => void
}

/** On a phone: the days that have cards, one below the other, and today. */
export function Agenda({ weeks, kind, month, today, scheduled, onAdd }: AgendaProps) {
  const days = weeks
    .flat()
    .filter((day) => kind === 'week' || monthOf(day) === month)
    .map((day) => ({ day, cards: cardsOn(scheduled, day) }))
    .filter(({ day, cards }) => kind === 'week' || cards.length > 0 || day === today)
  const list = useRef<HTMLUListElement>(null)
  const isCurrent = days.some(({ day }) => day === today)
  useLayoutEffect(() => {
    if (isCurrent) list.current?.querySelector('[aria-current]')?.scrollIntoView()
  }, [isCurrent, kind])
  if (days.length === 0) return <p className="w-full py-2 text-ink-2">{text.noneThisMonth}</p>
  return (
    <ul ref={list} className="grid w-full min-w-0 gap-4">
      {days.map(({ day, cards }) => (
        <AgendaDay key={day} day={day} isToday={day === today} cards={cards} onAdd={onAdd} />
      ))}
    </ul>
  )
}

interface AgendaDayProps {
  day: PlainDate
  isToday: boolean
  cards: readonly Card[]
  onAdd: (day: PlainDate) => void
}

function AgendaDay({ day, isToday, cards, onAdd }: AgendaDayProps) {
  const { canEdit, offlineProps } = useBoardValues()
  const { ref, isOver } = useDayDrop(day)
  const name = formatDay(day, { weekday: 'long', day: 'numeric', month: 'long' })
  return (
    <li
      ref={ref}
      data-day={day}
      data-over={isOver || undefined}
      aria-current={isToday ? 'date' : undefined}
      className={`grid scroll-mt-28 gap-1 ${isOver ? overClass : ''}`}
    >
      <div className="flex items-center justify-between gap-2">
        <h3 className={`text-cell font-semibold ${isToday ? 'text-accent-ink' : ''}`}>
          {isToday ? `${text.today}, ${name}` : name}
        </h3>
        {canEdit && (
          <IconButton
            {...offlineProps}
            icon={Plus}
            label={text.add(name)}
            onClick={() => onAdd(day)}
          />
        )}
      </div>
      <CardRows cards={cards} empty={text.emptyDay} />
    </li>
  )
}

/** Cards one below the other, each with a button that changes its due date. */
export function CardRows({ cards, empty }: { cards: readonly Card[]; empty: string }) {
  const { openEditor } = useBoardActions()
  const { canEdit, offlineProps } = useBoardValues()
  const { byKey } = use(NewCardsContext)
  const [limit, setLimit] = useState(PORTION)
  if (cards.length === 0) return <p className="text-meta text-ink-3">{empty}</p>
  return (
    <>
      <ul className="grid gap-1">
        {cards.slice(0, limit).map((card) => (
          <li key={card.id} className="flex min-w-0 items-center gap-1">
            <CalendarCard card={card} id={`row:${card.id}`} className="min-w-0 flex-1" />
            {canEdit && !byKey.has(card.id) && (
              <IconButton
                {...offlineProps}
                icon={CalendarClock}
                label={text.reschedule(card.name)}
                onClick={() => openEditor('due', [card])}
              />
            )}
          </li>
        ))}
      </ul>
      {cards.length > limit && (
        <Button size="small" variant="quiet" onClick={() => setLimit(limit + PORTION)}>
          {text.showMore}
        </Button>
      )}
    </>
  )
}

/** Cards without a due date; a card that is dropped here loses its own. */
export function UndatedCards({ cards }: { cards: readonly Card[] }) {
  const { ref, isOver } = useDayDrop(UNDATED)
  const { canEdit } = useBoardValues()
  return (
    <section
      ref={ref}
      aria-labelledby="undated-cards"
      data-over={isOver || undefined}
      // What has no due date goes below the days where both do not fit, also with large text.
      className={`grid min-w-0 flex-[1_1_15rem] gap-2 rounded-tray border border-line p-3 max-md:basis-full ${isOver ? overClass : 'bg-sunken'}`}
    >
      <h3 id="undated-cards" tabIndex={-1} className="text-cell font-semibold">
        {text.undated} <span className="font-normal text-ink-3">{cards.length}</span>
      </h3>
      {cards.length > 0 && canEdit && <p className="text-meta text-ink-3">{text.undatedHint}</p>}
      <CardRows cards={cards} empty={text.noneUndated} />
    </section>
  )
}
