import ChevronLeft from 'lucide-react/icons/chevron-left'

import './calendar.css'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Plus from 'lucide-react/icons/plus'
import { useMemo, useState } from 'react'

import type { Card } from '#client/resources.ts'
import { firstDayOfWeek, monthOf, type PlainDate } from '#contract/plain-date.rules.ts'
import { calendarText as text } from '#web/messages/en/calendar.ts'
import { usePreference } from '#web/session/preferences.ts'
import {
  type BoardActions,
  useBoard,
  useBoardActions,
  useBoardValues,
} from '#web/tasks/board-state/board-context.ts'
import type { NewCard } from '#web/tasks/card-changes/card-save-state.ts'
import { editCard } from '#web/tasks/card-changes/edit-card.data.ts'
import { AddCardPopover } from '#web/tasks/card-dialog/add-card-popover.tsx'
import { dueOn } from '#web/tasks/card-fields/due-edit.rules.ts'
import { useAllCards } from '#web/tasks/cards/load-board-cards.ts'
import { filterCards } from '#web/tasks/cards/use-list-cards.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useSearchState } from '#web/ui/form/use-search-state.ts'
import { displayLocale, formatDate, localDay, timeZone } from '#web/ui/format.ts'
import { announce } from '#web/ui/live-region.tsx'
import { PartialError } from '#web/ui/page-states.tsx'
import { Popover } from '#web/ui/popup/popover.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { now } from '#web/ui/server-time.ts'
import { toast } from '#web/ui/toast.ts'
import { Agenda, CardRows, UndatedCards } from './agenda.tsx'
import { useKeptFocus } from './calendar-card.tsx'
import { CalendarDnd, UNDATED } from './calendar-dnd.tsx'
import { CalendarGridView, formatDay, weekRange } from './calendar-grid-view.tsx'
import {
  type CalendarSpan,
  cardsOn,
  parseSpan,
  reschedule,
  scheduleCards,
  shiftSpan,
  weeksOf,
  withSpan,
} from './calendar.rules.ts'
import { NewCardsContext, useNewCards } from './new-cards.tsx'

