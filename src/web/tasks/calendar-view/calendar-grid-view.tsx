import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'

import { moveDay, monthOf, type PlainDate, toUtcDate } from '#contract/plain-date.rules.ts'
import { calendarText as text } from '#web/messages/en/calendar.ts'
import { displayLocale } from '#web/ui/format.ts'
import { isTyping, keyLetter } from '#web/ui/keyboard.ts'
import { CalendarCard } from './calendar-card.tsx'
import { overClass, useDayDrop } from './calendar-dnd.tsx'
import { cardsOn, layoutWeek, type ScheduledCard, type Segment } from './calendar.rules.ts'

/** Larger days say how many more there are. */
const MONTH_LANES = 4
const WEEK_LANES = 40

interface CalendarGridViewProps {
  label: string
  weeks: readonly (readonly PlainDate[])[]
  kind: 'month' | 'week'
  /** The day whose cell is in the tab order. */
  active: PlainDate
  today: PlainDate
  firstDay: number
  scheduled: readonly ScheduledCard[]
  singleKeys: boolean
  /** Another day of this span or of another one. */
  onActivate: (day: PlainDate) => void
  onOpenDay: (day: PlainDate) => void
  onAdd: (day: PlainDate) => void
}

export const formatDay = (day: PlainDate, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(displayLocale, { ...options, timeZone: 'UTC' }).format(toUtcDate(day))

export function weekRange(week: readonly PlainDate[]): string {
  const [first = '', last = ''] = [week[0], week.at(-1)]
  const format = new Intl.DateTimeFormat(displayLocale, { dateStyle: 'medium', timeZone: 'UTC' })
  return format.formatRange(toUtcDate(first), toUtcDate(last))
}

/** Days as a grid (APG): arrow keys go by days and weeks, PageUp and PageDown by months. */
export function CalendarGridView(props: CalendarGridViewProps) {
  const { label, weeks, kind, active, firstDay, singleKeys, onActivate } = props
  const grid = useRef<HTMLDivElement>(null)
  // The day takes the focus once it is rendered: another month is rendered by the router.
  const requested = useRef<PlainDate>(undefined)
  const focusDay = (day: PlainDate) =>
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  const focusActive = useEffectEvent(() => focusDay(active))
  useEffect(() => {
    if (requested.current !== active) return
    requested.current = undefined
    focusActive()
  }, [active])

  // From the heading of the page, or from nothing, into the grid; before the first paint, as a key may follow it at once.
  const enter = useEffectEvent((event: KeyboardEvent | globalThis.KeyboardEvent) => {
    const isNowhere = event.target === document.body || (event.target as Element).matches('h1')
    if (!isNowhere || !event.key.startsWith('Arrow') || isTyping(event as globalThis.KeyboardEvent))
      return
    event.preventDefault()
    focusActive()
  })
  useLayoutEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => enter(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const day = (event.target as Element).closest<HTMLElement>('[data-day]')?.dataset['day']
    if (day === undefined) return
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const next = moveDay(day, event, firstDay, isRtl)
    const isDay = event.target instanceof HTMLElement && event.target.dataset['day'] === day
    const action = next
      ? () => {
          if (next === active) return focusDay(next)
          requested.current = next
          onActivate(next)
        }
      : isDay && (event.key === 'Enter' || event.key === ' ')
        ? () => props.onOpenDay(day)
        : singleKeys && !event.shiftKey && keyLetter(event) === 'n'
          ? () => props.onAdd(day)
          : undefined
    if (!action) return
    event.preventDefault()
    action()
  }

  return (
    <div
      ref={grid}
      role="grid"
      aria-label={label}
      aria-describedby="calendar-instructions"
      data-kind={kind}
      onKeyDown={onKeyDown}
      className="calendar-grid min-w-152 flex-[999_1_38rem] overflow-clip rounded-tray border border-line bg-surface"
    >
      <div
        role="row"
        className="grid grid-cols-7 rounded-t-tray bg-sunken py-1.5 text-meta leading-5 text-ink-3 *:px-2"
      >
        {weeks[0]?.map((day) => (
          <span key={day} role="columnheader" aria-label={formatDay(day, { weekday: 'long' })}>
            {formatDay(day, { weekday: 'short' })}
          </span>
        ))}
      </div>
      {weeks.map((week) => (
        <Week key={week[0]} {...props} week={week} month={monthOf(active)} />
      ))}
      <p id="calendar-instructions" hidden>
        {text.instructions}
      </p>
    </div>
  )
}

interface WeekProps extends CalendarGridViewProps {
  week: readonly PlainDate[]
  month: string
}

function Week({ week, scheduled, kind, ...props }: WeekProps) {
  const maxLanes = kind === 'month' ? MONTH_LANES : WEEK_LANES
  const { segments, hidden } = useMemo(
    () => layoutWeek(scheduled, week, maxLanes),
    [scheduled, week, maxLanes],
  )
  const lanes = Math.max(0, ...segments.map(({ lane }) => lane + 1))
  return (
    <div role="row" className="relative grid grid-cols-7" style={{ ['--lanes' as string]: lanes }}>
      {week.map((day, column) => (
        <Day
          key={day}
          {...props}
          day={day}
          isOutside={kind === 'month' && monthOf(day) !== props.month}
          count={cardsOn(scheduled, day).length}
          hidden={hidden[column] ?? 0}
          // In the cell of its last day, which is the due date unless the bar goes on.
          segments={segments.filter(({ to }) => to === column)}
        />
      ))}
    </div>
  )
}

interface DayProps extends Omit<WeekProps, 'week' | 'scheduled' | 'kind'> {
  day: PlainDate
  isOutside: boolean
  count: number
  hidden: number
  segments: readonly Segment[]
}

function Day(props: DayProps) {
  const { day, active, today, isOutside, count, hidden, segments, onActivate, onOpenDay } = props
  const { ref, isOver } = useDayDrop(day)
  const isActive = day === active
  const name = formatDay(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  return (
    <div
      ref={ref}
      role="gridcell"
      tabIndex={isActive ? 0 : -1}
      data-day={day}
      data-over={isOver || undefined}
      aria-current={day === today ? 'date' : undefined}
      aria-label={text.day(name, count)}
      onClick={(event) => event.target === event.currentTarget && onActivate(day)}
      onDoubleClick={(event) => event.target === event.currentTarget && props.onAdd(day)}
      className={`calendar-day flex min-w-0 flex-col justify-between border-s border-t border-line pb-0.5 first:border-s-0 focus-visible:-outline-offset-2 ${isOver ? overClass : isOutside ? 'bg-canvas' : ''}`}
    >
      <span
        aria-hidden
        className={`pointer-events-none mx-1 my-0.75 min-w-5.5 self-start rounded-full px-1 text-center text-meta leading-5.5 ${day === today ? 'bg-accent font-semibold text-on-accent forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none' : 'text-ink-2'}`}
      >
        {formatDay(
          day,
          day.endsWith('-01') ? { day: 'numeric', month: 'short' } : { day: 'numeric' },
        )}
      </span>
      {segments.map((segment) => (
        <CalendarCard
          key={segment.card.id}
          card={segment.card}
          id={`${segment.card.id}:${day}`}
          tabIndex={isActive ? 0 : -1}
          className={`calendar-bar ${segment.continuesBefore ? 'rounded-s-none [border-inline-start-style:dashed]' : ''} ${segment.continuesAfter ? 'rounded-e-none [border-inline-end-style:dashed]' : ''}`}
          style={{
            ['--from' as string]: segment.from,
            ['--days' as string]: segment.to - segment.from + 1,
            ['--lane' as string]: segment.lane,
          }}
        />
      ))}
      {hidden > 0 && (
        <button
          type="button"
          tabIndex={isActive ? 0 : -1}
          aria-label={text.moreOn(hidden, name)}
          onClick={() => onOpenDay(day)}
          className="mx-0.75 min-h-6 rounded-md px-1.5 text-start text-meta leading-5 text-ink-2 hover:bg-hover hover:text-ink"
        >
          {text.more(hidden)}
        </button>
      )}
    </div>
  )
}