/** The cards of a board on their days, with the filters and the selection of the board. */
export function CardCalendar() {
  const board = useBoard()
  const actions = useBoardActions()
  const { filter, labels, minute, dates, layout } = useBoardValues()
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const [search, setSearch] = useSearchState()
  const today = localDay(new Date(minute * 60_000))
  const span = parseSpan(search, today)
  const { kind } = span
  const firstDay = dates.firstDay ?? firstDayOfWeek(displayLocale)
  const weeks = useMemo(
    () => weeksOf({ kind, day: span.day }, firstDay),
    [kind, span.day, firstDay],
  )
  const [chosen, setChosen] = useState<PlainDate>()
  const isInSpan = (day: PlainDate) =>
    kind === 'month' ? monthOf(day) === monthOf(span.day) : weeks.flat().includes(day)
  const active = chosen && isInSpan(chosen) ? chosen : span.day
  const [openDay, setOpenDay] = useState<PlainDate>()
  const [newDay, setNewDay] = useState<PlainDate>()
  const [rejected, setRejected] = useState<NewCard>()

  const all = useAllCards(board)
  const visible = filterCards(all.cards, filter, labels)
  const newCards = useNewCards(board)
  const { scheduled, undated } = useMemo(
    () => scheduleCards([...visible, ...newCards.cards], localDay),
    // oxlint-disable-next-line react/exhaustive-deps -- the day of a card depends on the zone
    [visible, newCards.cards, dates],
  )
  const newCardsValue = useMemo(
    () => ({ byKey: newCards.byKey, reopen: setRejected }),
    [newCards.byKey],
  )
  // Rendered at once: the next press starts from this span.
  const show = (next: CalendarSpan) =>
    setSearch((current) => withSpan(current, next, today), { flushSync: true })
  const activate = (day: PlainDate) => {
    setChosen(day)
    if (!isInSpan(day)) show({ kind, day })
  }
  const add = (day: PlainDate) => actions.ifEditable(() => setNewDay(day))
  const period =
    kind === 'month'
      ? formatDay(span.day, { month: 'long', year: 'numeric' })
      : weekRange(weeks[0] ?? [])
  const common = { weeks, kind, today, scheduled, onAdd: add }

  return (
    <NewCardsContext value={newCardsValue}>
      <CalendarDnd onDrop={(card, day) => dropCard(actions, card, day)}>
        <div
          {...useKeptFocus()}
          className="flex min-h-0 flex-1 flex-col gap-2 overflow-auto"
          data-calendar
        >
          {/* The agenda opens at today: which month it is, and the way to another, stay in sight. */}
          <div className="flex flex-wrap items-center gap-2 max-md:sticky max-md:top-0 max-md:z-1 max-md:bg-canvas max-md:pb-2">
            <IconButton
              icon={ChevronLeft}
              label={text.previous[kind]}
              className="rtl:-scale-x-100"
              onClick={() => show(shiftSpan(span, -1))}
            />
            <IconButton
              icon={ChevronRight}
              label={text.next[kind]}
              className="rtl:-scale-x-100"
              onClick={() => show(shiftSpan(span, 1))}
            />
            <Button
              size="small"
              onClick={() => {
                setChosen(today)
                show({ kind, day: today })
              }}
            >
              {text.today}
            </Button>
            <h2 aria-live="polite" className="text-section">
              {period}
            </h2>
            {all.isLoading && (
              <p className="text-meta text-ink-2">{text.loading(all.cards.length, all.total)}</p>
            )}
            <SegmentedControl
              label={text.span}
              className="ms-auto"
              value={kind}
              options={[
                { value: 'month', label: text.spans.month },
                { value: 'week', label: text.spans.week },
              ]}
              onChoose={(next) => show({ kind: next, day: active })}
            />
          </div>
          {all.error && (
            <PartialError text={text.failed} onRetry={all.retry} busy={all.isLoading} />
          )}
          {/* On a phone the last day stays clear of the floating button. */}
          <div className="flex flex-wrap items-start gap-3.5 max-md:pb-20">
            {layout.isPhone ? (
              <Agenda {...common} month={monthOf(span.day)} />
            ) : (
              <CalendarGridView
                {...common}
                label={text.label(period)}
                active={active}
                firstDay={firstDay}
                singleKeys={singleKeys}
                onActivate={activate}
                onOpenDay={setOpenDay}
              />
            )}
            <UndatedCards cards={undated} />
          </div>
        </div>
        {openDay && (
          <DayPopover
            day={openDay}
            cards={cardsOn(scheduled, openDay)}
            onAdd={() => {
              setOpenDay(undefined)
              add(openDay)
            }}
            onClose={() => setOpenDay(undefined)}
          />
        )}
        {newDay && (
          <AddCardPopover
            due_at={dueOn(newDay, now(), timeZone())}
            anchor={() => dayElement(newDay)}
            onClose={() => setNewDay(undefined)}
            onCreated={(card_id) => actions.focus.request(card_id)}
          />
        )}
        {rejected && (
          <AddCardPopover
            key={rejected.key}
            rejected={rejected}
            anchor={() =>
              (rejected.due_at && dayElement(localDay(new Date(rejected.due_at)))) ||
              document.querySelector('[data-create]')
            }
            onClose={() => setRejected(undefined)}
            onCreated={(card_id) => actions.focus.request(card_id)}
          />
        )}
      </CalendarDnd>
    </NewCardsContext>
  )
}

const dayElement = (day: PlainDate) => document.querySelector(`[data-day="${day}"]`)

/** A drop on a day, or on the cards without one. */
function dropCard(actions: BoardActions, card: Card, day: PlainDate) {
  const current = card.due_at ? localDay(new Date(card.due_at)) : UNDATED
  if (day === current) {
    announce(text.notDropped(card.name), 'assertive')
    return
  }
  const changes = day === UNDATED ? { due_at: null } : reschedule(card, day, timeZone(), now())
  if (!changes) {
    toast({ text: text.tooLate })
    return
  }
  actions.ifEditable(() => {
    void editCard(actions.context(), card, changes, { isAnnounced: true })
    actions.focus.request(card.id)
    const message = changes.due_at
      ? text.saved(card.name, formatDate(new Date(changes.due_at)))
      : text.cleared(card.name)
    announce(message, 'assertive')
  })
}

interface DayPopoverProps {
  day: PlainDate
  cards: readonly Card[]
  onAdd: () => void
  onClose: () => void
}

/** All cards of one day. */
function DayPopover({ day, cards, onAdd, onClose }: DayPopoverProps) {
  const { canEdit, offlineProps } = useBoardValues()
  const name = formatDay(day, { weekday: 'long', day: 'numeric', month: 'long' })
  return (
    <Popover title={name} anchor={() => dayElement(day)} onClose={onClose} className="md:w-75">
      <div className="grid gap-3 p-3 max-md:px-5 max-md:pb-5">
        <p aria-hidden className="font-medium max-md:hidden">
          {name}
        </p>
        <CardRows cards={cards} empty={text.emptyDay} />
        {canEdit && (
          <Button
            {...offlineProps}
            icon={Plus}
            onClick={onAdd}
            data-autofocus={cards.length === 0 || undefined}
          >
            {text.addCard}
          </Button>
        )}
      </div>
    </Popover>
  )
}
